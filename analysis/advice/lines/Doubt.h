//===- Doubt.h - How sure the share of a line is ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often data lets a line execute is a guess, and so is how long a loop runs
// whose trip count data decides. A finding that a smaller share would turn into
// nothing is not made.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_DOUBT_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_DOUBT_H

#include "analysis/advice/lines/LineFinding.h"
#include <vector>

namespace gpuperf {

/// What a guard on data lets through may be so many times less than assumed.
inline constexpr double GuardDoubt = 100;

/// Whether data decides if a lane reaches block \p Target: some branch whose
/// condition depends on data has a path that avoids the block. The exits of
/// loops do not count: they decide how often, not whether. With \p
/// MarksAreRare, nor do paths of data that are equal to something (Ball and
/// Larus 1993, the opcode heuristic).
bool isGuardedByData(const KernelSummary &K, BlockId Target,
                     bool MarksAreRare = true);

/// A branch that lets a lane come to a block or not, by data of its own.
struct LaneGuard {
  BlockId Block = NoId;
  bool FirstPasses = false; ///< the way to the block is Succs[0]
};

/// The branches by which data decide whether a lane comes to \p Target, the
/// first one first, but for those that choose one lane of each warp. Nothing
/// where there are none; where data may be alike in all lanes of a warp, where
/// they are equal to something or not 0, where errors alone may pass, and where
/// their test is not known: of these a mark may be one in millions.
std::vector<LaneGuard> laneGuards(const KernelSummary &K, BlockId Target);

/// Whether, after \p Guard, one lane of each warp comes to \p Target: the first
/// of those that are there, or one whose number the warp has chosen.
bool hasLeader(const KernelSummary &K, BlockId Target, BlockId Guard);

/// Whether \p Block is in a loop of which nobody knows how often it runs.
bool isInGuessedLoop(const KernelSummary &K, const WarpProfile &P,
                     BlockId Block);

/// The share of the launch's time that goes with the cost of \p F in percent,
/// if data were as unkind to it as they may be: where a guard on data lets it
/// execute, a hundredth as often as was assumed; where loops elsewhere have
/// guessed trip counts, beside loops that run 16 times as long. Where nothing
/// of the kind is assumed, the same as F.gainPercent().
double leastGainPercent(const KernelSummary &K, const WarpProfile &P,
                        const LineFinding &F);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_DOUBT_H
