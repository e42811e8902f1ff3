//===- PassthroughHip.cpp - HIP launches that are noted and run -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Passthrough.cpp, for a program that runs on the real HIP runtime.
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Layouts.h"
#include "plugin/record/runtime/Modules.h"
#include "plugin/record/runtime/Passthrough.h"
#include "plugin/record/runtime/Register.h"

using namespace gpuperf::record;

CUDART void **__hipRegisterFatBinary(const void *Binary) {
  readLayouts(__builtin_return_address(0));
  return REAL(__hipRegisterFatBinary)(Binary);
}

CUDART void __hipRegisterFunction(void **Binary, const void *Handle,
                                  char *Device, const char *Name,
                                  unsigned Limit, void *ThreadId, void *BlockId,
                                  void *BlockDim, void *GridDim,
                                  int *WaveSize) {
  registerKernel(Handle, Name);
  REAL(__hipRegisterFunction)(Binary, Handle, Device, Name, Limit, ThreadId,
                              BlockId, BlockDim, GridDim, WaveSize);
}

CUDART Error __hipPushCallConfiguration(Dim Grid, Dim Block, size_t Shared,
                                        void *Stream) {
  pushConfiguration({Grid, Block, Shared, Stream, __builtin_return_address(0)});
  return REAL(__hipPushCallConfiguration)(Grid, Block, Shared, Stream);
}

CUDART Error __hipPopCallConfiguration(Dim *Grid, Dim *Block, size_t *Shared,
                                       void **Stream) {
  popConfiguration();
  return REAL(__hipPopCallConfiguration)(Grid, Block, Shared, Stream);
}

CUDART Error hipGetFuncBySymbol(void **Out, const void *Kernel) {
  const Error E = REAL(hipGetFuncBySymbol)(Out, Kernel);
  if (E == Success)
    registerKernel(*Out, kernelOf(Kernel).c_str());
  return E;
}

LAUNCH(hipLaunchKernel)
LAUNCH(hipLaunchKernel_spt)
/// Its number for the shared bytes is half as wide, which no register shows.
LAUNCH(hipLaunchCooperativeKernel)
LAUNCH(hipLaunchCooperativeKernel_spt)

LAUNCH_EXC(hipLaunchKernelExC)

CUDART Error hipExtLaunchKernel(const void *Kernel, Dim Grid, Dim Block,
                                void **Arguments, size_t Shared, void *Stream,
                                void *Start, void *Stop, int Flags) {
  noteAndCount(Kernel, Grid, Block, {Arguments}, Shared,
               takeSite(__builtin_return_address(0)));
  return REAL(hipExtLaunchKernel)(Kernel, Grid, Block, Arguments, Shared,
                                  Stream, Start, Stop, Flags);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

CUDART Error hipModuleLoad(void **Out, const char *Path) {
  if (Path)
    readLayoutsOf(Path);
  return REAL(hipModuleLoad)(Out, Path);
}
CUDART Error hipModuleLoadData(void **Out, const void *Image) {
  readLayoutsOfImage(Image);
  return REAL(hipModuleLoadData)(Out, Image);
}
CUDART Error hipModuleLoadDataEx(void **Out, const void *Image, unsigned Count,
                                 int *Options, void **Values) {
  readLayoutsOfImage(Image);
  return REAL(hipModuleLoadDataEx)(Out, Image, Count, Options, Values);
}

CUDART Error hipModuleGetFunction(void **Out, void *Module,
                                  const char *Symbol) {
  const Error E = REAL(hipModuleGetFunction)(Out, Module, Symbol);
  if (E == Success)
    registerKernel(*Out, Symbol);
  return E;
}

CUDART Error hipModuleLaunchKernel(const void *Handle, unsigned GridX,
                                   unsigned GridY, unsigned GridZ,
                                   unsigned BlockX, unsigned BlockY,
                                   unsigned BlockZ, unsigned SharedBytes,
                                   void *Stream, void **Arguments,
                                   void **Extra) {
  noteAndCount(Handle, {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ},
               moduleArguments(Arguments, Extra), SharedBytes,
               __builtin_return_address(0));
  return REAL(hipModuleLaunchKernel)(Handle, GridX, GridY, GridZ, BlockX,
                                     BlockY, BlockZ, SharedBytes, Stream,
                                     Arguments, Extra);
}

CUDART Error hipModuleLaunchCooperativeKernel(const void *Handle,
                                              unsigned GridX, unsigned GridY,
                                              unsigned GridZ, unsigned BlockX,
                                              unsigned BlockY, unsigned BlockZ,
                                              unsigned SharedBytes,
                                              void *Stream, void **Arguments) {
  noteAndCount(Handle, {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ},
               {Arguments}, SharedBytes, __builtin_return_address(0));
  return REAL(hipModuleLaunchCooperativeKernel)(Handle, GridX, GridY, GridZ,
                                                BlockX, BlockY, BlockZ,
                                                SharedBytes, Stream, Arguments);
}

#define LAUNCH_THREADS(Name)                                                   \
  CUDART Error Name(const void *Handle, unsigned ThreadsX, unsigned ThreadsY,  \
                    unsigned ThreadsZ, unsigned BlockX, unsigned BlockY,       \
                    unsigned BlockZ, size_t SharedBytes, void *Stream,         \
                    void **Arguments, void **Extra, void *Start, void *Stop,   \
                    unsigned Flags) {                                          \
    const Dim Block = {BlockX, BlockY, BlockZ};                                \
    noteAndCount(Handle, blocksOf({ThreadsX, ThreadsY, ThreadsZ}, Block),      \
                 Block, moduleArguments(Arguments, Extra), SharedBytes,        \
                 __builtin_return_address(0));                                 \
    return REAL(Name)(Handle, ThreadsX, ThreadsY, ThreadsZ, BlockX, BlockY,    \
                      BlockZ, SharedBytes, Stream, Arguments, Extra, Start,    \
                      Stop, Flags);                                            \
  }
LAUNCH_THREADS(hipExtModuleLaunchKernel)
/// Without flags, which nobody reads then.
LAUNCH_THREADS(hipHccModuleLaunchKernel)

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

ALLOCATE(hipMalloc)
ALLOCATE_WITH(hipExtMallocWithFlags, unsigned)
ALLOCATE_WITH(hipMallocManaged, unsigned)
ALLOCATE_WITH(hipMallocAsync, void *)
ALLOCATE_PITCH(hipMallocPitch)
FREE(hipFree)
FREE_ASYNC(hipFreeAsync)
