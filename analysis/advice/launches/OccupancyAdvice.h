//===- OccupancyAdvice.h - What would let more warps run --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_OCCUPANCYADVICE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_OCCUPANCYADVICE_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// A resource whose use is slightly above a step of the occupancy: with
/// slightly less of it, another block fits on an SM.
struct OccupancyAdvice {
  OccupancyLimiter Limiter = OccupancyLimiter::Registers;
  unsigned BlocksPerSm = 0, BlocksThen = 0;
  unsigned WarpsPerSm = 0, WarpsThen = 0, MaxWarpsPerSm = 0;
  /// Registers per thread, bytes of shared memory per block, or threads per
  /// block: as it is, and what it takes.
  uint64_t Now = 0, Then = 0;
  Estimate TimeUs, WithoutUs;
};

/// Registers are considered only where their number is certain: it comes from
/// ptxas, or the whole band gives the same number of blocks. A step counts as
/// near if less than a sixth of the resource has to be saved, because saving
/// more would be another kernel. Nothing if no such step is near.
std::optional<OccupancyAdvice> adviseOccupancy(const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu,
                                               const Prediction &P);

/// The most registers per thread, fewer than \p Registers, with which more
/// blocks fit on an SM than now; 0 if even one would not do it.
unsigned registersForMoreBlocks(const KernelSummary &Kernel, const Launch &L,
                                const GpuModel &Gpu, unsigned Registers);

/// What a block of the launch asks of an SM with so many registers a thread.
BlockResources blockResources(const KernelSummary &Kernel, const Launch &L,
                              unsigned Registers);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_OCCUPANCYADVICE_H
