//===- HipModules.cpp - Kernels that HIP loads from modules ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Layouts.h"
#include "plugin/record/runtime/Modules.h"
#include "plugin/record/runtime/Register.h"
#include "plugin/record/runtime/Streams.h"

using namespace gpuperf::record;

/// A module that is not there is no obstacle: none of its kernels runs.
CUDART Error hipModuleLoad(void **Out, const char *Path) {
  if (Path)
    readLayoutsOf(Path);
  return newHandle(Out);
}
CUDART Error hipModuleLoadData(void **Out, const void *Image) {
  readLayoutsOfImage(Image);
  return newHandle(Out);
}
CUDART_ALIAS(hipModuleLoadDataEx, hipModuleLoadData);

/// A handle for each request. It is never given back: a few bytes each.
CUDART Error hipModuleGetFunction(void **Out, void *, const char *Symbol) {
  newHandle(Out);
  registerKernel(*Out, Symbol);
  return Success;
}

CUDART Error hipModuleLaunchKernel(const void *Handle, unsigned GridX,
                                   unsigned GridY, unsigned GridZ,
                                   unsigned BlockX, unsigned BlockY,
                                   unsigned BlockZ, unsigned SharedBytes,
                                   void *, void **Arguments, void **Extra) {
  return noteLaunch(Handle, {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ},
                    moduleArguments(Arguments, Extra), SharedBytes,
                    __builtin_return_address(0));
}

/// Takes no buffer of arguments.
CUDART Error hipModuleLaunchCooperativeKernel(const void *Handle,
                                              unsigned GridX, unsigned GridY,
                                              unsigned GridZ, unsigned BlockX,
                                              unsigned BlockY, unsigned BlockZ,
                                              unsigned SharedBytes, void *,
                                              void **Arguments) {
  return noteLaunch(Handle, {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ},
                    {Arguments}, SharedBytes, __builtin_return_address(0));
}

/// Of the grid it is given the threads.
CUDART Error hipExtModuleLaunchKernel(const void *Handle, unsigned ThreadsX,
                                      unsigned ThreadsY, unsigned ThreadsZ,
                                      unsigned BlockX, unsigned BlockY,
                                      unsigned BlockZ, size_t SharedBytes,
                                      void *, void **Arguments, void **Extra) {
  const Dim Block = {BlockX, BlockY, BlockZ};
  return noteLaunch(Handle, blocksOf({ThreadsX, ThreadsY, ThreadsZ}, Block),
                    Block, moduleArguments(Arguments, Extra), SharedBytes,
                    __builtin_return_address(0));
}
CUDART_ALIAS(hipHccModuleLaunchKernel, hipExtModuleLaunchKernel);
