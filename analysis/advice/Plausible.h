//===- Plausible.h - Launches that a program may make -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the source leaves a size open, advice is tried at several sizes. A size
// at which no program would launch the kernel says nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_PLAUSIBLE_H
#define GPUPERF_ANALYSIS_ADVICE_PLAUSIBLE_H

#include "analysis/predict/Prediction.h"
#include "gpumodel/GpuModel.h"

namespace gpuperf {

/// Bytes of the arrays that the launch of \p P touches. Of accesses to one
/// array, the one that touches most of it counts. What cannot be derived is
/// left out, so that this is a lower bound.
double touchedBytes(const KernelSummary &Kernel, const WarpProfile &P);

/// The same of the array that parameter \p Param points to.
double touchedBytesOf(uint32_t Param, const KernelSummary &Kernel,
                      const WarpProfile &P);

/// Whether a program may make the launch: its arrays fit into the memory of
/// \p Gpu, it ends within an hour, and not nearly all of its blocks leave
/// without touching memory.
bool isPlausible(const KernelSummary &Kernel, const Prediction &P,
                 const GpuModel &Gpu);

/// Whether launching takes more than half of the time, so that a change of the
/// kernel or of its block would hardly be noticed.
bool isMostlyLaunching(const Prediction &P);

/// Whether data decides what the threads of the launch of \p P execute, and it
/// was guessed how: trip counts or branches.
bool restsOnGuessedPaths(const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_PLAUSIBLE_H
