//===- HtmlDiff.h - What changed, as a part of a page -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_HTMLDIFF_H
#define GPUPERF_PLUGIN_CLI_REPORT_HTMLDIFF_H

#include "plugin/cli/report/Report.h"

namespace gpuperf {

/// A heading and a table of the launches that are slower, faster, new, gone or
/// lost their time, as `gpuperf diff` tells them, the worst first.
/// \p AddressOf gives the link of a launch of \p Head.
std::string
diffHtml(const Report &Base, const Report &Head,
         llvm::function_ref<std::string(const llvm::json::Object &)> AddressOf);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_HTMLDIFF_H
