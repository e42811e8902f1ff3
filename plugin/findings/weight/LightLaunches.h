//===- LightLaunches.h - Launches that weigh next to nothing ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_WEIGHT_LIGHTLAUNCHES_H
#define GPUPERF_PLUGIN_FINDINGS_WEIGHT_LIGHTLAUNCHES_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// A launch is light where it, and all others of its kernel, take less than
/// this part of what other kernels of the file take: whatever is done about it,
/// nobody will see a difference.
inline constexpr double LightShare = 0.02;

/// Sets LaunchAnswer::IsLight of the launches whose number and times the
/// program says. What is left out makes no launch light: of the others only
/// what is known counts. Where the walk was given up, a launch may be made more
/// often than it says, and is compared with those only that it has seen as
/// often.
void markLightLaunches(FileAnalysis &File);

/// Whether a launch whose sizes are open is light at all sizes that are tried,
/// beside launches of the same function that are made whenever it is made; a
/// loop that makes others and not this one is taken to run 32 times. Where
/// its grid grows with a size, only those with \p Threads threads at least
/// count: that is what advice is for (OtherSizes.h).
bool isLightAtAnySize(const LaunchAnswer &Of, const FileAnalysis &File,
                      const HostBindings &Assume, uint64_t Threads);

/// Whether \p SavedUs of a launch on the GPU with this index weighs next to
/// nothing beside what others take in loops behind or in front of it: in the
/// same function, made whenever it is made, and more often. Such a loop is
/// taken to run 32 times.
bool isLightBesideLoops(double SavedUs, const LaunchAnswer &Of, size_t Gpu,
                        const FileAnalysis &File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_WEIGHT_LIGHTLAUNCHES_H
