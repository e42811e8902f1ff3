//===- HtmlPictures.h - A launch with other sizes ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pictures as inline SVG. What they look like is said in the one style sheet,
// by class, so that they follow the page's colours.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_HTMLPICTURES_H
#define GPUPERF_PLUGIN_CLI_REPORT_HTMLPICTURES_H

#include "llvm/Support/JSON.h"
#include <string>

namespace gpuperf {

/// The time with other blocks, out of "sweep" of a launch; empty without it.
std::string sweepPicture(const llvm::json::Object &Launch);
/// The time over the size that it grows with, out of "law"; empty without it.
std::string lawPicture(const llvm::json::Object &Launch);

/// \p Text as it may stand in HTML.
std::string escapedHtml(llvm::StringRef Text);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_HTMLPICTURES_H
