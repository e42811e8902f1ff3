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

LAUNCH(cudaLaunchKernel)
LAUNCH(cudaLaunchKernel_ptsz)
LAUNCH(__cudaLaunchKernel)
LAUNCH(__cudaLaunchKernel_ptsz)
LAUNCH(cudaLaunchCooperativeKernel)
LAUNCH(cudaLaunchCooperativeKernel_ptsz)

LAUNCH_EXC(cudaLaunchKernelExC)
LAUNCH_EXC(cudaLaunchKernelExC_ptsz)

ALLOCATE(cudaMalloc)
ALLOCATE_WITH(cudaMallocManaged, unsigned)
ALLOCATE_WITH(cudaMallocAsync, void *)
ALLOCATE_WITH(cudaMallocAsync_ptsz, void *)
ALLOCATE_PITCH(cudaMallocPitch)
FREE(cudaFree)
FREE_ASYNC(cudaFreeAsync)
FREE_ASYNC(cudaFreeAsync_ptsz)
