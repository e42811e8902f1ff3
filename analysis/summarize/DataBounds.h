//===- DataBounds.h - Guards whose bound is in memory -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (i < p->n)` is the guard against the end of the data that `if (i < n)`
// is, although n has to be loaded: a program launches as many threads as there
// are elements.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_DATABOUNDS_H
#define GPUPERF_ANALYSIS_SUMMARIZE_DATABOUNDS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Fills Block::Passing of the branches of \p K that let pass only threads
/// whose index is less than a value which is data, but the same in all threads.
void findDataBounds(KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_DATABOUNDS_H
