//===- EditWait.h - How long an edit waits for its build --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After an edit, clangd waits for further ones for as long as its last builds
// took, so that a build that is soon out of date is not begun. Our analysis is
// a part of a build, although it stops by itself at the next edit. Without it
// an edit would wait less, as it does with stock clangd.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_EDITWAIT_H
#define GPUPERF_PLUGIN_CLANGD_EDITWAIT_H

#include "plugin/editor/EditorSession.h"
#include <chrono>
#include <optional>

namespace gpuperf {

/// How long an edit has to wait if the last build took \p Last. None if clangd
/// would not wait much longer than that.
std::optional<std::chrono::milliseconds> editWait(const BuildTimes &Last);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_EDITWAIT_H
