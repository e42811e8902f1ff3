//===- gpuperf_runtime.h - The host runtime interface, declarations only --===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_RUNTIME_H
#define GPUPERF_RUNTIME_H

#pragma GCC system_header // not the user's code to be warned about

#include "runtime/gpuperf_errors.h"
#include "runtime/gpuperf_enums.h"

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

#include "runtime/gpuperf_arrays.h"

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};

struct CUuuid_st {
  char bytes[16];
};
typedef CUuuid_st CUuuid;
typedef CUuuid_st cudaUUID_t;

struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated,
      canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID,
      pciDeviceID, pciDomainID, asyncEngineCount, unifiedAddressing,
      memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
      maxThreadsPerMultiProcessor;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, cooperativeLaunch,
      concurrentManagedAccess, pageableMemoryAccess, isMultiGpuBoard,
      multiGpuBoardGroupID, tccDriver, streamPrioritiesSupported,
      globalL1CacheSupported, localL1CacheSupported, hostNativeAtomicSupported,
      singleToDoublePrecisionPerfRatio, computePreemptionSupported,
      canUseHostPointerForRegisteredMem, cooperativeMultiDeviceLaunch,
      pageableMemoryAccessUsesHostPageTables,
      directManagedMemAccessFromHost, accessPolicyMaxWindowSize;
  size_t texturePitchAlignment, surfaceAlignment;
  int maxTexture1D, maxTexture1DLinear, maxTexture1DMipmap, maxTexture2D[2],
      maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture2DMipmap[2],
      maxTexture3D[3], maxTextureCubemap, maxTexture1DLayered[2],
      maxTexture2DLayered[3], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
  size_t sharedMemPerBlockOptin;
  int maxBlocksPerMultiProcessor;
  size_t reservedSharedMemPerBlock;
};

struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
      maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned int numAttrs;
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};

#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterMapped 2
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaCpuDeviceId ((int)-1)
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

#include "runtime/gpuperf_both.h"

extern "C" {
// What clang calls for <<<...>>>, by the toolkit version that it believes in.
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                     size_t sharedMem = 0, void *stream = 0);
cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim,
                              size_t sharedMem = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim,
                             void **args, size_t sharedMem = 0,
                             cudaStream_t stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim,
                                        dim3 blockDim, void **args,
                                        size_t sharedMem = 0,
                                        cudaStream_t stream = 0);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *func, void **args);

cudaError_t cudaMallocHost(void **p, size_t bytes);
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags = 1);
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h);
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t s);
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags);
cudaError_t cudaHostGetDevicePointer(void **d, void *h, unsigned flags);
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaFreeAsync(void *p, cudaStream_t s);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaMemcpy(void *d, const void *s, size_t bytes, cudaMemcpyKind k);
cudaError_t cudaMemcpy2D(void *d, size_t dpitch, const void *s, size_t spitch,
                         size_t w, size_t h, cudaMemcpyKind k);
cudaError_t cudaMemcpyPeer(void *d, int dd, const void *s, int sd, size_t n);
cudaError_t cudaMemcpyPeerAsync(void *d, int dd, const void *s, int sd,
                                size_t n, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *s, size_t n,
                               size_t offset = 0,
                               cudaMemcpyKind k = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *s, size_t n,
                                    size_t offset, cudaMemcpyKind k,
                                    cudaStream_t stream = 0);
cudaError_t cudaMemcpyFromSymbol(void *d, const void *symbol, size_t n,
                                 size_t offset = 0,
                                 cudaMemcpyKind k = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void *d, const void *symbol, size_t n,
                                      size_t offset, cudaMemcpyKind k,
                                      cudaStream_t stream = 0);
cudaError_t cudaGetSymbolAddress(void **p, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *n, const void *symbol);
cudaError_t cudaMemset(void *p, int v, size_t bytes);
cudaError_t cudaMemset2D(void *p, size_t pitch, int v, size_t w, size_t h);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device,
                                 cudaStream_t s = 0);
cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise a, int d);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p);

cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(cudaLimit l, size_t v);
cudaError_t cudaThreadGetLimit(size_t *v, cudaLimit l);
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache c);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaSetDevice(int d);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int d);
cudaError_t cudaChooseDevice(int *d, const cudaDeviceProp *p);
cudaError_t cudaDeviceSetLimit(cudaLimit l, size_t v);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache c);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig c);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *c);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetPCIBusId(char *id, int bytes, int d);
cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b);
cudaError_t cudaDeviceEnablePeerAccess(int d, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int d);
cudaError_t cudaDriverGetVersion(int *v);


cudaError_t cudaStreamCreate(cudaStream_t *s);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned f, int p);
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamQuery(cudaStream_t s);
cudaError_t cudaStreamBeginCapture(cudaStream_t s, cudaStreamCaptureMode m);
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g);
cudaError_t cudaGraphLaunch(cudaGraphExec_t g, cudaStream_t s);
cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventQuery(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b);

cudaError_t cudaFuncSetCacheConfig(const void *f, cudaFuncCache c);
cudaError_t cudaFuncSetSharedMemConfig(const void *f, cudaSharedMemConfig c);
cudaError_t cudaFuncSetAttribute(const void *f, cudaFuncAttribute a, int v);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
} // extern "C"

// Typed forms of the above.
template <class T> cudaError_t cudaMallocHost(T **p, size_t bytes) {
  return cudaMallocHost((void **)p, bytes);
}
template <class T>
cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned flags = 1) {
  return cudaMallocManaged((void **)p, bytes, flags);
}
template <class T>
cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h) {
  return cudaMallocPitch((void **)p, pitch, w, h);
}
template <class T>
cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t s) {
  return cudaMallocAsync((void **)p, bytes, s);
}
template <class T>
cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void **)p, bytes, flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T **d, void *h, unsigned flags) {
  return cudaHostGetDevicePointer((void **)d, h, flags);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *s, size_t n,
                               size_t offset = 0,
                               cudaMemcpyKind k = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&symbol, s, n, offset, k);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *s, size_t n,
                                    size_t offset, cudaMemcpyKind k,
                                    cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&symbol, s, n, offset, k,
                                 stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *d, const T &symbol, size_t n,
                                 size_t offset = 0,
                                 cudaMemcpyKind k = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(d, (const void *)&symbol, n, offset, k);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *d, const T &symbol, size_t n,
                                      size_t offset, cudaMemcpyKind k,
                                      cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(d, (const void *)&symbol, n, offset, k,
                                   stream);
}
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
  return cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T> cudaError_t cudaGetSymbolSize(size_t *n, const T &symbol) {
  *n = sizeof(symbol);
  return cudaSuccess;
}
template <class... P>
cudaError_t cudaFuncSetCacheConfig(void (*f)(P...), cudaFuncCache c) {
  return cudaFuncSetCacheConfig((const void *)f, c);
}
template <class... P>
cudaError_t cudaFuncSetSharedMemConfig(void (*f)(P...), cudaSharedMemConfig c) {
  return cudaFuncSetSharedMemConfig((const void *)f, c);
}
template <class... P>
cudaError_t cudaFuncSetAttribute(void (*f)(P...), cudaFuncAttribute a, int v) {
  return cudaFuncSetAttribute((const void *)f, a, v);
}
template <class... P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, void (*f)(P...)) {
  return cudaFuncGetAttributes(a, (const void *)f);
}
template <class... P>
cudaError_t cudaLaunchKernel(void (*f)(P...), dim3 g, dim3 b, void **args,
                             size_t smem = 0, cudaStream_t s = 0) {
  return cudaLaunchKernel((const void *)f, g, b, args, smem, s);
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*f)(P...), dim3 g, dim3 b,
                                        void **args, size_t smem = 0,
                                        cudaStream_t s = 0) {
  return cudaLaunchCooperativeKernel((const void *)f, g, b, args, smem, s);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*f)(P...),
                               A &&...args) {
  void *pointers[] = {(void *)&args..., nullptr};
  return cudaLaunchKernelExC(c, (const void *)f, pointers);
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F f,
                                               size_t smem = 0, int limit = 0);
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f,
                                                          int block,
                                                          size_t smem);

// Math that nvcc declares for host code, too. glibc has rsqrt since 2.42: beside
// its functions, which are taken before a template, these are no second ones.
template <int = 0> static inline __host__ float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
template <int = 0> static inline __host__ double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
#include "gpuperf_minmax.h"

#endif // GPUPERF_RUNTIME_H
