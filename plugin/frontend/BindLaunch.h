//===- BindLaunch.h - LaunchSite + assumptions -> Launch --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FRONTEND_BINDLAUNCH_H
#define GPUPERF_PLUGIN_FRONTEND_BINDLAUNCH_H

#include "analysis/Launch.h"
#include "plugin/frontend/LaunchSite.h"

namespace gpuperf {

struct BoundLaunch {
  /// Nothing: the block (or a given dimension of the grid) is not knowable;
  /// WhyNot says which and why, in one clause.
  std::optional<Launch> L;
  std::string WhyNot;
  /// "argument 'n' assumed 1048576", one per default that was taken.
  std::vector<std::string> Assumed;
  bool BlockKnown = false; ///< block and dynamic shared memory from the source
  bool GridKnown = false;  ///< grid from the source, nothing assumed
};

/// Precedence: what the source says, then \p UserBindings (options, --arg),
/// then the assume comments, then stated defaults: a free name in a 1D grid is
/// 1,048,576, in a 2D grid 4,096 (shared by x and y), in a 3D grid 256; other
/// scalars 1,024; an unknowable block is never given a default.
BoundLaunch bindLaunch(const LaunchSite &Site, const HostBindings &UserBindings);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FRONTEND_BINDLAUNCH_H
