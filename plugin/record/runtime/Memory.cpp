//===- Memory.cpp - Device memory, which is the host's --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Allocations.h"
#include "plugin/record/runtime/Cudart.h"
#include "plugin/record/runtime/Notes.h"
#include <cstdlib>
#include <cstring>

using namespace gpuperf::record;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

CUDART Error cudaMalloc(void **Out, size_t Bytes) {
  if (!Out)
    return InvalidValue;
  *Out = allocate(Bytes);
  return *Out ? Success : OutOfMemory;
}
CUDART Error cudaMallocHost(void **Out, size_t Bytes) {
  return cudaMalloc(Out, Bytes);
}
CUDART Error cudaHostAlloc(void **Out, size_t Bytes, unsigned) {
  return cudaMalloc(Out, Bytes);
}
CUDART Error cudaMallocManaged(void **Out, size_t Bytes, unsigned) {
  return cudaMalloc(Out, Bytes);
}
CUDART Error cudaMallocAsync(void **Out, size_t Bytes, void *) {
  return cudaMalloc(Out, Bytes);
}
CUDART Error cudaMallocFromPoolAsync(void **Out, size_t Bytes, void *, void *) {
  return cudaMalloc(Out, Bytes);
}
CUDART Error cudaFree(void *At) {
  release(At);
  return Success;
}
CUDART_ALIAS(cudaMallocAsync_ptsz, cudaMallocAsync);
CUDART_ALIAS(cudaMallocFromPoolAsync_ptsz, cudaMallocFromPoolAsync);
CUDART_ALIAS(cudaFreeHost, cudaFree);
CUDART_ALIAS(cudaFreeAsync, cudaFree);
CUDART_ALIAS(cudaFreeAsync_ptsz, cudaFree);

/// Rows start at multiples of this.
static constexpr size_t Pitch = 512;

CUDART Error cudaMallocPitch(void **Out, size_t *PitchOut, size_t Width,
                             size_t Height) {
  *PitchOut = (Width + Pitch - 1) / Pitch * Pitch;
  return cudaMalloc(Out, *PitchOut * Height);
}
CUDART Error cudaMalloc3D(PitchedPointer *Out, Extent Size) {
  Out->Pitch = (Size.Width + Pitch - 1) / Pitch * Pitch;
  Out->XBytes = Size.Width;
  Out->YRows = Size.Height;
  void *At = nullptr;
  Error E = cudaMalloc(&At, Out->Pitch * Size.Height * Size.Depth);
  Out->At = static_cast<char *>(At);
  return E;
}

CUDART Error cudaHostGetDevicePointer(void **Out, void *Host, unsigned) {
  *Out = Host;
  return Success;
}
CUDART Error cudaHostRegister(void *At, size_t Bytes, unsigned) {
  addRegion(At, Bytes);
  return Success;
}
CUDART Error cudaHostUnregister(void *At) {
  removeRegion(At);
  return Success;
}
CUDART Error cudaHostGetFlags(unsigned *Out, void *) {
  *Out = 0;
  return Success;
}

namespace {
/// cudaPointerAttributes
struct PointerAttributes {
  int Type, Device;
  void *OnDevice, *OnHost;
};
} // namespace
CUDART Error cudaPointerGetAttributes(PointerAttributes *Out, void *At) {
  constexpr int Unregistered = 0, Device = 2;
  *Out = {bytesBehind(At) ? Device : Unregistered, 0, At, At};
  return Success;
}

// A memory pool is a handle that nobody looks into.
static Error giveHandle(void **Out) {
  static char Pool;
  *Out = &Pool;
  return Success;
}
CUDART Error cudaDeviceGetDefaultMemPool(void **Out, int) {
  return giveHandle(Out);
}
CUDART Error cudaDeviceGetMemPool(void **Out, int) { return giveHandle(Out); }
CUDART Error cudaMemPoolCreate(void **Out, const void *) {
  return giveHandle(Out);
}
CUDART Error cudaMemPoolGetAttribute(void *, int, uint64_t *Out) {
  *Out = 0;
  return Success;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

CUDART Error cudaMemcpy(void *To, const void *From, size_t Bytes, int) {
  if (Bytes && (!To || !From))
    return InvalidValue;
  std::memmove(To, From, Bytes);
  lookAtResults();
  return Success;
}
CUDART Error cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int Kind,
                             void *) {
  return cudaMemcpy(To, From, Bytes, Kind);
}
CUDART Error cudaMemcpyPeer(void *To, int, const void *From, int,
                            size_t Bytes) {
  return cudaMemcpy(To, From, Bytes, 0);
}
CUDART Error cudaMemcpyPeerAsync(void *To, int, const void *From, int,
                                 size_t Bytes, void *) {
  return cudaMemcpy(To, From, Bytes, 0);
}
CUDART_ALIAS(cudaMemcpy_ptds, cudaMemcpy);
CUDART_ALIAS(cudaMemcpyAsync_ptsz, cudaMemcpyAsync);

CUDART Error cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                          size_t FromPitch, size_t Width, size_t Height, int) {
  for (size_t Y = 0; Y < Height; ++Y)
    std::memmove(static_cast<char *>(To) + Y * ToPitch,
                 static_cast<const char *>(From) + Y * FromPitch, Width);
  return Success;
}
CUDART_ALIAS(cudaMemcpy2DAsync, cudaMemcpy2D);
CUDART_ALIAS(cudaMemcpy2DAsync_ptsz, cudaMemcpy2D);
CUDART_ALIAS(cudaMemcpy2D_ptds, cudaMemcpy2D);

CUDART Error cudaMemcpyToSymbol(char *Symbol, const void *From, size_t Bytes,
                                size_t Offset, int) {
  std::memmove(Symbol + Offset, From, Bytes);
  return Success;
}
CUDART Error cudaMemcpyFromSymbol(void *To, const char *Symbol, size_t Bytes,
                                  size_t Offset, int) {
  std::memmove(To, Symbol + Offset, Bytes);
  lookAtResults();
  return Success;
}
CUDART_ALIAS(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbol);
CUDART_ALIAS(cudaMemcpyToSymbolAsync_ptsz, cudaMemcpyToSymbol);
CUDART_ALIAS(cudaMemcpyToSymbol_ptds, cudaMemcpyToSymbol);
CUDART_ALIAS(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbol);
CUDART_ALIAS(cudaMemcpyFromSymbolAsync_ptsz, cudaMemcpyFromSymbol);
CUDART_ALIAS(cudaMemcpyFromSymbol_ptds, cudaMemcpyFromSymbol);

CUDART Error cudaGetSymbolAddress(void **Out, const void *Symbol) {
  *Out = const_cast<void *>(Symbol);
  return Success;
}
CUDART Error cudaGetSymbolSize(size_t *Out, const void *Symbol) {
  *Out = bytesBehind(Symbol);
  return Success;
}

CUDART Error cudaMemset(void *At, int Value, size_t Bytes) {
  if (Bytes && !At)
    return InvalidValue;
  std::memset(At, Value, Bytes);
  return Success;
}
CUDART Error cudaMemset2D(char *At, size_t RowPitch, int Value, size_t Width,
                          size_t Height) {
  for (size_t Y = 0; Y < Height; ++Y)
    std::memset(At + Y * RowPitch, Value, Width);
  return Success;
}
CUDART Error cudaMemset3D(PitchedPointer At, int Value, Extent Size) {
  for (size_t Z = 0; Z < Size.Depth; ++Z)
    for (size_t Y = 0; Y < Size.Height; ++Y)
      std::memset(At.At + (Z * At.YRows + Y) * At.Pitch, Value, Size.Width);
  return Success;
}
CUDART_ALIAS(cudaMemsetAsync, cudaMemset);
CUDART_ALIAS(cudaMemsetAsync_ptsz, cudaMemset);
CUDART_ALIAS(cudaMemset_ptds, cudaMemset);
CUDART_ALIAS(cudaMemset2DAsync, cudaMemset2D);
CUDART_ALIAS(cudaMemset2DAsync_ptsz, cudaMemset2D);
CUDART_ALIAS(cudaMemset2D_ptds, cudaMemset2D);
CUDART_ALIAS(cudaMemset3DAsync, cudaMemset3D);
CUDART_ALIAS(cudaMemset3DAsync_ptsz, cudaMemset3D);
CUDART_ALIAS(cudaMemset3D_ptds, cudaMemset3D);

//===----------------------------------------------------------------------===//
// Arrays and textures
//===----------------------------------------------------------------------===//

namespace {
/// cudaArray_t: rows one after the other.
struct Array {
  ChannelFormat Format;
  Extent Size; ///< in elements; a height or depth of 0 is one row or layer
  size_t RowBytes = 0;
  char *At = nullptr;
};
} // namespace

static size_t atLeastOne(size_t N) { return N ? N : 1; }

CUDART Error cudaMalloc3DArray(Array **Out, const ChannelFormat *Format,
                               Extent Size, unsigned) {
  auto *A = new Array{*Format, Size};
  const size_t Bits =
      static_cast<size_t>(Format->X) + Format->Y + Format->Z + Format->W;
  A->RowBytes = Size.Width * Bits / 8;
  A->At = static_cast<char *>(
      allocate(A->RowBytes * atLeastOne(Size.Height) * atLeastOne(Size.Depth)));
  *Out = A;
  return A->At ? Success : OutOfMemory;
}
CUDART Error cudaMallocArray(Array **Out, const ChannelFormat *Format,
                             size_t Width, size_t Height, unsigned Flags) {
  return cudaMalloc3DArray(Out, Format, {Width, Height, 0}, Flags);
}
CUDART Error cudaFreeArray(Array *A) {
  if (A)
    release(A->At);
  delete A;
  return Success;
}
CUDART Error cudaArrayGetInfo(ChannelFormat *Format, Extent *Size,
                              unsigned *Flags, Array *A) {
  if (Format)
    *Format = A->Format;
  if (Size)
    *Size = A->Size;
  if (Flags)
    *Flags = 0;
  return Success;
}
CUDART Error cudaGetChannelDesc(ChannelFormat *Out, const Array *A) {
  *Out = A->Format;
  return Success;
}
CUDART ChannelFormat cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                           int Kind) {
  return {X, Y, Z, W, Kind};
}

CUDART Error cudaMemcpy2DToArray(Array *To, size_t X, size_t Row,
                                 const char *From, size_t FromPitch,
                                 size_t Width, size_t Height, int) {
  for (size_t Y = 0; Y < Height; ++Y)
    std::memmove(To->At + (Row + Y) * To->RowBytes + X, From + Y * FromPitch,
                 Width);
  return Success;
}
CUDART Error cudaMemcpy2DFromArray(char *To, size_t ToPitch, const Array *From,
                                   size_t X, size_t Row, size_t Width,
                                   size_t Height, int) {
  for (size_t Y = 0; Y < Height; ++Y)
    std::memmove(To + Y * ToPitch, From->At + (Row + Y) * From->RowBytes + X,
                 Width);
  return Success;
}
CUDART Error cudaMemcpyToArray(Array *To, size_t X, size_t Row,
                               const char *From, size_t Bytes, int) {
  std::memmove(To->At + Row * To->RowBytes + X, From, Bytes);
  return Success;
}
CUDART_ALIAS(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArray);
CUDART_ALIAS(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArray);
CUDART_ALIAS(cudaMemcpyToArrayAsync, cudaMemcpyToArray);

CUDART Error cudaMemcpy3D(const Copy3D *C) {
  // An array gives the place of its rows by itself, and counts in elements.
  auto end = [](void *A, const PitchedPointer &P) {
    if (const auto *In = static_cast<const Array *>(A))
      return PitchedPointer{In->At, In->RowBytes, In->RowBytes,
                            atLeastOne(In->Size.Height)};
    return P;
  };
  const PitchedPointer To = end(C->ToArray, C->To),
                       From = end(C->FromArray, C->From);
  if (!To.At || !From.At)
    return InvalidValue;
  const void *Any = C->ToArray ? C->ToArray : C->FromArray;
  const auto *InArray = static_cast<const Array *>(Any);
  const size_t Element = InArray && InArray->Size.Width
                             ? InArray->RowBytes / InArray->Size.Width
                             : 1;
  auto place = [&](const PitchedPointer &P, const Extent &At, bool IsArray,
                   size_t Y, size_t Z) {
    return P.At + ((At.Depth + Z) * P.YRows + At.Height + Y) * P.Pitch +
           At.Width * (IsArray ? Element : 1);
  };
  for (size_t Z = 0; Z < C->Size.Depth; ++Z)
    for (size_t Y = 0; Y < C->Size.Height; ++Y)
      std::memmove(place(To, C->ToPosition, C->ToArray, Y, Z),
                   place(From, C->FromPosition, C->FromArray, Y, Z),
                   C->Size.Width * Element);
  return Success;
}
CUDART_ALIAS(cudaMemcpy3DAsync, cudaMemcpy3D);
CUDART_ALIAS(cudaMemcpy3DAsync_ptsz, cudaMemcpy3D);
CUDART_ALIAS(cudaMemcpy3D_ptds, cudaMemcpy3D);

CUDART Error cudaCreateTextureObject(unsigned long long *Out) {
  *Out = 1;
  return Success;
}
CUDART_ALIAS(cudaCreateSurfaceObject, cudaCreateTextureObject);
CUDART_ALIAS(cudaCreateTextureObject_v2, cudaCreateTextureObject);
