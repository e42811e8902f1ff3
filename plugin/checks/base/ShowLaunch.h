//===- ShowLaunch.h - Where an editor shows a launch's time -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_SHOWLAUNCH_H
#define GPUPERF_PLUGIN_CHECKS_BASE_SHOWLAUNCH_H

#include "plugin/editor/ShownLaunch.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

/// The places of \p Site in its file; its texts are left empty. Of a launch in
/// a macro they are those of the macro's use.
ShownLaunch placesOf(const LaunchSite &Site, const clang::ASTContext &Ctx);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_SHOWLAUNCH_H
