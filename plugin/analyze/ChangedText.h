//===- ChangedText.h - What if the file read otherwise? ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some changes of the source change kernels and launches together, such as
// another value of a constant that both are written with. What comes of them is
// found out as a user would: the file is compiled with the change.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_CHANGEDTEXT_H
#define GPUPERF_PLUGIN_ANALYZE_CHANGEDTEXT_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/device/Reparse.h"

namespace gpuperf {

/// Analyses the file with \p Change, and calls \p Use with
/// the answers, which are gone afterwards. Nothing is kept of it in
/// \p Options' caches. An error where that does not compile.
llvm::Error analyzeChanged(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                           const FileOptions &Options,
                           const ParseChange &Change,
                           llvm::function_ref<void(const FileAnalysis &)> Use);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_CHANGEDTEXT_H
