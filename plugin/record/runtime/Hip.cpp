//===- Hip.cpp - The stand-in for HIP's runtime ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of HIP's functions are CUDA's under another name: a jump leads to these,
// so that they see the caller's return address. What is different is here.
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Allocations.h"
#include "plugin/record/runtime/Cudart.h"
#include "plugin/record/runtime/Layouts.h"
#include "plugin/record/runtime/Notes.h"
#include "plugin/record/runtime/Register.h"
#include "plugin/record/runtime/Streams.h"
#include <cstdlib>
#include <cstring>

using namespace gpuperf::record;

#ifdef __aarch64__
#define GPUPERF_JUMP(To) "b " #To
#else
#define GPUPERF_JUMP(To) "jmp " #To "@PLT"
#endif
#define GPUPERF_HIP_AS(Hip, Cuda)                                              \
  __asm__(".text\n.globl " #Hip "\n.type " #Hip ", @function\n" #Hip           \
          ":\n" GPUPERF_JUMP(Cuda) "\n.size " #Hip ", .-" #Hip "\n");
#define GPUPERF_HIP_SAME(Name) GPUPERF_HIP_AS(hip##Name, cuda##Name)
#define GPUPERF_HIP_NONE(Name)                                                 \
  CUDART int Name() { return Success; }
#include "plugin/record/runtime/HipNames.def"

CUDART void **__hipRegisterFatBinary(void *) {
  readLayouts(__builtin_return_address(0));
  static void *Handle;
  return &Handle;
}
CUDART void __hipUnregisterFatBinary(void **) {}

/// The order of the parameters is not CUDA's.
CUDART void __hipRegisterManagedVar(void *, void **Variable, void *Initial,
                                    const char *, size_t Bytes, unsigned) {
  *Variable = allocate(Bytes);
  if (*Variable && Initial)
    std::memcpy(*Variable, Initial, Bytes);
}

/// (to, from, bytes)
CUDART Error hipMemcpyBytes(void *To, const void *From, size_t Bytes) {
  if (Bytes && (!To || !From))
    return InvalidValue;
  std::memmove(To, From, Bytes);
  lookAtResults();
  return Success;
}

/// The command says them: "NUMBER=VALUE;NUMBER=VALUE...", by the numbers of
/// hipDeviceAttribute_t.
static int attribute(int Wanted, int Else) {
  const char *At = std::getenv("GPUPERF_RECORD_HIP_ATTRIBUTES");
  while (At && *At) {
    char *End = nullptr;
    const long Number = std::strtol(At, &End, 10);
    if (*End == '=' && Number == Wanted)
      return std::atoi(End + 1);
    At = std::strchr(At, ';');
    At = At ? At + 1 : nullptr;
  }
  return Else;
}

CUDART Error hipDeviceGetAttribute(int *Out, int Wanted, int) {
  *Out = attribute(Wanted, 0);
  return Success;
}

extern "C" Error cudaGetDeviceProperties(char *Out, int Device);

/// Of ROCm 5 and older. Without debug information the fields are at the places
/// that all these versions begin with.
CUDART Error hipGetDeviceProperties(char *Out, int Device) {
  if (!propertyLayout().empty())
    return cudaGetDeviceProperties(Out, Device);
  char Newer[2048] = {}; // in which those places are others
  cudaGetDeviceProperties(Newer, Device);
  constexpr size_t NameBytes = 256, NewerFirst = 288;
  std::memcpy(Out, Newer, NameBytes);
  struct Move {
    size_t To, From, Bytes;
  };
  // Memory, LDS of a block; registers, warp size; block and grid.
  for (const Move &M : {Move{0, 0, 16}, Move{16, 16, 8}, Move{24, 32, 28}})
    std::memcpy(Out + NameBytes + M.To, Newer + NewerFirst + M.From, M.Bytes);
  return Success;
}

namespace {
struct HipFunctionAttributes {
  int BinaryVersion, CacheMode;
  size_t ConstantBytes, LocalBytes;
  int MaxDynamicSharedBytes, MaxThreadsPerBlock, Registers, Carveout,
      PtxVersion;
  size_t SharedBytes;
};
} // namespace

CUDART Error hipFuncGetAttributes(HipFunctionAttributes *Out, const void *) {
  constexpr int MaxThreadsPerBlock = 56, SharedPerBlock = 74;
  *Out = {};
  Out->MaxThreadsPerBlock = attribute(MaxThreadsPerBlock, 1024);
  Out->MaxDynamicSharedBytes = attribute(SharedPerBlock, 65536);
  Out->Registers = 32; // the kernel's own number is not known here
  return Success;
}

CUDART Error hipDeviceGetName(char *Out, int Length, int) {
  char Properties[2048] = {};
  cudaGetDeviceProperties(Properties, 0);
  std::strncpy(Out, Properties, static_cast<size_t>(Length));
  return Success;
}
CUDART Error hipDeviceGet(int *Out, int Ordinal) {
  *Out = Ordinal;
  return Success;
}
