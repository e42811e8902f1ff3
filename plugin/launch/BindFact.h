//===- BindFact.h - LaunchSite + fact -> Launch -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_BINDFACT_H
#define GPUPERF_PLUGIN_LAUNCH_BINDFACT_H

#include "plugin/facts/LaunchFact.h"
#include "plugin/launch/BindLaunch.h"

namespace gpuperf {

/// The launch that \p Fact says \p Kernel gets at \p Site, its values said by
/// \p From. What the user gives to a parameter by name counts more than the
/// fact. A scalar that the fact does not hold is assumed, as bindLaunch does.
BoundLaunch bindFact(const LaunchSite &Site, const clang::FunctionDecl &Kernel,
                     const LaunchFact &Fact, Provenance From,
                     const HostBindings &UserBindings);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_BINDFACT_H
