//===- Load.h - Work that keeps an SM busy ----------------------*- C++ -*-===//
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
#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/clocks/Turning.h"
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

/// Values of four chains, each lane's own.
struct ComputeLoad {
  float X[8];
};
__device__ inline ComputeLoad startCompute() {
  ComputeLoad L;
#pragma unroll
  for (unsigned I = 0; I < 8; ++I)
    L.X[I] = turnStart(uint32_t(globalThread()), I);
  return L;
}
/// 32 multiply-adds in four chains. \p Y and \p Z, of TurnFactors, are not
/// known to a compiler.
__device__ inline void computePass(ComputeLoad &L, float Y, float Z) {
#pragma unroll
  for (unsigned I = 0; I < 4; ++I)
#pragma unroll
    for (unsigned K = 0; K < 8; K += 2) {
      float S = K % 4 == 0 ? Y : Z;
#if defined(GPUPERF_EMULATED)
      Fp32Fma::step(L.X[K], S, S);
      Fp32Fma::step(L.X[K + 1], S, S);
#endif
      turn(L.X[K], L.X[K + 1], S);
    }
}
__device__ inline uint32_t foldCompute(const ComputeLoad &L) {
  uint32_t Folded = 0;
#pragma unroll
  for (unsigned I = 0; I < 8; ++I)
    Folded ^= foldValue(L.X[I]);
  return Folded;
}

/// Every word another one: to read zeros takes less power.
inline void fillLoad(const Context &Ctx, const DeviceArray<uint4> &Data) {
  fill(Ctx, reinterpret_cast<uint32_t *>(Data.data()),
       uint64_t(Data.size()) * 4, 1);
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
