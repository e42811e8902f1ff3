//===- MergeAccesses.h - Neighbouring accesses as vectors -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_MERGEACCESSES_H
#define GPUPERF_ANALYSIS_SUMMARIZE_MERGEACCESSES_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Optimised IR loads a float4 as four floats; the back end joins them again.
/// Does the same: accesses of one block to adjacent bytes of a sufficiently
/// aligned chunk become one, the rest Free and chained to it.
void mergeVectorAccesses(KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_MERGEACCESSES_H
