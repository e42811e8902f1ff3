//===- ShownLaunch.h - What an editor shows at a launch ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_EDITOR_SHOWNLAUNCH_H
#define GPUPERF_PLUGIN_EDITOR_SHOWNLAUNCH_H

#include <string>
#include <vector>

namespace gpuperf {

/// A place in a text. Lines count from 0, and so do the columns; in which unit
/// they are counted is agreed on by the editor and the server.
struct EditorPlace {
  unsigned Line = 0;
  unsigned Bytes = 0, Utf16 = 0, CodePoints = 0; ///< columns
};

/// A launch with its predicted time, as the check found it in one text.
struct ShownLaunch {
  EditorPlace Begin, End; ///< of the launch expression
  /// The kernel's name in it; both the same where it is not written there.
  EditorPlace NameBegin, NameEnd;
  std::string Label;   ///< "22.7 us"; empty: no hint is wanted
  std::string Message; ///< what the diagnostic says
  std::vector<std::string> Notes;
  bool OnHover = true; ///< hovering over the name shows the message
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_SHOWNLAUNCH_H
