//===- SharedTable.h - Arrays that are alike in all threads -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SHAREDTABLE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SHAREDTABLE_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Whether all threads of the launch fill the local array \p Variable with the
/// same numbers before they read it, and leave them as they are: one such table
/// would do for all of them. The numbers are made of constants, of the kernel's
/// arguments and of the counters of loops that all threads run alike. On NVIDIA
/// alone: there the thread's index is an operation of its own, by which it is
/// told from a constant.
bool isTableOfAllThreads(const KernelSummary &Kernel, uint32_t Variable);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SHAREDTABLE_H
