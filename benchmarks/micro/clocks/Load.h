//===- Load.h - Work that keeps an SM busy -------------------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of multiply-adds and of loads that the clock benchmarks share.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_CLOCKS_LOAD_H
#define GPUPERF_BENCHMARKS_MICRO_CLOCKS_LOAD_H

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Ops.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {

constexpr unsigned LoadThreads = 256;

/// Blocks of LoadThreads that fill half of the GPU's threads: so they are all
/// resident whatever registers they take, and the units are busy all the same.
inline unsigned loadBlocks(const Context &Ctx) {
  double Threads = Ctx.Device.MaxThreadsPerSm;
  double PerSm =
      std::max(1.0, (Threads > 0 ? Threads : 1024.0) / (2 * LoadThreads));
  if (Ctx.Device.MaxBlocksPerSm > 0)
    PerSm = std::min(PerSm, Ctx.Device.MaxBlocksPerSm);
  return unsigned(std::max(1.0, Ctx.Device.SmCount)) * unsigned(PerSm);
}

/// 32 multiply-adds in four chains. \p Y and \p Z are not known to a compiler.
__device__ inline void computePass(float (&X)[4], float Y, float Z) {
#pragma unroll
  for (unsigned I = 0; I < 8; ++I)
#pragma unroll
    for (unsigned K = 0; K < 4; ++K) {
#if defined(GPUPERF_EMULATED)
      Fp32Fma::step(X[K], Y, Z);
#else
      X[K] = fmaf(X[K], Y, Z);
#endif
    }
}

/// Four loads of 16 bytes that pass L1, \p Stride apart; \p At goes around in
/// \p Count elements.
__device__ inline void memoryPass(const uint4 *Data, uint64_t Count,
                                  uint64_t Stride, uint64_t &At,
                                  uint32_t &Sum) {
#pragma unroll
  for (unsigned I = 0; I < 4; ++I) {
    uint4 V = loadL2(Data + At);
    Sum ^= V.x ^ V.y ^ V.z ^ V.w;
    At += Stride;
    if (At >= Count)
      At -= Count;
  }
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_CLOCKS_LOAD_H
