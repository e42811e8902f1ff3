//===- SplitIndex.h - Rows in a grid of one dimension -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel for a matrix may number its elements one after the other, and find
// row and column by a division: i / n and i % n. Threads that are n apart are
// neighbours along a column then, although the grid has one dimension.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_SPLITINDEX_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_SPLITINDEX_H

#include "analysis/Launch.h"
#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// A number that the index of a thread in the grid is divided by.
struct SplitIndex {
  ExprId Divisor = NoExpr; ///< the same for all threads
  uint64_t Step = 0;       ///< its value in the launch, 2 or more
};

/// The numbers by which \p Offsets divide the thread's index in the grid, each
/// value once. None for a launch of more dimensions than one.
std::vector<SplitIndex> splitsOfIndex(const KernelSummary &K, const Launch &L,
                                      llvm::ArrayRef<ExprId> Offsets,
                                      unsigned WarpSize);

/// Whether \p Offset is the same for threads of the grid that are \p Step
/// apart, for some warps and iterations of the launch; nothing where it is not
/// known for all of their lanes.
std::optional<bool> isSameApart(const KernelSummary &K, const Launch &L,
                                ExprId Offset, uint64_t Step,
                                unsigned WarpSize);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_SPLITINDEX_H
