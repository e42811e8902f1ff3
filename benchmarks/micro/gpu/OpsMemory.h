//===- OpsMemory.h - Accesses that a compiler may improve -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device.h's accesses are never merged or moved. A kernel whose time is to be
// that of an ordinary program uses these: plain accesses on a GPU, counted ones
// in the emulation.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_OPSMEMORY_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_OPSMEMORY_H

#include "benchmarks/micro/gpu/Ops.h"
#if defined(GPUPERF_EMULATED)
#include <cmath>
#endif

namespace gpuperf::micro {

/// Four floats that one access moves.
struct alignas(16) Quad {
  float V[4];
};
struct alignas(8) Complex {
  float Re, Im;
};

#if defined(GPUPERF_EMULATED)
template <typename T> T readGlobal(const T *P) { return loadL1(P); }
template <typename T> void writeGlobal(T *P, const T &V) { storeGlobal(P, V); }
template <typename T> T readShared(const T *P) { return loadShared(P); }
template <typename T> void writeShared(T *P, const T &V) { storeShared(P, V); }
inline float multiplyAdd(float X, float Y, float Z) {
  synthetic::operation("fp32_fma");
  return X * Y + Z;
}
inline Complex unitRoot(float HalfTurns) {
  double Angle = 3.14159265358979323846 * HalfTurns;
  return {float(std::cos(Angle)), float(std::sin(Angle))};
}
#else
template <typename T> __device__ T readGlobal(const T *P) { return *P; }
template <typename T> __device__ void writeGlobal(T *P, const T &V) { *P = V; }
template <typename T> __device__ T readShared(const T *P) { return *P; }
template <typename T> __device__ void writeShared(T *P, const T &V) { *P = V; }
__device__ inline float multiplyAdd(float X, float Y, float Z) {
  return fmaf(X, Y, Z);
}
/// e to the power of i pi HalfTurns.
__device__ inline Complex unitRoot(float HalfTurns) {
  Complex Root;
  sincospif(HalfTurns, &Root.Im, &Root.Re);
  return Root;
}
#endif

__device__ inline Complex operator+(Complex A, Complex B) {
  return {A.Re + B.Re, A.Im + B.Im};
}
__device__ inline Complex operator-(Complex A, Complex B) {
  return {A.Re - B.Re, A.Im - B.Im};
}
__device__ inline Complex operator*(Complex A, Complex B) {
  return {multiplyAdd(A.Re, B.Re, -A.Im * B.Im),
          multiplyAdd(A.Re, B.Im, A.Im * B.Re)};
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_OPSMEMORY_H
