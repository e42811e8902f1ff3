//===- AssumedArguments.h - Arguments that widen the band -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_ASSUMEDARGUMENTS_H
#define GPUPERF_ANALYSIS_PREDICT_ASSUMEDARGUMENTS_H

#include "analysis/Launch.h"
#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// The arguments of \p L that are defaults, by the names of the kernel's
/// parameters, as assumptions that widen the band of a time
/// (AssumptionKind::ArgumentAssumed, or ArgumentFromGrid and ArgumentFromArray
/// where the grid or an array tells them). Only those on which a trip count, a
/// branch or an address depends: the others do not decide a time.
///
/// Launches that are asked about by the kernel's name assume them, and so do
/// the times that advice compares. The time of a launch in a file is told with
/// the band of the values that it was told for: it does not.
AssumptionSet assumedArguments(const KernelSummary &Kernel, const Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_ASSUMEDARGUMENTS_H
