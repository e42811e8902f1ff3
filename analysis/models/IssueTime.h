//===- IssueTime.h - How long a warp's instructions issue -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Issue alone: nothing waits for data. Two views of the same instructions: what
// one scheduler is kept busy with, from the rates of its pipes, and what a
// whole SM is kept busy with, as Hong and Kim 2009 count it, from rates that
// were timed on the GPU where its file has them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_ISSUETIME_H
#define GPUPERF_ANALYSIS_MODELS_ISSUETIME_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Of a mean warp of the launch.
struct IssueTime {
  OpCounts CyclesByClass{};
  double Cycles = 0; ///< the sum of CyclesByClass
  AssumptionSet Why;
};

/// Cycles of the warp's scheduler. Why covers the latencies of the classes that
/// are executed, too.
IssueTime schedulerIssueTime(const GpuModel &Gpu, const WarpProfile &Profile);

/// Cycles that one instruction of a warp keeps an SM's issue busy: warp size
/// over the file's Hong-Kim throughput. A class without one takes the file's
/// issue rate; where the file has a timed addition, relative to that.
Estimate smIssueCycles(const GpuModel &Gpu, OpClass Op);

/// Cycles of the SM's issue, and of its shared memory where banks conflict:
/// \p SharedPassCycles for each pass beyond the first.
IssueTime smIssueTime(const GpuModel &Gpu, const KernelSummary &Kernel,
                      const WarpProfile &Profile, double SharedPassCycles);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_ISSUETIME_H
