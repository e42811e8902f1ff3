//===- CudaMemory.cpp - cudaMalloc, cudaMemcpy in a walk -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"

namespace gpuperf::program {

static void putObject(NativeCall &C, size_t K, Value Bytes,
                      Memory::Where Place) {
  Address A = C.M.Mem.allocate(std::max<uint64_t>(Bytes.Bits, 1), Place);
  C.M.Mem.setSizeFrom(A, Bytes.From);
  if (Place == Memory::Where::Device && Bytes.Bits == 0)
    runtimeOf(C).EmptyArrays.push_back(A);
  if (A == 0)
    C.M.stop(End::Stopped);
  C.M.Mem.write(C.arg(K).Bits, 8, {A, 0});
  C.give({});
}
static void allocate(NativeCall &C) {
  putObject(C, 0, C.arg(1), Memory::Where::Device);
}
static void allocateHost(NativeCall &C) {
  putObject(C, 0, C.arg(1), Memory::Where::Heap);
}
/// Rows of a pitched allocation begin at multiples of 512 bytes.
static uint64_t pitchOf(uint64_t Bytes) { return (Bytes + 511) / 512 * 512; }
static void allocatePitch(NativeCall &C) { // (p, pitch, width, height)
  uint64_t Pitch = pitchOf(C.arg(2).Bits);
  C.M.Mem.write(C.arg(1).Bits, 8, {Pitch, C.arg(2).From});
  putObject(C, 0,
            {Pitch * C.arg(3).Bits, C.M.L.unite(C.arg(2).From, C.arg(3).From)},
            Memory::Where::Device);
}
static void release(NativeCall &C) {
  if (C.arg(0).Bits)
    C.M.Mem.release(C.arg(0).Bits);
  C.give({});
}

void noteCopy(NativeCall &C, int Kind, uint64_t Bytes) {
  GpuRuntime &R = runtimeOf(C);
  auto [It, New] = R.KnownCopies.try_emplace(
      {Kind, Bytes}, static_cast<uint32_t>(R.Copies.size()));
  if (New)
    R.Copies.push_back({Kind, Bytes});
  C.M.note(GpuRuntime::CopyEvent + It->second);
}
static void copyBytes(NativeCall &C, Address To, Address From, uint64_t Bytes,
                      int Kind) {
  bool ToDevice = C.M.Mem.isDevice(To), FromDevice = C.M.Mem.isDevice(From);
  if (Kind < 1 || Kind > 3)
    Kind = ToDevice && FromDevice ? 3 : ToDevice ? 1 : 2;
  noteCopy(C, Kind, Bytes);
  C.M.Mem.copy(To, From, Bytes);
}
static void copy(NativeCall &C) { // (to, from, bytes, kind[, stream])
  copyBytes(C, C.arg(0).Bits, C.arg(1).Bits, C.arg(2).Bits,
            static_cast<int>(C.integer(3, 32)));
  C.give({});
}
static void copyRows(NativeCall &C) { // (to, pitch, from, pitch, width, height)
  uint64_t Width = C.arg(4).Bits, Height = C.arg(5).Bits;
  noteCopy(C, static_cast<int>(C.integer(6, 32)), Width * Height);
  for (uint64_t Row = 0; Row < std::min<uint64_t>(Height, 4096); ++Row)
    C.M.Mem.copy(C.arg(0).Bits + Row * C.arg(1).Bits,
                 C.arg(2).Bits + Row * C.arg(3).Bits, Width);
  C.give({});
}
static void copyToSymbol(NativeCall &C) { // (symbol, from, bytes, offset, kind)
  copyBytes(C, C.arg(0).Bits + (C.size() > 3 ? C.arg(3).Bits : 0),
            C.arg(1).Bits, C.arg(2).Bits, 1);
  C.give({});
}
static void copyFromSymbol(NativeCall &C) {
  copyBytes(C, C.arg(0).Bits,
            C.arg(1).Bits + (C.size() > 3 ? C.arg(3).Bits : 0), C.arg(2).Bits,
            2);
  C.give({});
}
static void set(NativeCall &C) { // (to, byte, bytes)
  C.M.Mem.fill(C.arg(0).Bits, static_cast<uint8_t>(C.arg(1).Bits),
               C.arg(1).From, C.arg(2).Bits);
  C.give({});
}
static void passPointer(NativeCall &C) { // (result, pointer)
  C.M.Mem.write(C.arg(0).Bits, 8, C.arg(1));
  C.give({});
}

static void copyIn(NativeCall &C) { // (to, from, bytes)
  copyBytes(C, C.arg(0).Bits, C.arg(1).Bits, C.arg(2).Bits, 1);
  C.give({});
}
static void copyOut(NativeCall &C) {
  copyBytes(C, C.arg(0).Bits, C.arg(1).Bits, C.arg(2).Bits, 2);
  C.give({});
}
static void copyInside(NativeCall &C) {
  copyBytes(C, C.arg(0).Bits, C.arg(1).Bits, C.arg(2).Bits, 3);
  C.give({});
}

/// The driver's functions. Its header renames some to forms that end in _v2.
static void addDriverMemory(NativeTable &T) {
  for (const char *Name : {"cuMemAlloc", "cuMemAlloc_v2", "cuMemAllocManaged"})
    T[Name] = allocate;
  T["cuMemAllocHost_v2"] = T["cuMemHostAlloc"] = allocateHost;
  T["cuMemFree"] = T["cuMemFree_v2"] = release;
  for (const char *Name :
       {"cuMemcpyHtoD", "cuMemcpyHtoD_v2", "cuMemcpyHtoDAsync_v2",
        "hipMemcpyHtoD", "hipMemcpyHtoDAsync"})
    T[Name] = copyIn;
  for (const char *Name :
       {"cuMemcpyDtoH", "cuMemcpyDtoH_v2", "cuMemcpyDtoHAsync_v2",
        "hipMemcpyDtoH", "hipMemcpyDtoHAsync"})
    T[Name] = copyOut;
  for (const char *Name :
       {"cuMemcpyDtoD", "cuMemcpyDtoD_v2", "cuMemcpyDtoDAsync_v2",
        "hipMemcpyDtoD", "hipMemcpyDtoDAsync"})
    T[Name] = copyInside;
}

void addCudaMemory(NativeTable &T) {
  addDriverMemory(T);
  for (const char *Name : {"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync",
                           "cudaMallocAsync_ptsz"})
    T[Name] = allocate;
  T["cudaMallocHost"] = T["cudaHostAlloc"] = allocateHost;
  T["cudaMallocPitch"] = allocatePitch;
  for (const char *Name :
       {"cudaFree", "cudaFreeHost", "cudaFreeAsync", "cudaFreeAsync_ptsz"})
    T[Name] = release;
  for (const char *Name : {"cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy_ptds",
                           "cudaMemcpyAsync_ptsz"})
    T[Name] = copy;
  T["cudaMemcpy2D"] = T["cudaMemcpy2DAsync"] = copyRows;
  T["cudaMemcpyToSymbol"] = T["cudaMemcpyToSymbolAsync"] = copyToSymbol;
  T["cudaMemcpyFromSymbol"] = T["cudaMemcpyFromSymbolAsync"] = copyFromSymbol;
  T["cudaMemset"] = T["cudaMemsetAsync"] = set;
  T["cudaHostGetDevicePointer"] = T["cudaGetSymbolAddress"] = passPointer;
}

} // namespace gpuperf::program
