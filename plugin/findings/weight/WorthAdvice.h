//===- WorthAdvice.h - Launches that advice is for --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_WEIGHT_WORTHADVICE_H
#define GPUPERF_PLUGIN_FINDINGS_WEIGHT_WORTHADVICE_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// What is less than that is lost in what launching takes.
inline constexpr double LeastSavedUs = 1;

/// How often the program makes the launch, as far as that is known: once at the
/// least.
double timesMade(const LaunchAnswer &Answer);

/// Whether a prediction with another block means anything: a kernel that is
/// written for one block size computes something else with another.
bool takesOtherBlocks(const KernelSummary &K);

/// Whether the program makes the launch with different blocks, as one that
/// measures which is best: none of them is to be advised against.
bool sweepsBlocks(const LaunchAnswer &Answer);

/// Whether launching takes most of the time (isMostlyLaunching); there is one.
bool isMostlyLaunch(const GpuAnswer &On);

/// Whether data decides how long the threads run, by guesses that leave the
/// time open by more than a factor of 64: what is compared then is two guesses.
/// False where there is no prediction.
bool isMostlyGuess(const GpuAnswer &On);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_WEIGHT_WORTHADVICE_H
