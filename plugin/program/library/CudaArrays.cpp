//===- CudaArrays.cpp - CUDA arrays and copies of boxes in a walk ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is device memory that only its handle names: how a GPU lays it out
// is not told. What a program copies into one is counted, and not kept; what it
// copies out of one is not known.
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"

namespace gpuperf::program {

static void giveArray(NativeCall &C, Value Width, Value Height, Value Depth) {
  // (array *, cudaChannelFormatDesc *, ...); the latter begins with the bits of
  // four parts.
  Value Bits;
  for (unsigned Part = 0; Part < 4; ++Part) {
    const Value B = C.M.Mem.read(C.arg(1).Bits + 4 * Part, 4);
    Bits.Bits += B.Bits;
    Bits.From = C.M.L.unite(Bits.From, B.From);
  }
  uint64_t Bytes = std::max<uint64_t>(Bits.Bits / 8, 1);
  const uint64_t Element = Bytes;
  LabelSet From = Bits.From;
  for (const Value &Size : {Width, Height, Depth}) {
    Bytes *= std::max<uint64_t>(Size.Bits, 1); // 0: an array without this size
    From = C.M.L.unite(From, Size.From);
  }
  const Address A = C.M.Mem.allocate(Bytes, Memory::Where::Device);
  if (A == 0)
    C.M.stop(End::Stopped);
  C.M.Mem.setSizeFrom(A, From);
  runtimeOf(C).ElementBytes[A] = Element;
  C.M.Mem.write(C.arg(0).Bits, 8, {A, 0});
  C.give({});
}
static void allocateArray(NativeCall &C) { // (..., width, height, flags)
  giveArray(C, C.arg(2), C.arg(3), {1, 0});
}
static void allocateBoxArray(NativeCall &C) { // (..., cudaExtent, flags)
  const Address Extent = C.arg(2).Bits;       // handed over in memory
  giveArray(C, C.M.Mem.read(Extent, 8), C.M.Mem.read(Extent + 8, 8),
            C.M.Mem.read(Extent + 16, 8));
}
static void releaseArray(NativeCall &C) {
  runtimeOf(C).ElementBytes.erase(C.arg(0).Bits);
  if (C.arg(0).Bits)
    C.M.Mem.release(C.arg(0).Bits);
  C.give({});
}

static void channelDesc(NativeCall &C) { // (result *, x, y, z, w, kind)
  for (size_t I = 0; I < 5; ++I)
    C.M.Mem.write(C.arg(0).Bits + 4 * I, 4, C.arg(I + 1));
}

static void copyIn(NativeCall &C) { // (array, x, y, from, bytes, kind)
  noteCopy(C, static_cast<int>(C.integer(5, 32)), C.arg(4).Bits);
  C.give({});
}
static void copyRowsIn(NativeCall &C) {
  // (array, x, y, from, pitch, width, height, kind)
  noteCopy(C, static_cast<int>(C.integer(7, 32)),
           C.arg(5).Bits * C.arg(6).Bits);
  C.give({});
}
static void copyOut(NativeCall &C) { // (to, array, x, y, bytes, kind)
  noteCopy(C, static_cast<int>(C.integer(5, 32)), C.arg(4).Bits);
  C.M.Mem.label(C.arg(0).Bits, C.arg(4).Bits, C.M.Data);
  C.give({});
}
static void copyRowsOut(NativeCall &C) {
  // (to, pitch, array, x, y, width, height, kind)
  const uint64_t Height = C.arg(6).Bits;
  noteCopy(C, static_cast<int>(C.integer(7, 32)), C.arg(5).Bits * Height);
  C.M.Mem.label(C.arg(0).Bits, C.arg(1).Bits * Height, C.M.Data);
  C.give({});
}

/// (cudaMemcpy3DParms *): two ends, each an array, a position and a
/// cudaPitchedPtr (pointer, pitch, width, height), then the size of the box and
/// the kind. With an array the box counts in its elements.
static void copyBox(NativeCall &C) {
  constexpr uint64_t FromArray = 0, ToArray = 64, ToPointer = 96, Box = 128;
  auto word = [&](uint64_t Offset) {
    return C.M.Mem.read(C.arg(0).Bits + Offset, 8).Bits;
  };
  const auto &Elements = runtimeOf(C).ElementBytes;
  uint64_t Bytes = word(Box) * word(Box + 8) * word(Box + 16);
  for (uint64_t Array : {word(FromArray), word(ToArray)})
    if (auto It = Elements.find(Array); It != Elements.end()) {
      Bytes *= It->second;
      break;
    }
  noteCopy(C, static_cast<int>(C.M.Mem.read(C.arg(0).Bits + 152, 4).Bits),
           Bytes);
  if (const Address To = word(ToPointer))
    C.M.Mem.label(To, C.M.Mem.bytesFrom(To), C.M.Data);
  C.give({});
}

void addCudaArrays(NativeTable &T) {
  T["cudaMallocArray"] = allocateArray;
  T["cudaMalloc3DArray"] = allocateBoxArray;
  T["cudaFreeArray"] = releaseArray;
  T["cudaCreateChannelDesc"] = channelDesc;
  T["cudaMemcpyToArray"] = T["cudaMemcpyToArrayAsync"] = copyIn;
  T["cudaMemcpyFromArray"] = T["cudaMemcpyFromArrayAsync"] = copyOut;
  T["cudaMemcpy2DToArray"] = T["cudaMemcpy2DToArrayAsync"] = copyRowsIn;
  T["cudaMemcpy2DFromArray"] = T["cudaMemcpy2DFromArrayAsync"] = copyRowsOut;
  T["cudaMemcpy3D"] = T["cudaMemcpy3DAsync"] = copyBox;
}

} // namespace gpuperf::program
