//===- Access.h - What the bandwidth benchmarks share -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are in an unnamed namespace: each file that includes this has its
// own, as the runtimes want it without relocatable device code.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_BANDWIDTH_ACCESS_H
#define GPUPERF_BENCHMARKS_MICRO_BANDWIDTH_ACCESS_H

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Patterns.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {

/// What a benchmark does with an element.
enum class Mode { Read, Write, ReadWrite };
inline const char *nameOf(Mode M) {
  return M == Mode::Read ? "read" : M == Mode::Write ? "write" : "read_write";
}
inline const char *nameOf(Pattern P) {
  return P == Pattern::Sequential ? "sequential"
         : P == Pattern::Shifted  ? "shifted"
                                  : "random";
}
/// Bytes that an access moves to or from the program, by its element's size.
constexpr double bytesOf(Mode M, size_t ElementBytes) {
  return double(ElementBytes) * (M == Mode::ReadWrite ? 2 : 1);
}

// Elements of 4, 8 and 16 bytes; all words of one hold the same value. Of a
// loaded one all words must be used, or ptxas loads fewer: orWords.
__host__ __device__ inline uint32_t orWords(uint32_t V) { return V; }
__host__ __device__ inline uint32_t orWords(uint64_t V) {
  return uint32_t(V) | uint32_t(V >> 32);
}
__host__ __device__ inline uint32_t orWords(const uint4 &V) {
  return V.x | V.y | V.z | V.w;
}
template <typename T> __host__ __device__ T filled(uint32_t Word);
template <> __host__ __device__ inline uint32_t filled(uint32_t W) { return W; }
template <> __host__ __device__ inline uint64_t filled(uint32_t W) {
  return uint64_t(W) << 32 | W;
}
template <> __host__ __device__ inline uint4 filled(uint32_t W) {
  return make_uint4(W, W, W, W);
}
__host__ __device__ inline bool allWordsAre(uint32_t V, uint32_t W) {
  return V == W;
}
__host__ __device__ inline bool allWordsAre(uint64_t V, uint32_t W) {
  return V == filled<uint64_t>(W);
}
__host__ __device__ inline bool allWordsAre(const uint4 &V, uint32_t W) {
  return V.x == W && V.y == W && V.z == W && V.w == W;
}

namespace {

/// Element i becomes valueOf(i, Salt).
template <typename T>
__global__ void fillElements(T *Data, uint64_t Count, uint32_t Salt) {
  for (uint64_t I = globalThread(); I < Count; I += globalThreads())
    Data[I] = filled<T>(valueOf(I, Salt));
}

template <typename T>
void fill(const Context &Ctx, T *Data, uint64_t Count, uint32_t Salt) {
  unsigned Blocks = unsigned(8 * std::max(Ctx.Device.SmCount, 1.0));
  launch(fillElements<T>, {dim3(Blocks), dim3(256)}, Data, Count, Salt);
}

} // namespace

/// Microseconds that a sample takes at least: a launch costs a few, and must
/// drown.
inline double sampleUs(const Context &Ctx) {
  return Emulated ? 8 : Ctx.pick(1000.0, 300.0);
}

/// The smallest work (a multiple of \p Step, at most \p Most) for which
/// RunUs(Work) takes \p TargetUs, found by growing it. The first run loads the
/// code and does not count. At most 14 runs.
template <typename RunT>
uint32_t enoughWork(double TargetUs, uint32_t Step, uint32_t Most,
                    RunT &&RunUs) {
  (void)RunUs(Step);
  uint32_t Work = Step;
  for (unsigned Try = 0; Try < 13 && Work < Most; ++Try) {
    double Us = RunUs(Work);
    if (Us >= TargetUs)
      break;
    // No more than eightfold at once: short runs are mostly overhead.
    double Factor = std::clamp(1.2 * TargetUs / std::max(Us, 1e-3), 1.5, 8.0);
    uint64_t Next = uint64_t(double(Work) * Factor) / Step * Step + Step;
    Work = uint32_t(std::min<uint64_t>(Next, Most));
  }
  return Work;
}

/// As timeUs, of a \p Body that may be short against what a launch costs: each
/// sample is of so many runs that it does not count.
template <typename BodyT>
std::vector<double> timeEachUs(const Context &Ctx, unsigned Samples,
                               BodyT &&Body) {
  double OnceUs = timeUs(1, 1, Body)[0];
  unsigned Runs = unsigned(
      std::clamp(4 * sampleUs(Ctx) / std::max(OnceUs, 1.0), 1.0, 64.0));
  std::vector<double> Us = timeUs(Samples, 0, [&] {
    for (unsigned I = 0; I < Runs; ++I)
      Body();
  });
  for (double &T : Us)
    T /= Runs;
  return Us;
}

/// Context::dramBytes() as a power of two: the next one above, if a third of
/// the free memory holds it.
inline uint64_t dramPowerOfTwo(const Context &Ctx) {
  unsigned Bits = floorLog2(uint64_t(Ctx.dramBytes()));
  bool Above = double(2ull << Bits) <= Ctx.FreeBytes / 3;
  return 1ull << (Bits + (Above ? 1 : 0));
}

/// Gigabytes per second.
inline double gbps(double Bytes, double Us) {
  return Us > 0 ? Bytes / Us * 1e-3 : 0;
}

/// Throws unless \p Wrong (one number per checked place) is all zero.
inline void expectNoneWrong(const DeviceArray<uint32_t> &Wrong,
                            const std::string &What) {
  uint64_t Sum = 0;
  for (uint32_t W : Wrong.host())
    Sum += W;
  if (Sum > 0)
    throw GpuError(std::to_string(Sum) + " of " + std::to_string(Wrong.size()) +
                   " places hold other data than was written: " + What);
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_BANDWIDTH_ACCESS_H
