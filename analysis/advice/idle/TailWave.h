//===- TailWave.h - A last wave that is nearly empty ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_TAILWAVE_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_TAILWAVE_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

struct TailWave {
  uint64_t BlocksPerSm = 0, BlocksPerWave = 0;
  uint64_t FullWaves = 0;
  uint64_t LastBlocks = 0; ///< of BlocksPerWave
  /// Blocks that fill the whole waves.
  uint64_t FillingBlocks = 0;
  /// The kernel divides its work among any number of blocks.
  bool StridesByGrid = false;
  /// With it: an array may have an element for each block or thread.
  bool HasResultPerBlock = false;
  /// The time as it is, and that of the same work on FillingBlocks blocks.
  Estimate TimeUs, WithoutUs;
};

/// Nothing where the last wave is at least half full, where there are more than
/// ten waves or less than one, and where the number of blocks per SM is not
/// certain.
std::optional<TailWave> findTailWave(const KernelSummary &Kernel,
                                     const Launch &L, const GpuModel &Gpu,
                                     const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_TAILWAVE_H
