//===- Operands.h - Loads that matrix products wait for ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_GPUPERF_OPERANDS_H
#define GPUPERF_ANALYSIS_MODELS_GPUPERF_OPERANDS_H

#include "analysis/kernel/KernelSummary.h"
#include <vector>

namespace gpuperf {

/// By access: whether it loads from shared memory what a product of a warp
/// (wmma, mma.sync) multiplies in the same iteration. What was loaded an
/// iteration before comes to the product through a phi, and is none.
std::vector<bool> operandLoads(const KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_GPUPERF_OPERANDS_H
