//===- PieceLaunches.h - Work launched block by block -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host loop that launches one block at a time, and passes where its part
// begins: all SMs but one are idle, again and again. Where the kernel only adds
// that begin to threadIdx.x, a launch with a block for each part does the same
// at one time.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_PIECELAUNCHES_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_PIECELAUNCHES_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// Whether launches of \p Kernel with one block each, which differ in argument
/// \p Arg alone, could be the blocks of one launch: the kernel asks for no
/// block, everything that it stores lies where \p Arg + threadIdx.x says, and
/// of the arrays that it stores to it loads the same elements only.
bool isPieceOf(const KernelSummary &Kernel, unsigned Arg);

/// Such launches, one after the other and as one.
struct PieceLaunches {
  uint64_t Launches = 0; ///< so many are compared
  Estimate TimeUs;       ///< of all of them
  Estimate WithoutUs;    ///< of one launch with as many blocks
};

/// Nothing where one launch is not certain to be faster. \p P is the prediction
/// of \p L, a launch of one block.
std::optional<PieceLaunches> findPieceLaunches(const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu,
                                               const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_PIECELAUNCHES_H
