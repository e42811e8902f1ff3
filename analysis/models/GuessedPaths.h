//===- GuessedPaths.h - What hangs on guessed branches ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_GUESSEDPATHS_H
#define GPUPERF_ANALYSIS_MODELS_GUESSEDPATHS_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// The share of the launch's issue time or of its requested sectors, whichever
/// is larger, that may come or go with the branches of which it was guessed
/// where the lanes go: all of them may take a way, or none. 0 where nothing was
/// guessed; 1 or more where a guess decides how often a loop runs, or whether
/// threads wait for each other or queue at an address.
double shareOfGuessedPaths(const KernelSummary &K, const WarpProfile &P,
                           const GpuModel &Gpu);

/// From this share on a guess makes the band of a time wider. What is less is
/// lost in the band that every time has.
inline constexpr double ShareThatMatters = 0.15;

/// The assumptions of \p P without that of a guessed branch, where as little
/// hangs on all of them.
AssumptionSet withoutIdleGuesses(const KernelSummary &K, const WarpProfile &P,
                                 const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_GUESSEDPATHS_H
