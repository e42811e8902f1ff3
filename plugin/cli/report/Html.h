//===- Html.h - A report to look at --------------------------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One folder that needs no network and no script: index.html with a summary,
// a page for each source file with its launches where they stand in the code,
// and one style sheet, so that a strict content policy has nothing to object
// to. Pictures are inline SVG without style attributes.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_HTML_H
#define GPUPERF_PLUGIN_CLI_REPORT_HTML_H

#include "plugin/cli/report/Report.h"

namespace gpuperf {

/// Writes \p R into \p Folder, which is made; files of an earlier report with
/// the same names are replaced. \p Root: where the sources are; a source that
/// is not there is left out. With \p Base, the summary begins with what changed
/// since then. It is an error if a file cannot be written.
llvm::Error writeHtml(llvm::StringRef Folder, const Report &R,
                      llvm::StringRef Root, const Report *Base = nullptr);

/// The name of the page of a source file: distinct for distinct files.
std::string pageName(llvm::StringRef File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_HTML_H
