//===- Device.cpp - What a program asks about its GPU ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command says the GPU's numbers in $GPUPERF_RECORD_GPU:
//
//   NAME;ATTRIBUTE:FIELD=VALUE;ATTRIBUTE:FIELD=VALUE...
//
// by the number of the attribute (cudaDeviceAttr) and the name of the field of
// cudaDeviceProp; either may be missing.
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Cudart.h"
#include "plugin/record/runtime/Layouts.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

using namespace gpuperf::record;

namespace {
struct Number {
  int Attribute = 0;
  std::string Field;
  uint64_t Value = 0;
};
struct Gpu {
  std::string Name = "GPU";
  std::vector<Number> Numbers;
};
} // namespace

static const Gpu &gpu() {
  static const Gpu *G = [] {
    auto *Out = new Gpu;
    const char *Text = std::getenv("GPUPERF_RECORD_GPU");
    std::istringstream Entries(Text ? Text : "");
    std::string Entry;
    if (std::getline(Entries, Entry, ';'))
      Out->Name = Entry;
    while (std::getline(Entries, Entry, ';')) {
      const size_t Colon = Entry.find(':'), Equals = Entry.find('=');
      if (Colon == std::string::npos || Equals == std::string::npos)
        continue;
      Out->Numbers.push_back(
          {std::atoi(Entry.c_str()),
           Entry.substr(Colon + 1, Equals - Colon - 1),
           std::strtoull(Entry.c_str() + Equals + 1, nullptr, 10)});
    }
    return Out;
  }();
  return *G;
}

static uint64_t attribute(int Wanted, uint64_t Else) {
  for (const Number &N : gpu().Numbers)
    if (N.Attribute == Wanted)
      return N.Value;
  return Else;
}

// Of the enumeration cudaDeviceAttr.
enum Attribute : int {
  MaxThreadsPerBlock = 1,
  SharedPerBlock = 8,
  WarpSize = 10,
  MaxThreadsPerSm = 39,
  Major = 75,
  Minor = 76,
  SharedPerSm = 81,
  SharedPerBlockOptIn = 97,
  MaxBlocksPerSm = 106,
};

CUDART Error cudaDeviceGetAttribute(int *Out, int Wanted, int) {
  *Out = static_cast<int>(attribute(Wanted, 0));
  return Success;
}

CUDART Error cudaGetDeviceProperties(char *Out, int) {
  std::vector<Property> Layout = propertyLayout();
  // Without debug information: all versions begin with these.
  if (Layout.empty())
    Layout = {{"name", 0, 1},
              {"totalGlobalMem", 288, 8},
              {"sharedMemPerBlock", 296, 8},
              {"regsPerBlock", 304, 4},
              {"warpSize", 308, 4},
              {"memPitch", 312, 8},
              {"maxThreadsPerBlock", 320, 4},
              {"maxThreadsDim", 324, 4},
              {"maxGridSize", 336, 4}};
  for (const Property &P : Layout) {
    if (P.Name == "name")
      std::strncpy(Out + P.Offset, gpu().Name.c_str(), 255);
    // A field of several numbers has an entry for each, in order.
    unsigned Index = 0;
    for (const Number &N : gpu().Numbers)
      if (N.Field == P.Name && P.Bytes <= sizeof(N.Value))
        std::memcpy(Out + P.Offset + P.Bytes * Index++, &N.Value, P.Bytes);
  }
  return Success;
}
CUDART_ALIAS(cudaGetDeviceProperties_v2, cudaGetDeviceProperties);

CUDART Error cudaGetDeviceCount(int *Out) {
  *Out = 1;
  return Success;
}
CUDART Error cudaGetDevice(int *Out) {
  *Out = 0;
  return Success;
}
CUDART Error cudaChooseDevice(int *Out, const void *) {
  *Out = 0;
  return Success;
}
CUDART Error cudaGetDeviceFlags(unsigned *Out) {
  *Out = 0;
  return Success;
}
CUDART Error cudaDeviceCanAccessPeer(int *Out, int, int) {
  *Out = 0;
  return Success;
}
CUDART Error cudaDeviceGetPCIBusId(char *Out, int Length, int) {
  std::strncpy(Out, "0000:01:00.0", static_cast<size_t>(Length));
  return Success;
}
CUDART Error cudaDeviceGetLimit(size_t *Out, int) {
  *Out = 8 << 20;
  return Success;
}
CUDART Error cudaDeviceGetCacheConfig(int *Out) {
  *Out = 0;
  return Success;
}
CUDART_ALIAS(cudaDeviceGetSharedMemConfig, cudaDeviceGetCacheConfig);

CUDART Error cudaRuntimeGetVersion(int *Out) {
  *Out = 13000;
  return Success;
}
CUDART_ALIAS(cudaDriverGetVersion, cudaRuntimeGetVersion);

CUDART Error cudaMemGetInfo(size_t *Free, size_t *Total) {
  size_t All = size_t(16) << 30;
  for (const Number &N : gpu().Numbers)
    if (N.Field == "totalGlobalMem")
      All = N.Value;
  *Free = All - All / 32;
  *Total = All;
  return Success;
}

CUDART const char *cudaGetErrorString(Error E) {
  return E == Success ? "no error" : "error";
}
CUDART const char *cudaGetErrorName(Error E) {
  return E == Success ? "cudaSuccess" : "cudaErrorUnknown";
}

namespace {
/// The beginning of cudaFuncAttributes.
struct FunctionAttributes {
  size_t SharedBytes, ConstantBytes, LocalBytes;
  int MaxThreadsPerBlock, Registers, PtxVersion, BinaryVersion, CacheMode,
      MaxDynamicSharedBytes, Carveout;
};
} // namespace

CUDART Error cudaFuncGetAttributes(FunctionAttributes *Out, const void *) {
  const int Version =
      static_cast<int>(attribute(Major, 9) * 10 + attribute(Minor, 0));
  *Out = {};
  Out->MaxThreadsPerBlock =
      static_cast<int>(attribute(MaxThreadsPerBlock, 1024));
  Out->Registers = 32; // the kernel's own number is not known here
  Out->PtxVersion = Out->BinaryVersion = Version;
  Out->MaxDynamicSharedBytes =
      static_cast<int>(attribute(SharedPerBlock, 49152));
  return Success;
}

CUDART Error cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Out,
                                                           const void *,
                                                           int Threads,
                                                           size_t Shared) {
  const uint64_t Warp = attribute(WarpSize, 32);
  const uint64_t Block = std::max<uint64_t>(
      (static_cast<uint64_t>(Threads) + Warp - 1) / Warp * Warp, Warp);
  uint64_t Blocks = std::min(attribute(MaxThreadsPerSm, 2048) / Block,
                             attribute(MaxBlocksPerSm, 32));
  if (Shared)
    Blocks = std::min<uint64_t>(Blocks, attribute(SharedPerSm, 65536) / Shared);
  *Out = static_cast<int>(Blocks);
  return Success;
}
CUDART_ALIAS(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
             cudaOccupancyMaxActiveBlocksPerMultiprocessor);

CUDART Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Out,
                                                       const void *, int, int) {
  *Out = attribute(SharedPerBlock, 49152);
  return Success;
}
