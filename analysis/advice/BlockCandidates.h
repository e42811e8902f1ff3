//===- BlockCandidates.h - Other blocks for the same work -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_BLOCKCANDIDATES_H
#define GPUPERF_ANALYSIS_ADVICE_BLOCKCANDIDATES_H

#include "analysis/models/Models.h"

namespace gpuperf {

/// The launch as it is, first, and others whose grid covers the same threads in
/// every dimension: all whole-warp sizes for a kernel that uses one dimension,
/// else shapes of powers of two that keep the dimensions that are 1. Only what
/// the GPU and __launch_bounds__ allow. Whether the kernel computes the same
/// with another block is not asked here.
std::vector<Launch> blockCandidates(const KernelSummary &Kernel,
                                    const Launch &L, const GpuModel &Gpu);

struct RankedLaunch {
  Launch L;
  Prediction P;
};

/// Predictions of those that can be predicted, fastest first; equal times by
/// seed 002, eq. 10: fewest warps on the fullest SM, then NBW over DPSID.
std::vector<RankedLaunch> rankLaunches(const KernelSummary &Kernel,
                                       llvm::ArrayRef<Launch> Launches,
                                       const GpuModel &Gpu,
                                       const PredictOptions &Options = {});

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_BLOCKCANDIDATES_H
