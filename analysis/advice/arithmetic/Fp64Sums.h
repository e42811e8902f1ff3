//===- Fp64Sums.h - Doubles that are sums -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_FP64SUMS_H
#define GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_FP64SUMS_H

#include "analysis/kernel/KernelSummary.h"
#include "analysis/predict/Prediction.h"

namespace gpuperf {

/// By instruction: whether it adds doubles to a sum that nothing in its loop
/// reads but the next addition, from one iteration to the next.
std::vector<bool> fp64SumsOf(const KernelSummary &Kernel);

/// Which part of the additions, products and fused ones of doubles that are
/// executed adds to a sum which a loop carries from one iteration to the next
/// and reads for nothing else; in [0, 1]. A product that is added at once is
/// not counted beside its sum.
double shareOfFp64Sums(const KernelSummary &Kernel, const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_FP64SUMS_H
