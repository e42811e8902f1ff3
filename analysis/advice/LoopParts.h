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
/// those from its place in the grid's third dimension times \p Each on. Where
/// nobody knows how many there are, each block has \p Each.
KernelSummary splitOverBlocks(const KernelSummary &Kernel, LoopId Loop,
                              uint64_t Each);

/// The kernel in which the thread of each place along x of its block does every
/// \p Threads-th iteration of \p Loop, from its place on. \p Loop has a trip
/// count, and the kernel does not ask for its thread.
KernelSummary splitOverThreads(const KernelSummary &Kernel, LoopId Loop,
                               uint64_t Threads);

/// The kernel in which \p Loop runs at most \p Each times, because other
/// threads do the rest.
KernelSummary shortenLoop(const KernelSummary &Kernel, LoopId Loop,
                          uint64_t Each);

/// Where a loop is entered and left.
struct LoopEnds {
  BlockId Entering = NoId; ///< leads to the header from outside
  BlockId Exit = NoId;     ///< outside, and led to by blocks of the loop
};

/// The ends of \p Loop; nothing where one of them is more than one block.
std::optional<LoopEnds> loopEnds(const KernelSummary &Kernel, LoopId Loop);

/// The kernel in which the loads of \p Ids are done once before \p Loop and the
/// stores once after it. What the loop makes of a value that it also stores is
/// handed on to its next iteration in a register. The loop has both ends.
KernelSummary keepInRegisters(const KernelSummary &Kernel, LoopId Loop,
                              llvm::ArrayRef<AccessId> Ids);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPPARTS_H
