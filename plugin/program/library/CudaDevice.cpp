//===- CudaDevice.cpp - What a program asks its GPU in a walk ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/TensorMap.h"
#include "plugin/program/library/DeviceNumbers.h"
#include "plugin/program/library/Library.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"

namespace gpuperf::program {

static uint64_t whole(const OptFact &F, uint64_t Else = 0) {
  return F ? static_cast<uint64_t>(F->Value) : Else;
}

static void attribute(NativeCall &C) { // (int *value, attribute, device)
  GpuRuntime &R = runtimeOf(C);
  C.give({});
  for (const DeviceNumber &N : deviceNumbers())
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
    for (const DeviceNumber &N : deviceNumbers())
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
  if (!Stub) // HIP names a kernel by a constant that holds its stub's address
    Stub = C.M.functionAt(C.M.Mem.read(C.arg(1).Bits, 8).Bits);
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

static void entryPoint(NativeCall &C) { // (name, function *, ..., found *)
  LabelSet From = 0;
  const Address Handle = runtimeOf(C).Handles += 16;
  C.M.AskedFor[Handle] = C.M.Mem.text(C.arg(0).Bits, From);
  C.M.Mem.write(C.arg(1).Bits, 8, {Handle, 0});
  C.give({});
  if (C.size() > 3 && C.arg(C.size() - 1).Bits)
    C.M.Mem.write(C.arg(C.size() - 1).Bits, 4, {0, 0}); // success
}

/// (map *, type, rank, address, sizes, strides, box, steps, interleave,
/// swizzle, ...)
static void encodeTensorMap(NativeCall &C) {
  C.give({});
  const uint64_t Rank = C.arg(2).Bits, Box = C.arg(6).Bits;
  LabelSet From = C.M.L.unite(C.arg(1).From, C.arg(9).From);
  uint64_t Bits = tensorElementBits(C.integer(1, 32));
  TensorMap Map;
  Map.Swizzle = static_cast<unsigned>(C.integer(9, 32) & 15);
  constexpr uint64_t MostDimensions = 5;
  for (uint64_t I = 0; I < std::min(Rank, MostDimensions); ++I) {
    const Value Size = C.M.Mem.read(Box + 4 * I, 4);
    uint64_t Step =
        C.arg(7).Bits ? C.M.Mem.read(C.arg(7).Bits + 4 * I, 4).Bits : 1;
    Step = std::max<uint64_t>(Step, 1);
    Bits *= (Size.Bits + Step - 1) / Step;
    From = C.M.L.unite(From, Size.From);
    if (I == 0)
      Map.RowBytes = static_cast<uint32_t>(Bits / 8);
  }
  Map.BoxBytes = static_cast<uint32_t>(Bits / 8);
  C.M.Mem.write(C.arg(0).Bits, 8,
                {static_cast<uint64_t>(tensorMapWord(Map)), From});
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
  for (const char *Name :
       {"cudaStreamCreate", "cudaStreamCreateWithFlags",
        "cudaStreamCreateWithPriority", "cudaEventCreate",
        "cudaEventCreateWithFlags", "cudaCreateTextureObject",
        "cudaCreateSurfaceObject"})
    T[Name] = handle;
  T["cudaEventElapsedTime"] = elapsed;
  for (const char *Name :
       {"cudaGetDriverEntryPoint", "cudaGetDriverEntryPointByVersion",
        "cuGetProcAddress_v2"})
    T[Name] = entryPoint;
  T["cuTensorMapEncodeTiled"] = encodeTensorMap;
  T["cudaGetErrorString"] = T["cudaGetErrorName"] = errorText;
}

} // namespace gpuperf::program
