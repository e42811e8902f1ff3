//===- Passthrough.cpp - Launches that are noted and run ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a machine with a GPU: the program runs on the real CUDA runtime, and each
// function here hands on to it. Only launches and allocations are looked at.
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Passthrough.h"
#include "plugin/record/runtime/Allocations.h"
#include "plugin/record/runtime/Layouts.h"
#include "plugin/record/runtime/Register.h"

using namespace gpuperf::record;

void gpuperf::record::noteAndCount(const void *Handle, Dim Grid, Dim Block,
                                   const ArgumentList &Arguments,
                                   size_t SharedBytes, const void *Site) {
  RawLaunch L;
  L.Kernel = kernelOf(Handle);
  if (L.Kernel.empty())
    return;
  L.Site = Site;
  L.Grid = Grid;
  L.Block = Block;
  L.SharedBytes = SharedBytes;
  L.Arguments = Arguments;
  count(numberOf(L));
}

Error gpuperf::record::allocated(Error E, void **Out, size_t Bytes) {
  if (E == Success && Out && *Out)
    addRegion(*Out, Bytes);
  return E;
}

CUDART void **__cudaRegisterFatBinary(void *Binary) {
  readLayouts(__builtin_return_address(0));
  return REAL(__cudaRegisterFatBinary)(Binary);
}

CUDART void __cudaRegisterFunction(void **Binary, const char *Stub,
                                   char *Device, const char *Name, int Limit,
                                   void *ThreadId, void *BlockId,
                                   void *BlockDim, void *GridDim,
                                   int *WarpSize) {
  registerKernel(Stub, Name);
  REAL(__cudaRegisterFunction)(Binary, Stub, Device, Name, Limit, ThreadId,
                               BlockId, BlockDim, GridDim, WarpSize);
}

CUDART Error __cudaGetKernel(const void **Out, const void *Stub) {
  const Error E = REAL(__cudaGetKernel)(Out, Stub);
  if (E == Success)
    registerKernel(*Out, kernelOf(Stub).c_str());
  return E;
}
CUDART Error cudaGetKernel(const void **Out, const void *Stub) {
  const Error E = REAL(cudaGetKernel)(Out, Stub);
  if (E == Success)
    registerKernel(*Out, kernelOf(Stub).c_str());
  return E;
}

CUDART unsigned __cudaPushCallConfiguration(Dim Grid, Dim Block, size_t Shared,
                                            void *Stream) {
  pushConfiguration({Grid, Block, Shared, Stream, __builtin_return_address(0)});
  return REAL(__cudaPushCallConfiguration)(Grid, Block, Shared, Stream);
}

CUDART Error __cudaPopCallConfiguration(Dim *Grid, Dim *Block, size_t *Shared,
                                        void **Stream) {
  popConfiguration();
  return REAL(__cudaPopCallConfiguration)(Grid, Block, Shared, Stream);
}

#define LAUNCH(Name)                                                           \
  CUDART Error Name(const void *Stub, Dim Grid, Dim Block, void **Arguments,   \
                    size_t Shared, void *Stream) {                             \
    noteAndCount(Stub, Grid, Block, {Arguments}, Shared,                       \
                 takeSite(__builtin_return_address(0)));                       \
    return REAL(Name)(Stub, Grid, Block, Arguments, Shared, Stream);           \
  }
LAUNCH(cudaLaunchKernel)
LAUNCH(cudaLaunchKernel_ptsz)
LAUNCH(__cudaLaunchKernel)
LAUNCH(__cudaLaunchKernel_ptsz)
LAUNCH(cudaLaunchCooperativeKernel)
LAUNCH(cudaLaunchCooperativeKernel_ptsz)

#define LAUNCH_EXC(Name)                                                       \
  CUDART Error Name(const LaunchConfig *C, const void *Stub,                   \
                    void **Arguments) {                                        \
    noteAndCount(Stub, C->Grid, C->Block, {Arguments}, C->SharedBytes,         \
                 takeSite(__builtin_return_address(0)));                       \
    return REAL(Name)(C, Stub, Arguments);                                     \
  }
LAUNCH_EXC(cudaLaunchKernelExC)
LAUNCH_EXC(cudaLaunchKernelExC_ptsz)

CUDART Error cudaMalloc(void **Out, size_t Bytes) {
  return allocated(REAL(cudaMalloc)(Out, Bytes), Out, Bytes);
}
CUDART Error cudaMallocManaged(void **Out, size_t Bytes, unsigned Flags) {
  return allocated(REAL(cudaMallocManaged)(Out, Bytes, Flags), Out, Bytes);
}
CUDART Error cudaMallocAsync(void **Out, size_t Bytes, void *Stream) {
  return allocated(REAL(cudaMallocAsync)(Out, Bytes, Stream), Out, Bytes);
}
CUDART Error cudaMallocAsync_ptsz(void **Out, size_t Bytes, void *Stream) {
  return allocated(REAL(cudaMallocAsync_ptsz)(Out, Bytes, Stream), Out, Bytes);
}
CUDART Error cudaMallocPitch(void **Out, size_t *Pitch, size_t Width,
                             size_t Height) {
  const Error E = REAL(cudaMallocPitch)(Out, Pitch, Width, Height);
  return allocated(E, Out, E == Success ? *Pitch * Height : 0);
}

#define FREE(Name)                                                             \
  CUDART Error Name(void *At) {                                                \
    removeRegion(At);                                                          \
    return REAL(Name)(At);                                                     \
  }
FREE(cudaFree)
#define FREE_ASYNC(Name)                                                       \
  CUDART Error Name(void *At, void *Stream) {                                  \
    removeRegion(At);                                                          \
    return REAL(Name)(At, Stream);                                             \
  }
FREE_ASYNC(cudaFreeAsync)
FREE_ASYNC(cudaFreeAsync_ptsz)
