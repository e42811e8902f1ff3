//===- LayoutUses.h - Who else uses an array's layout -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H
#define GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H

#include "plugin/findings/LineLosses.h"

namespace gpuperf {

/// Notes on what another layout of the arrays that \p Loss is about would do to
/// other kernels of \p File which get the same arrays: one that walks an array
/// in the order of its elements loses by its transpose, and one that takes
/// structures at places that data decide takes more sectors of arrays. Empty
/// where no such use is known, and where the finding's act is no layout.
std::vector<std::string> usesAgainstLayout(const LineLoss &Loss,
                                           const FileAnalysis &File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H
