//===- HipNames.h - HIP's names for what Emulation.h has --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HIP's runtime is CUDA's under other names, but for its launches by a macro
// and by the addresses of arguments. Exchanges between the lanes of a wavefront
// of 64 are not emulated.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_FIXITS_EMULATION_HIPNAMES_H
#define GPUPERF_TEST_FIXITS_EMULATION_HIPNAMES_H

#define hipDeviceReset cudaDeviceReset
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipErrorInvalidConfiguration cudaErrorInvalidConfiguration
#define hipErrorInvalidValue cudaErrorInvalidValue
#define hipError_t cudaError_t
#define hipEventCreate cudaEventCreate
#define hipEventDestroy cudaEventDestroy
#define hipEventElapsedTime cudaEventElapsedTime
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEvent_t cudaEvent_t
#define hipFree cudaFree
#define hipFreeHost cudaFreeHost
#define hipFuncAttribute cudaFuncAttribute
#define hipFuncAttributeMaxDynamicSharedMemorySize                             \
  cudaFuncAttributeMaxDynamicSharedMemorySize
#define hipFuncSetAttribute cudaFuncSetAttribute
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipGetErrorString cudaGetErrorString
#define hipGetLastError cudaGetLastError
#define hipMalloc cudaMalloc
#define hipMallocHost cudaMallocHost
#define hipMallocManaged cudaMallocManaged
#define hipMallocPitch cudaMallocPitch
#define hipMemcpy cudaMemcpy
#define hipMemcpy2D cudaMemcpy2D
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpyDefault cudaMemcpyDefault
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyFromSymbol cudaMemcpyFromSymbol
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyHostToHost cudaMemcpyHostToHost
#define hipMemcpyKind cudaMemcpyKind
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define hipMemset cudaMemset
#define hipMemsetAsync cudaMemsetAsync
#define hipPeekAtLastError cudaPeekAtLastError
#define hipSetDevice cudaSetDevice
#define hipStreamCreate cudaStreamCreate
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStream_t cudaStream_t
#define hipSuccess cudaSuccess
#define hipDeviceProp_t cudaDeviceProp
#define hipHostMalloc cudaMallocHost
#define hipHostFree cudaFreeHost

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define hipLaunchKernelGGL(Kernel, Grid, Block, Shared, Stream, ...)           \
  ::emulation::Launch(Grid, Block, Shared,                                     \
                      Stream)([&](auto... LaunchArguments) {                   \
    Kernel(LaunchArguments...);                                                \
  })(__VA_ARGS__)
#define hipExtLaunchKernelGGL(Kernel, Grid, Block, Shared, Stream, Start,      \
                              Stop, Flags, ...)                                \
  hipLaunchKernelGGL(Kernel, Grid, Block, Shared, Stream, __VA_ARGS__)

namespace emulation {
/// A launch by the addresses of the arguments. rewrite.py takes the cast to
/// const void * from the kernel.
template <typename... P, size_t... Is>
void launchByAddress(void (*Kernel)(P...), dim3 Grid, dim3 Block, void **Args,
                     size_t SharedBytes, std::index_sequence<Is...>) {
  Launch(Grid, Block, SharedBytes)(Kernel)(*static_cast<P *>(Args[Is])...);
}
} // namespace emulation

template <typename... P>
cudaError_t hipLaunchKernel(void (*Kernel)(P...), dim3 Grid, dim3 Block,
                            void **Args, size_t SharedBytes = 0,
                            cudaStream_t = nullptr) {
  emulation::launchByAddress(Kernel, Grid, Block, Args, SharedBytes,
                             std::index_sequence_for<P...>());
  return cudaGetLastError();
}

#define HIP_DYNAMIC_SHARED(Type, Name)                                         \
  Type *const Name = static_cast<Type *>(::emulation::dynamicShared());

#endif // GPUPERF_TEST_FIXITS_EMULATION_HIPNAMES_H
