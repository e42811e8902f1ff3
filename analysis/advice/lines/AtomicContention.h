//===- AtomicContention.h - Atomics that queue at an address ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_ATOMICCONTENTION_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_ATOMICCONTENTION_H

#include "analysis/Launch.h"
#include "analysis/advice/lines/Doubt.h"

namespace gpuperf {

/// How often an atomic of a launch meets others at its address.
struct Contention {
  double Atomics = 0;     ///< lanes that execute it, over the launch
  double AtMemory = 0;    ///< that arrive there: joined lanes count once
  double Addresses = 1;   ///< distinct, over the launch (shared: of a block)
  double PerBlock = 0;    ///< distinct, over a block
  double LanesAtOnce = 1; ///< of a warp, on one address
  bool Joined = false;    ///< the assembler combines the lanes of a warp
  /// Arrive if each block (shared memory: each warp) combines its own first.
  double Combined = 0;
  /// How many times fewer may be saved than Combined saves of AtMemory, since
  /// data decide which threads come to the atomic; 1: they do not, or Guards
  /// says how.
  double Doubt = 1;
  /// One lane does it for those of its warp that data let come, and what it
  /// returns is their places in a list.
  std::vector<LaneGuard> Guards = {};
  bool Led = false; ///< the source chooses that lane
};

/// Nothing where the atomic meets others no more often than it has to, as few
/// threads as data may let come to it; where data decides about its address;
/// and for exchanges and compare-and-swap, which cannot be combined.
std::optional<Contention> contentionOf(const KernelSummary &K, const Launch &L,
                                       const WarpProfile &P, AccessId Id);

/// Contended atomics of the launch of \p P: one finding for those on global
/// memory and one for those on shared memory, at the line that costs most (they
/// hide each other), with the time that the launch gains if blocks or warps
/// combine their values first.
std::vector<LineFinding> findAtomicContention(const KernelSummary &K,
                                              const Launch &L,
                                              const GpuModel &Gpu,
                                              const Prediction &P);

/// Takes all but the share \p Left of the sectors of an access out of what the
/// launch moves.
void scaleTraffic(const AccessProfile &AP, double Left, WarpProfile &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_ATOMICCONTENTION_H
