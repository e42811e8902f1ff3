//===- IterationKinds.h - How alike iterations are --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_ITERATIONKINDS_H
#define GPUPERF_ANALYSIS_SUMMARIZE_ITERATIONKINDS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Fills KernelLoop::Iterations of every loop of \p Kernel, whose blocks, trip
/// counts and accesses are there.
void classifyIterations(KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_ITERATIONKINDS_H
