//===- PartialWarp.h - Blocks that do not fill their last warp --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_PARTIALWARP_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_PARTIALWARP_H

#include "analysis/predict/PredictLaunch.h"
#include <optional>

namespace gpuperf {

struct PartialWarp {
  unsigned WarpSize = 32;
  uint64_t WarpsPerBlock = 0;
  uint64_t IdleLanes = 0; ///< of WarpsPerBlock * WarpSize
  /// Whole-warp sizes on either side; SmallerBlock is 0 below one warp.
  uint64_t SmallerBlock = 0, LargerBlock = 0;
};

/// Nothing for blocks of whole warps, for a launch that cannot run, and for a
/// grid of one block: it is as large as its data, a smaller one would leave
/// some of them out, and the lanes that idle are those of one warp.
std::optional<PartialWarp> findPartialWarp(const Launch &L, bool GridKnown,
                                           unsigned WarpSize);

/// The same threads in blocks of \p Threads, for a kernel that computes the
/// same with any block of one dimension; nothing where that cannot be launched.
std::optional<Estimate> timeWithBlocksOf(uint64_t Threads,
                                         const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu);

/// The time if blocks of \p Threads threads did the work of \p L's blocks of
/// one thread: each thread what a block along x did. Nothing where the blocks
/// have more threads, share memory, or are too few along x, or where the kernel
/// asks for its thread's index.
std::optional<Estimate> timeIfBlocksWereThreads(uint64_t Threads,
                                                const KernelSummary &Kernel,
                                                const Launch &L,
                                                const GpuModel &Gpu);

/// The time if a block of \p L's kernel did what \p Groups blocks along x did,
/// each of them with threads of its own. Nothing where the kernel asks for its
/// place in the warp, or where the blocks have more dimensions or are too few.
std::optional<Estimate> timeIfBlocksWereGroups(uint64_t Groups,
                                               const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_PARTIALWARP_H
