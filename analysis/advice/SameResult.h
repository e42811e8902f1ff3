//===- SameResult.h - Does another launch compute the same? -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_SAMERESULT_H
#define GPUPERF_ANALYSIS_ADVICE_SAMERESULT_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Whether \p To, which has the arguments of \p Asked, is proven to compute
/// what \p Asked does: KernelSummary::Independence for these two launches.
bool isProvenSame(const KernelSummary &Kernel, const Launch &Asked,
                  const Launch &To);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_SAMERESULT_H
