//===- SameNumber.h - Launches that share a number --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_SAMENUMBER_H
#define GPUPERF_PLUGIN_LAUNCH_SAMENUMBER_H

#include "plugin/launch/LaunchSite.h"

namespace clang {
class VarDecl;
} // namespace clang

namespace gpuperf {

/// Whether \p Other, a launch of another kernel, is made with a variable that
/// the grid of \p Of is made with: in its own grid or block, or as an argument.
/// Whoever changes the number changes both. What \p Of makes its block with,
/// too, is not the number of its blocks.
bool sharesGridNumber(const LaunchSite &Of, const LaunchSite &Other);

/// The variable that the launch has as its block; null where that is anything
/// else.
const clang::VarDecl *blockVariable(const LaunchSite &Of);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_SAMENUMBER_H
