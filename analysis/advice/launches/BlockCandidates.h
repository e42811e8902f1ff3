//===- BlockCandidates.h - Other blocks for the same work -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_BLOCKCANDIDATES_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_BLOCKCANDIDATES_H

#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// Whether only the x of blocks is worth changing: the launch is flat and the
/// kernel asks for no other dimension.
bool isFlat(const KernelSummary &Kernel, const Launch &L);

/// All blocks that are worth predicting, in order. The block of \p L is among
/// them only if it follows the same rule: whole-warp sizes for a flat launch,
/// else shapes of powers of two that keep the dimensions that are 1. Within the
/// threads that the GPU and __launch_bounds__ allow.
std::vector<Dim3> candidateBlocks(const KernelSummary &Kernel, const Launch &L,
                                  const GpuModel &Gpu);

/// \p L with another block and a grid that covers the same threads in every
/// dimension. Dynamic shared memory that is a number of bytes per thread
/// follows the block.
Launch coverSameThreads(const Launch &L, const Dim3 &Block);

/// The launch as it is, first, and then with every candidate block, so that
/// each covers the same threads. Launches that the GPU does not allow are left
/// out. Whether the kernel computes the same with another block is not asked
/// here.
std::vector<Launch> blockCandidates(const KernelSummary &Kernel,
                                    const Launch &L, const GpuModel &Gpu);

struct RankedLaunch {
  Launch L;
  Prediction P;
};

/// Fastest first; times that are equal to six digits are ordered by Qu et al.
/// 2020, eq. 10: fewest warps on the fullest SM, then NBW over DPSID. Of those
/// that the model cannot tell from the fastest, blocks whose x is a multiple of
/// the warp size come first, because they lose least where the model is wrong
/// about how rows fall into sectors; of these, powers of two.
void sortByTime(std::vector<RankedLaunch> &Launches, unsigned WarpSize);

/// Predictions of those that can be predicted, in the order of sortByTime.
std::vector<RankedLaunch> rankByTime(const KernelSummary &Kernel,
                                     llvm::ArrayRef<Launch> Launches,
                                     const GpuModel &Gpu,
                                     const PredictOptions &Options = {});

/// Finds the fastest of \p All without predicting all of them: it predicts some
/// that lie far apart, then the neighbours of the best. \p TimeUs is called
/// once per block and returns nothing for a block that cannot be launched or
/// predicted. \p Promising are blocks that are predicted first as well.
void searchBlocks(
    llvm::ArrayRef<Dim3> All, llvm::ArrayRef<Dim3> Promising,
    llvm::function_ref<std::optional<double>(const Dim3 &Block)> TimeUs);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_BLOCKCANDIDATES_H
