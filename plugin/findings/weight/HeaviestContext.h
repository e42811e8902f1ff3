//===- HeaviestContext.h - What advice is given for -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_WEIGHT_HEAVIESTCONTEXT_H
#define GPUPERF_PLUGIN_FINDINGS_WEIGHT_HEAVIESTCONTEXT_H

#include "plugin/analyze/FileAnalysis.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// Whether the program says all of the launch that \p C is of.
bool isKnown(const LaunchContext &C, const LaunchSite &Site);

/// Whether the walk was given up, or left a loop, in the middle of launches
/// that took longer and longer, so that the heaviest is not known: a program
/// that measures sizes from small to large.
bool mayStillGrow(const LaunchAnswer &Answer, const ProgramFacts &Walk);

/// The file with each launch as the program makes it, where a walk, facts or a
/// recorded run say how: advice is for that launch and not for sizes that were
/// assumed. Of several contexts of one launch, the one that costs most in all
/// is taken. A launch of which no context is there, or only one with assumed
/// values, or whose time still grew when the walk was given up, stays as it is,
/// and one that is never made is left out. LaunchAnswer::IsLight is set, also
/// of launches that are there to check the others (CheckingLaunches.h).
/// Nothing where all launches stay as they are.
std::optional<FileAnalysis> withHeaviestContexts(const FileAnalysis &File);

/// The part of the time of all launches that the program makes at this place
/// which is spent in those that are \p Alike, on the GPU where it is least; in
/// (0, 1]. 1 where the program says nothing of them.
double shareOfContexts(const LaunchAnswer &Answer,
                       llvm::function_ref<bool(const Launch &)> Alike);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_WEIGHT_HEAVIESTCONTEXT_H
