//===- ReplacedCalls.h - What calls of a math library cost ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the math library is inlined into the kernel, or called by it.
// What it costs at certain places of the source is found by leaving its
// instructions out of the profile there, and by putting others in their place.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_REPLACEDCALLS_H
#define GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_REPLACEDCALLS_H

#include "analysis/advice/WhatIf.h"
#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// A call, and the instructions that could stand in for it; at least one.
struct ReplacedCall {
  SourceLine Where; ///< of its first token, in the user's code
  OtherOps Instead;
};

struct ReplacedCallCost {
  Estimate WithoutUs; ///< the launch with all of them replaced
  /// By index of the call: the instructions that a mean warp executes for it.
  std::vector<double> PerWarp;
  /// The same for each time that it is called.
  std::vector<double> PerCall;
  std::vector<BlockId> Blocks; ///< in which they stand, each once
};

/// What \p Calls cost; nothing where no warp executes one of them.
std::optional<ReplacedCallCost>
costOfCalls(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
            const Prediction &P, llvm::ArrayRef<ReplacedCall> Calls);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_REPLACEDCALLS_H
