//===- CudaDevice.cpp - What a program asks its GPU in a walk ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"

namespace gpuperf::program {

static uint64_t whole(const OptFact &F, uint64_t Else = 0) {
  return F ? static_cast<uint64_t>(F->Value) : Else;
}

namespace {
/// One number of a GPU under its two names: the attribute that
/// cudaDeviceGetAttribute takes and the field of cudaDeviceProp.
struct DeviceNumber {
  int Attribute;
  const char *Field;
  uint64_t (*Value)(const GpuModel &);
};
} // namespace

static uint64_t kilohertz(const OptFact &F) { return whole(F) * 1000; }

// The attributes' numbers are those of the enumeration cudaDeviceAttr.
static const DeviceNumber Numbers[] = {
    {1, "maxThreadsPerBlock",
     [](const GpuModel &G) {
       return uint64_t(G.Arch.MaxThreadsPerBlock.Value);
     }},
    {2, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlockX.Value); }},
    {3, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlockY.Value); }},
    {4, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlockZ.Value); }},
    {5, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxGridX.Value); }},
    {6, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxGridY.Value); }},
    {7, "", [](const GpuModel &G) { return uint64_t(G.Arch.MaxGridZ.Value); }},
    {8, "sharedMemPerBlock",
     [](const GpuModel &G) {
       return whole(G.Arch.SharedPerBlockDefaultBytes, 49152);
     }},
    {9, "totalConstMem", [](const GpuModel &) { return uint64_t(65536); }},
    {10, "warpSize",
     [](const GpuModel &G) { return uint64_t(G.Arch.WarpSize.Value); }},
    {12, "regsPerBlock",
     [](const GpuModel &G) { return whole(G.Arch.RegistersPerBlock, 65536); }},
    {13, "clockRate",
     [](const GpuModel &G) { return kilohertz(G.BoostClockMhz); }},
    {16, "multiProcessorCount",
     [](const GpuModel &G) { return uint64_t(G.SmCount.Value); }},
    {31, "concurrentKernels", [](const GpuModel &) { return uint64_t(1); }},
    {36, "memoryClockRate",
     [](const GpuModel &G) { return kilohertz(G.MemoryClockMhz); }},
    {38, "l2CacheSize", [](const GpuModel &G) { return whole(G.L2Bytes); }},
    {39, "maxThreadsPerMultiProcessor",
     [](const GpuModel &G) { return uint64_t(G.Arch.MaxThreadsPerSm.Value); }},
    {41, "unifiedAddressing", [](const GpuModel &) { return uint64_t(1); }},
    {75, "major", [](const GpuModel &G) { return uint64_t(G.Arch.CcMajor); }},
    {76, "minor", [](const GpuModel &G) { return uint64_t(G.Arch.CcMinor); }},
    {81, "sharedMemPerMultiprocessor",
     [](const GpuModel &G) { return whole(G.Arch.SharedPerSmBytes); }},
    {82, "regsPerMultiprocessor",
     [](const GpuModel &G) { return whole(G.Arch.RegistersPerSm, 65536); }},
    {83, "managedMemory", [](const GpuModel &) { return uint64_t(1); }},
    {89, "concurrentManagedAccess",
     [](const GpuModel &) { return uint64_t(1); }},
    {95, "cooperativeLaunch", [](const GpuModel &) { return uint64_t(1); }},
    {97, "sharedMemPerBlockOptin",
     [](const GpuModel &G) {
       return whole(G.Arch.SharedPerBlockOptinBytes, 49152);
     }},
    {106, "maxBlocksPerMultiProcessor",
     [](const GpuModel &G) { return uint64_t(G.Arch.MaxBlocksPerSm.Value); }},
    {115, "memoryPoolsSupported", [](const GpuModel &) { return uint64_t(1); }},
};

/// Device memory in bytes. GPU files do not hold it: a size that most programs
/// fit into.
static constexpr uint64_t DeviceMemory = uint64_t(16) << 30;

static void attribute(NativeCall &C) { // (int *value, attribute, device)
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  for (const DeviceNumber &N : Numbers)
    if (R.Gpu && N.Attribute == C.integer(1, 32))
      return C.M.Mem.write(C.arg(0).Bits, 4, {N.Value(*R.Gpu), 0});
  C.M.Mem.write(C.arg(0).Bits, 4, {0, C.M.Data});
}

static void properties(NativeCall &C) { // (cudaDeviceProp *, device)
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  const Address At = C.arg(0).Bits;
  if (!R.Gpu)
    return C.M.Mem.label(At, C.M.Mem.bytesFrom(At), C.M.Data);
  for (const GpuRuntime::PropertyField &F : R.Properties) {
    auto put = [&](unsigned Index, uint64_t V) {
      C.M.Mem.write(At + F.Offset + uint64_t(Index) * F.Bytes, F.Bytes, {V, 0});
    };
    for (const DeviceNumber &N : Numbers)
      if (F.Name == N.Field)
        put(0, N.Value(*R.Gpu));
    const ArchModel &A = R.Gpu->Arch;
    if (F.Name == "name")
      C.M.Mem.writeText(At + F.Offset, R.Gpu->FullName);
    else if (F.Name == "totalGlobalMem")
      put(0, DeviceMemory);
    else if (F.Name == "memoryBusWidth")
      put(0, 256);
    else if (F.Name == "maxThreadsDim")
      put(0, uint64_t(A.MaxBlockX.Value)), put(1, uint64_t(A.MaxBlockY.Value)),
          put(2, uint64_t(A.MaxBlockZ.Value));
    else if (F.Name == "maxGridSize")
      put(0, uint64_t(A.MaxGridX.Value)), put(1, uint64_t(A.MaxGridY.Value)),
          put(2, uint64_t(A.MaxGridZ.Value));
    else if (F.Name == "canMapHostMemory" || F.Name == "deviceOverlap" ||
             F.Name == "asyncEngineCount")
      put(0, 1);
  }
}

static void blocksPerSm(NativeCall &C) { // (int *, function, threads, shared)
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  const llvm::Function *Stub = C.M.functionAt(C.arg(1).Bits);
  if (!R.BlocksPerSm || !Stub)
    return C.M.Mem.write(C.arg(0).Bits, 4, {1, C.M.Data});
  unsigned Blocks =
      R.BlocksPerSm(*Stub, static_cast<unsigned>(C.arg(2).Bits), C.arg(3).Bits);
  C.M.Mem.write(C.arg(0).Bits, 4,
                {Blocks, C.M.L.unite(C.arg(2).From, C.arg(3).From)});
}

/// cudaFuncAttributes begins with three sizes (shared, constant, local) and two
/// numbers (threads per block, registers).
static void functionAttributes(NativeCall &C) {
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  const Address At = C.arg(0).Bits;
  C.M.Mem.write(
      At + 24, 4,
      {R.Gpu ? uint64_t(R.Gpu->Arch.MaxThreadsPerBlock.Value) : 1024, 0});
  C.M.Mem.write(At + 28, 4, {32, C.M.Data});
  // The dynamic shared memory that a kernel may ask for.
  C.M.Mem.write(
      At + 40, 4,
      {R.Gpu ? whole(R.Gpu->Arch.SharedPerBlockDefaultBytes, 49152) : 49152,
       0});
  if (R.Gpu)
    C.M.Mem.write(At + 32, 4,
                  {R.Gpu->Arch.CcMajor * 10 + R.Gpu->Arch.CcMinor, 0});
}
static void count(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 4, {1, 0});
  C.give({});
}
static void current(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 4, {0, 0});
  C.give({});
}
static void memoryInfo(NativeCall &C) { // (free *, total *)
  C.M.Mem.write(C.arg(0).Bits, 8, {DeviceMemory - (DeviceMemory >> 5), 0});
  C.M.Mem.write(C.arg(1).Bits, 8, {DeviceMemory, 0});
  C.give({});
}
static void version(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 4, {13000, 0});
  C.give({});
}
static void handle(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 8, {runtimeOf(C).Handles += 16, 0});
  C.give({});
}
static void elapsed(NativeCall &C) {
  C.M.Mem.write(C.arg(0).Bits, 4, {0x3F800000, C.M.Data}); // one millisecond
  C.give({});
}
static void errorText(NativeCall &C) {
  Address A = C.M.Mem.allocate(16, Memory::Where::Global);
  C.M.Mem.writeText(A, "no error");
  C.give({A, 0});
}

void addCudaDevice(NativeTable &T) {
  T["cudaDeviceGetAttribute"] = attribute;
  T["cudaGetDeviceProperties"] = T["cudaGetDeviceProperties_v2"] = properties;
  for (const char *Name :
       {"cudaOccupancyMaxActiveBlocksPerMultiprocessor",
        "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"})
    T[Name] = blocksPerSm;
  T["cudaFuncGetAttributes"] = functionAttributes;
  T["cudaGetDeviceCount"] = count;
  T["cudaGetDevice"] = current;
  T["cudaMemGetInfo"] = memoryInfo;
  T["cudaRuntimeGetVersion"] = T["cudaDriverGetVersion"] = version;
  for (const char *Name : {"cudaStreamCreate", "cudaStreamCreateWithFlags",
                           "cudaStreamCreateWithPriority", "cudaEventCreate",
                           "cudaEventCreateWithFlags"})
    T[Name] = handle;
  T["cudaEventElapsedTime"] = elapsed;
  T["cudaGetErrorString"] = T["cudaGetErrorName"] = errorText;
}

} // namespace gpuperf::program
