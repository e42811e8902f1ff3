//===- ChangedAnalysis.h - Asking about a changed file ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_CHANGEDANALYSIS_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_CHANGEDANALYSIS_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/device/Reparse.h"

namespace gpuperf {

/// Compiles the file with \p Change and calls the function with what is said of
/// it then, or does not, where that is not possible.
using ChangedAnalysis = llvm::function_ref<void(
    const ParseChange &Change,
    llvm::function_ref<void(const FileAnalysis &)> Use)>;

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_CHANGEDANALYSIS_H
