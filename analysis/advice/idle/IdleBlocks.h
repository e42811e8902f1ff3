//===- IdleBlocks.h - Blocks that have nothing to do ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_IDLEBLOCKS_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_IDLEBLOCKS_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// A grid of which a guard of the kernel sends at least half away.
struct IdleBlocks {
  Dim3 Grid, Enough; ///< as it is, and what has work
  Estimate TimeUs, WithoutUs;
};

/// Only where the smaller grid is proven to compute the same (SameResult.h), is
/// certain to gain, and leaves more than the time of launching.
std::optional<IdleBlocks> findIdleBlocks(const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu,
                                         const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_IDLEBLOCKS_H
