//===- SummarizeKernel.h - llvm::Function -> KernelSummary ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function of a device module becomes one KernelSummary here. It is put
// together from the rooms of analysis/: values and loops are lifted to
// expressions (lift/), instructions lowered to machine operations (machine/),
// the block independence proven (independence/).
//
// summarizeKernels() in plugin/analyze is what a file's kernels are summarised
// with: it takes both modules of the file, calls this for each kernel and adds
// what the unrolled module and the PTX say: machine counts and registers.
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
/// IR text. Fails, and names the kernel, where it has no body or more than
/// 100,000 instructions.
llvm::Expected<KernelSummary> summarizeKernel(llvm::Function &F);

/// Machine operations per class in the text of \p F, calls inlined or not:
/// for KernelSummary::UnrolledTextCounts, from the plain pipeline's module.
OpCounts countTextOps(llvm::Function &F);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_SUMMARIZEKERNEL_H
