//===- GridStride.h - Kernels that take any grid ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_GRIDSTRIDE_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_GRIDSTRIDE_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Whether \p Loop runs less often in a grid of more blocks than \p L has, so
/// that they divide its work among themselves. A loop over all blocks of the
/// grid runs more often.
bool stridesByGrid(const KernelSummary &Kernel, const KernelLoop &Loop,
                   const Launch &L);

/// Whether a loop does, and none does the opposite.
bool stridesByGrid(const KernelSummary &Kernel, const Launch &L);

/// Whether the kernel may store an element of each block, or of each thread,
/// behind the loops that stride by the grid: an array that the grid's size has
/// to fit.
bool storesBesideStride(const KernelSummary &Kernel, const Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_GRIDSTRIDE_H
