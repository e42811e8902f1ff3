//===- RepeatedDivisions.h - Divisions of doubles to do once ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_DOUBLES_REPEATEDDIVISIONS_H
#define GPUPERF_PLUGIN_FINDINGS_DOUBLES_REPEATEDDIVISIONS_H

#include "analysis/advice/lines/LineFinding.h"
#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// What the kernel's divisions of doubles cost that many threads repeat
/// (QuotientCost.h), at the line with most of them, with what to do about it.
/// Nothing where there are none in the user's code.
std::optional<LineFinding> findRepeatedDivisions(clang::ASTContext &Ctx,
                                                 const LaunchAnswer &Answer,
                                                 const GpuAnswer &On,
                                                 const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_DOUBLES_REPEATEDDIVISIONS_H
