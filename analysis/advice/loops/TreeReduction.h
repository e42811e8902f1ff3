//===- TreeReduction.h - Trees over one element per thread ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that reduces as many elements as it has threads loads one element per
// thread and runs through a tree in shared memory, whose steps wait for each
// other and leave more and more threads idle. Threads that reduce many elements
// of their own first pay for the tree once.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_TREEREDUCTION_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_TREEREDUCTION_H

#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// A reduction in shared memory.
struct TreeReduction {
  LoopId Tree = NoId;
  std::vector<AccessId> Elements; ///< what a thread loads for it, once each
};

/// The reduction that \p K is, of neighbouring blocks of one array: loads that
/// each thread does once, a loop with a barrier that stays in shared memory,
/// and a result that one thread of each block stores or adds. Nothing for a
/// scan, of which every thread stores something, and for a row per block.
std::optional<TreeReduction>
treeReduction(const KernelSummary &K, const Launch &L, const WarpProfile &P);

/// What the launch of \p P gains by as many blocks as run at one time, whose
/// threads reduce several elements first; nothing where it is no such reduction
/// or gains nothing.
std::optional<LineFinding> findTreeReduction(const KernelSummary &K,
                                             const Launch &L,
                                             const GpuModel &Gpu,
                                             const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_TREEREDUCTION_H
