//===- RefusedSizes.h - Sizes that a function does not launch ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_REFUSEDSIZES_H
#define GPUPERF_PLUGIN_LAUNCH_REFUSEDSIZES_H

#include "plugin/launch/LaunchSite.h"

namespace clang {
class SourceManager;
} // namespace clang

namespace gpuperf {

/// Whether the function around the launch ends, for some values of a name that
/// the grid has along \p Dimension (0 to 2), before it launches, as with
/// `if (n > 1024) return;`.
bool refusesSizes(const LaunchSite &Site, const clang::SourceManager &SM,
                  unsigned Dimension);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_REFUSEDSIZES_H
