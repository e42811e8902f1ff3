//===- Launches.cpp - Kernels that are noted and not run -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Allocations.h"
#include "plugin/record/runtime/Layouts.h"
#include "plugin/record/runtime/Notes.h"
#include "plugin/record/runtime/Register.h"
#include "plugin/record/runtime/Streams.h"

using namespace gpuperf::record;

CUDART void **__cudaRegisterFatBinary(void *) {
  readLayouts(__builtin_return_address(0));
  static void *Handle;
  return &Handle;
}

CUDART void __cudaRegisterFunction(void **, const char *Stub, char *,
                                   const char *Name) {
  registerKernel(Stub, Name);
}

CUDART void __cudaRegisterVar(void **, char *Variable, char *, const char *,
                              int, size_t Bytes) {
  addRegion(Variable, Bytes);
}

/// A managed variable is reached through a pointer, which the runtime sets.
CUDART void __cudaRegisterManagedVar(void **, void **Variable, char *,
                                     const char *, int, size_t Bytes) {
  *Variable = allocate(Bytes);
}

CUDART unsigned __cudaPushCallConfiguration(Dim Grid, Dim Block, size_t Shared,
                                            void *Stream) {
  pushConfiguration({Grid, Block, Shared, Stream, __builtin_return_address(0)});
  return 0;
}

CUDART Error __cudaPopCallConfiguration(Dim *Grid, Dim *Block, size_t *Shared,
                                        void **Stream) {
  Configuration C = popConfiguration();
  *Grid = C.Grid;
  *Block = C.Block;
  *Shared = C.SharedBytes;
  *Stream = C.Stream;
  return Success;
}

CUDART Error cudaLaunchKernel(const void *Stub, Dim Grid, Dim Block,
                              void **Arguments, size_t Shared, void *) {
  return noteLaunch(Stub, Grid, Block, {Arguments}, Shared,
                    takeSite(__builtin_return_address(0)));
}
CUDART_ALIAS(cudaLaunchKernel_ptsz, cudaLaunchKernel);
CUDART_ALIAS(__cudaLaunchKernel, cudaLaunchKernel);
CUDART_ALIAS(__cudaLaunchKernel_ptsz, cudaLaunchKernel);
CUDART_ALIAS(cudaLaunchCooperativeKernel, cudaLaunchKernel);
CUDART_ALIAS(cudaLaunchCooperativeKernel_ptsz, cudaLaunchKernel);

CUDART Error cudaLaunchKernelExC(const LaunchConfig *Config, const void *Stub,
                                 void **Arguments) {
  return noteLaunch(Stub, Config->Grid, Config->Block, {Arguments},
                    Config->SharedBytes, takeSite(__builtin_return_address(0)));
}
CUDART_ALIAS(cudaLaunchKernelExC_ptsz, cudaLaunchKernelExC);

/// A kernel's handle is its stub.
CUDART Error cudaGetKernel(const void **Out, const void *Stub) {
  *Out = Stub;
  return Success;
}
CUDART_ALIAS(__cudaGetKernel, cudaGetKernel);
CUDART_ALIAS(cudaGetFuncBySymbol, cudaGetKernel);

CUDART Error cudaFuncGetName(const char **Out, const void *) {
  *Out = "kernel";
  return Success;
}
