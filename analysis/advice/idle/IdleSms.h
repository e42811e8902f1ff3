//===- IdleSms.h - Grids that leave most of a GPU idle ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid of fewer blocks than there are SMs, or than half of what they hold, is
// a finding only where more blocks could share the work: where the kernel
// strides by the grid, or where each thread runs a long loop whose iterations
// do not need each other. What that gains is predicted for the kernel as it
// would then be.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_IDLESMS_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_IDLESMS_H

#include "analysis/advice/LoopCarry.h"
#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

struct IdleSms {
  uint64_t Blocks = 0, Sms = 0;
  /// SMs without a block.
  uint64_t idle() const { return Blocks < Sms ? Sms - Blocks : 0; }
  /// Enough of them to speak of: at least a quarter. Where there are not, it is
  /// warps that are missing.
  bool leavesIdle() const { return 4 * idle() >= Sms; }
  uint64_t WarpsPerSm = 0, MostWarpsPerSm = 0;
  /// The grid that was tried, in blocks.
  uint64_t BlocksThen = 0;
  /// The kernel takes this grid as it is.
  bool StridesByGrid = false;
  /// With it: an array may have an element for each block or thread.
  bool HasResultPerBlock = false;
  /// Else: the loop whose iterations more blocks can share, how often a thread
  /// runs it now and then, and what the iterations hand on.
  LoopId Loop = NoId;
  uint64_t Trip = 0, TripThen = 0;
  /// Order: as they are written, the iterations cannot be shared. WithoutUs is
  /// then what is left if the same work could be.
  Carries Hands = Carries::Nothing;
  bool TripGuessed = false; ///< data decides the trip count
  /// Nothing that the kernel accesses or decides depends on the thread: all
  /// threads of a block do the same. WithoutUs leaves that as it is.
  bool ThreadsRepeat = false;
  Estimate TimeUs, WithoutUs;
};

/// Nothing where the grid fills half of the GPU, or where no way to use more
/// blocks is certain to gain: much, where no SM is idle. Where half of the SMs
/// are idle for longer than any launch takes, that is found even if the
/// iterations depend on each other or are guessed. Whether arguments are
/// assumed is for the caller to judge.
std::optional<IdleSms> findIdleSms(const KernelSummary &Kernel, const Launch &L,
                                   const GpuModel &Gpu, const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_IDLESMS_H
