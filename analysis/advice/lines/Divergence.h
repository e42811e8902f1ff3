//===- Divergence.h - Branches that split warps -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_DIVERGENCE_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_DIVERGENCE_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// One way out of a branch, up to where the ways meet.
struct BranchSide {
  /// Machine instructions of one pass; 0: the side is empty.
  double Instructions = 0;
  double Warps = 0; ///< of a block, that run it, over all iterations
  double Lanes = 0; ///< mean active lanes of those
  /// How many warps the same threads would fill if they were neighbours.
  double WarpsNeeded = 0;
};

/// What the threads behind a branch do with shared memory, in a loop with a
/// barrier.
enum class StepKind : uint8_t {
  None,
  Adds,     ///< elements of others to their own: a reduction
  Exchanges ///< two elements: a sorting network
};

/// A branch whose direction is a known function of the thread, and is not the
/// same for all lanes of a warp.
struct DivergentBranch {
  BlockId Block = NoId;
  BranchSide Sides[2];
  double Warps = 0; ///< of a block, that come to it, over all iterations
  /// Of those the share that runs both ways.
  double Split = 0;
  StepKind Step = StepKind::None;
  /// The launch if no warp had to run a side for some of its lanes where
  /// sorted threads would do with fewer warps.
  Estimate WithoutUs;
};

/// The branches at which sorting the threads would help. Left out are branches
/// for a single lane (the leader of a warp), those that only the last warp of a
/// range splits at, and those whose condition depends on data.
std::vector<DivergentBranch> findDivergentBranches(const KernelSummary &Kernel,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_DIVERGENCE_H
