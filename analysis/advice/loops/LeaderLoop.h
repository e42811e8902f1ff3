//===- LeaderLoop.h - Loops of one thread while a block waits ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_LEADERLOOP_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_LEADERLOOP_H

#include "analysis/advice/LoopCarry.h"
#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// A loop that a guard leaves to few threads of a block, and whose iterations
/// all of its threads could share.
struct LeaderLoop {
  LoopId Loop = NoId;
  uint64_t Runners = 0, Threads = 0; ///< of a block
  uint64_t Trip = 0;                 ///< how often a runner runs it
  Carries Hands = Carries::Nothing;
  /// The launch if each thread ran its share of the iterations.
  Estimate WithoutUs;
};

/// Loops whose trip counts are guesses, that fewer than 32 threads would share,
/// or that run so seldom that sharing them would hardly gain are left out, and
/// so is a loop in another one that is behind the guard.
std::vector<LeaderLoop> findLeaderLoops(const KernelSummary &Kernel,
                                        const Launch &L, const GpuModel &Gpu,
                                        const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_LEADERLOOP_H
