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

/// A note on the first other kernel of \p File that gets an array which \p Loss
/// is about, and would lose by another layout of it: one that walks rows in
/// order loses by the transpose, and one that takes structures at places that
/// data decide takes more sectors of arrays. Nothing where no such use is
/// known, and where the finding's act is no layout.
std::optional<std::string> useAgainstLayout(const LineLoss &Loss,
                                            const FileAnalysis &File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LAYOUTUSES_H
