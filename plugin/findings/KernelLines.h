//===- KernelLines.h - A kernel's lines in the AST's files ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_KERNELLINES_H
#define GPUPERF_PLUGIN_FINDINGS_KERNELLINES_H

#include "analysis/kernel/KernelSummary.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class SourceManager;
} // namespace clang

namespace gpuperf {

/// The place of \p Line in the AST's files; invalid if its file is not one of
/// them.
clang::SourceLocation locationOf(const clang::SourceManager &SM,
                                 const KernelSummary &Kernel, SourceLine Line);

/// The line of \p Where; its number is 0 if none of the kernel's code is in
/// that file.
SourceLine lineIn(const clang::SourceManager &SM, const KernelSummary &Kernel,
                  clang::SourceLocation Where);

/// Where the kernel is written for its block size, by
/// KernelSummary::Independence; invalid where that is not in the user's code.
clang::SourceLocation tieToBlock(const clang::SourceManager &SM,
                                 const KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_KERNELLINES_H
