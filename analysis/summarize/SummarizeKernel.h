//===- SummarizeKernel.h - llvm::Function -> KernelSummary ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_SUMMARIZEKERNEL_H
#define GPUPERF_ANALYSIS_SUMMARIZE_SUMMARIZEKERNEL_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace gpuperf {

/// Summarises a kernel of an optimised device module (O2 without unrolling,
/// generic pointers inferred). Any LLVM function is accepted, so tests may feed
/// IR text. Fails where there is no body or it exceeds a sane size (names it).
llvm::Expected<KernelSummary> summarizeKernel(llvm::Function &F);

/// Machine operations per class in the text of \p F, calls inlined or not:
/// for KernelSummary::UnrolledTextCounts, from the plain pipeline's module.
OpCounts countTextOps(llvm::Function &F);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_SUMMARIZEKERNEL_H
