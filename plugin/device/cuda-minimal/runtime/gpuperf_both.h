//===- gpuperf_both.h - The runtime's functions that kernels may call -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which they are, says the table of supported functions in the chapter on
// dynamic parallelism of NVIDIA's programming guide; older versions of it have
// cudaDeviceSynchronize, too.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BOTH_H
#define GPUPERF_BOTH_H

#pragma GCC system_header // not the user's code to be warned about

#pragma clang force_cuda_host_device begin
extern "C" {
cudaError_t cudaMalloc(void **p, size_t bytes);
cudaError_t cudaFree(void *p);
cudaError_t cudaMemcpyAsync(void *d, const void *s, size_t bytes,
                            cudaMemcpyKind k, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DAsync(void *d, size_t dpitch, const void *s,
                              size_t spitch, size_t w, size_t h,
                              cudaMemcpyKind k, cudaStream_t stream = 0);
cudaError_t cudaMemsetAsync(void *p, int v, size_t n, cudaStream_t s = 0);
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int v, size_t w, size_t h,
                              cudaStream_t s = 0);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetDevice(int *d);
cudaError_t cudaGetDeviceCount(int *n);
cudaError_t cudaDeviceGetAttribute(int *v, cudaDeviceAttr a, int d);
cudaError_t cudaDeviceGetLimit(size_t *v, cudaLimit l);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *c);
cudaError_t cudaRuntimeGetVersion(int *v);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t e);
const char *cudaGetErrorName(cudaError_t e);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned f = 0);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t e);
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, const void *f);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f,
                                                          int block,
                                                          size_t smem);
} // extern "C"

template <class T> cudaError_t cudaMalloc(T **p, size_t bytes) {
  return cudaMalloc((void **)p, bytes);
}
#pragma clang force_cuda_host_device end

// What clang calls for <<<...>>> inside a kernel (-fgpu-rdc).
extern "C" {
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
__device__ cudaError_t cudaLaunchDevice(void *func, void *parameters,
                                        dim3 gridDim, dim3 blockDim,
                                        unsigned sharedMem,
                                        cudaStream_t stream);
} // extern "C"

#endif // GPUPERF_BOTH_H
