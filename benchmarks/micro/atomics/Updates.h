//===- Updates.h - What the atomics benchmarks share ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which updates there are, what they must leave behind, and the rate of blocks
// from the clocks of their warps.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ATOMICS_UPDATES_H
#define GPUPERF_BENCHMARKS_MICRO_ATOMICS_UPDATES_H

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Contention.h"
#include "benchmarks/micro/gpu/OpsAtomic.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {

/// Updates in a row without a branch.
constexpr unsigned UpdateUnroll = 8;
constexpr unsigned MaxUpdateThreads = Emulated ? 256 : 1024;

inline unsigned updateThreads(const Context &Ctx) {
  double Most = Ctx.Device.MaxThreadsPerBlock;
  return unsigned(std::min(Most > 0 ? Most : 256, double(MaxUpdateThreads)));
}

inline unsigned updateSamples(const Context &Ctx) {
  return Emulated ? 1 : Ctx.pick(7u, 3u);
}

/// Threads that share a cell, 1 to all of a block.
inline std::vector<unsigned> sharerCounts(unsigned Threads) {
  std::vector<unsigned> Counts;
  for (unsigned Sharers = 1; Sharers <= Threads; Sharers *= 2)
    Counts.push_back(Sharers);
  return Counts;
}

/// How many of the cells are not what \p Updates by each of \p Threads threads
/// must have made of them. A plain update loses some where threads share.
template <UpdateKind Kind, typename T>
double wrongCells(const std::vector<T> &Cells,
                  const std::vector<uint32_t> &Successes, uint64_t Threads,
                  uint64_t Sharers, uint64_t WarpSize, uint32_t Updates) {
  if (Kind == UpdateKind::Plain && Sharers > 1)
    return 0;
  std::vector<T> Want(Cells.size());
  for (uint64_t I = 0; I < Threads; ++I) {
    T &Cell = Want[contendedCell(I, Sharers, WarpSize)];
    if (Kind == UpdateKind::Max)
      Cell = std::max(Cell, T(T(I) + T(Updates - 1)));
    else if (Kind == UpdateKind::Cas)
      Cell = Cell + T(Successes[I]);
    else
      Cell = Cell + T(Updates);
  }
  double Wrong = 0;
  for (size_t I = 0; I < Cells.size(); ++I)
    Wrong += Cells[I] != Want[I];
  // Each compare-and-swap round has a winner.
  if (Kind == UpdateKind::Cas)
    for (uint64_t I = 0; I < Threads; I += Sharers)
      Wrong += Want[contendedCell(I, Sharers, WarpSize)] == T(0);
  return Wrong;
}

/// Cycles of each block: from its first warp's begin to its last one's end.
inline std::vector<double> cyclesOfBlocks(const std::vector<uint64_t> &Clocks,
                                          size_t WarpsPerBlock) {
  std::vector<double> Cycles;
  for (size_t First = 0; First + 2 * WarpsPerBlock <= Clocks.size();
       First += 2 * WarpsPerBlock) {
    uint64_t Begin = Clocks[First], End = Clocks[First + 1];
    for (size_t W = 1; W < WarpsPerBlock; ++W) {
      Begin = std::min(Begin, Clocks[First + 2 * W]);
      End = std::max(End, Clocks[First + 2 * W + 1]);
    }
    Cycles.push_back(double(End - Begin));
  }
  return Cycles;
}

/// Runs MEASURE<Kind, type>("kind_type") for each update that is compared.
#define GPUPERF_FOR_EACH_UPDATE(MEASURE)                                       \
  MEASURE(UpdateKind::Add, uint32_t, "add_u32")                                \
  MEASURE(UpdateKind::Plain, uint32_t, "plain_u32")                            \
  MEASURE(UpdateKind::Max, uint32_t, "max_u32")                                \
  MEASURE(UpdateKind::Cas, uint32_t, "cas_u32")                                \
  MEASURE(UpdateKind::Add, float, "add_f32")                                   \
  MEASURE(UpdateKind::Add, uint64_t, "add_u64")                                \
  MEASURE(UpdateKind::Plain, uint64_t, "plain_u64")                            \
  MEASURE(UpdateKind::Max, uint64_t, "max_u64")                                \
  MEASURE(UpdateKind::Cas, uint64_t, "cas_u64")

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ATOMICS_UPDATES_H
