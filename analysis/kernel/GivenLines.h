//===- GivenLines.h - The user's word, by lines of the source ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A user says how often the loop on a line runs, or in which share of the cases
// the condition on a line holds. Here the loops and branches of a kernel's code
// are found that such a line is about. The compiler turns conditions round and
// merges blocks, so the way of a branch for which the condition holds is known
// by the lines of the code that it leads to.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_GIVENLINES_H
#define GPUPERF_ANALYSIS_KERNEL_GIVENLINES_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// A stretch of one file, both ends included. Column 0 of the end: up to the
/// end of its line. Empty where Begin has no line.
struct SourceSpan {
  SourceLine Begin, End;
};

/// What is said of one statement.
struct GivenLine {
  /// The statement up to the first statement that it controls, which holds the
  /// condition; the whole line where it is not known which statement is meant.
  SourceSpan Head;
  /// The code for which the condition holds, and that for which it does not.
  /// Empty where there is none, or where it is not known.
  SourceSpan Then, Else;
  /// Then has no code of its own: it jumps elsewhere (continue, return).
  bool ThenJumps = false;
  /// Iterations per time that the loop is come to, from 0.
  std::optional<double> Trips;
  /// Share of the cases in which the condition holds, 0 to 1.
  std::optional<double> Share;
};

/// What became of a number that is said of a line.
enum class GivenUse : uint8_t {
  Used,
  NotThere,   ///< the code has no such loop or branch on this line
  Known,      ///< the number follows from the code: nothing is to be said
  LeavesLoop, ///< the branch ends a loop, so the loop's trip count is wanted
  Endless,    ///< a loop whose condition always holds
  NoWay,      ///< it cannot be told which way of the branch is meant
};

/// For one GivenLine; nothing where it says nothing.
struct GivenLineUse {
  std::optional<GivenUse> Trips, Share;
};

/// Makes KernelSummary::Given of \p Kernel what \p Lines say, and returns what
/// became of each of them, in their order. A line counts for the loops and
/// branches that are written on it; where there are none, for those of the
/// functions that it calls, as far as these are inlined.
std::vector<GivenLineUse> setGivenData(KernelSummary &Kernel,
                                       llvm::ArrayRef<GivenLine> Lines);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_GIVENLINES_H
