//===- Counts.h - Totals of one launch --------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REPORT_COUNTS_H
#define GPUPERF_ANALYSIS_REPORT_COUNTS_H

#include "analysis/predict/Prediction.h"
#include <map>

namespace gpuperf {

/// What one launch executes and moves. Warp instructions by class; requests by
/// memory space; 32-byte sectors by space (none for shared memory); shared
/// memory data passes; bytes.
struct LaunchCounts {
  std::map<std::string, double> WarpInstructions, ThreadInstructions;
  std::map<std::string, double> Requests, Sectors;
  double BankPasses = 0, BarriersPerWarp = 0, Warps = 0;
  double RequestedBytes = 0, L2Bytes = 0, DramReadBytes = 0, DramWriteBytes = 0;
};

LaunchCounts countLaunch(const KernelSummary &Kernel, const WarpProfile &W);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REPORT_COUNTS_H
