//===- OpenNames.h - Names that a launch leaves open ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_OPENNAMES_H
#define GPUPERF_PLUGIN_LAUNCH_OPENNAMES_H

#include "plugin/launch/BindLaunch.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

/// The names in grid and arguments that neither the source nor \p Assume gives
/// a value, in order of appearance. None where nothing was assumed.
std::vector<std::string> openNames(const LaunchSite &Site,
                                   const BoundLaunch &Bound,
                                   const HostBindings &Assume);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_OPENNAMES_H
