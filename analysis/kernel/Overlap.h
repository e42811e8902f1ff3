//===- Overlap.h - Accesses that never meet ---------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_OVERLAP_H
#define GPUPERF_ANALYSIS_KERNEL_OVERLAP_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Whether \p A and \p B, which go to one array, are so far apart in each
/// thread and iteration that they have no byte in common: the fields of one
/// structure. What another thread or another iteration accesses is not asked:
/// threads that use each other's elements without waiting are taken for a race.
bool neverOverlap(const KernelSummary &Kernel, const Access &A,
                  const Access &B);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_OVERLAP_H
