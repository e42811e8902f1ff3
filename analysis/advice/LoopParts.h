//===- LoopParts.h - A loop whose iterations are shared ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trials for the model: the kernel as it would be if the iterations of one loop
// were done by several blocks or threads.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPPARTS_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPPARTS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Whether the kernel leaves the grid's third dimension alone, so that it can
/// say which part of a loop a block does.
bool leavesThirdDimension(const KernelSummary &Kernel);

/// The kernel in which a block does \p Each consecutive iterations of \p Loop:
/// those from its place in the grid's third dimension times \p Each on.
KernelSummary splitOverBlocks(const KernelSummary &Kernel, LoopId Loop,
                              uint64_t Each);

/// The kernel in which \p Loop runs at most \p Each times, because other
/// threads do the rest.
KernelSummary shortenLoop(const KernelSummary &Kernel, LoopId Loop,
                          uint64_t Each);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPPARTS_H
