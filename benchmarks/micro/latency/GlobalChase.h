//===- GlobalChase.h - One thread follows pointers --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_LATENCY_GLOBALCHASE_H
#define GPUPERF_BENCHMARKS_MICRO_LATENCY_GLOBALCHASE_H

#include "benchmarks/micro/gpu/Device.h"

namespace gpuperf::micro {
namespace {

/// What a chase hands back.
struct ChaseResult {
  uint64_t Cycles;    ///< of the hops that count
  uint64_t AllCycles; ///< with those before them
  uint64_t End;       ///< where it stopped
};

/// One thread follows pointers from \p Start: \p Warm hops that do not count,
/// then \p Hops that do (a multiple of 16).
template <bool ThroughL1>
__global__ void chase(uint64_t Start, uint32_t Warm, uint32_t Hops,
                      ChaseResult *Result) {
  constexpr unsigned Unroll = 16;
  uint64_t At = Start;
  auto Hop = [&At] {
    const uint64_t *P = reinterpret_cast<const uint64_t *>(At);
    At = ThroughL1 ? loadL1(P) : loadL2(P);
  };
  uint64_t First = readClock();
  for (uint32_t I = 0; I < Warm; ++I)
    Hop();
  // The low half of a pointer to eight bytes is never all ones.
  uint64_t Begin = readClockAfter(uint32_t(At));
  for (uint32_t I = 0; I < Hops; I += Unroll)
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      Hop();
  uint64_t End = readClockAfter(uint32_t(At));
  Result->Cycles = End - Begin;
  Result->AllCycles = End - First;
  Result->End = At;
}

} // namespace
} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_LATENCY_GLOBALCHASE_H
