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
