//===- PublishedDiagnostics.h - Our diagnostics as an editor sees them ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy knows one severity for all checks and links each to a page of its
// own site. Before a list of diagnostics leaves the server, ours get their
// severity and their page.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_PUBLISHEDDIAGNOSTICS_H
#define GPUPERF_PLUGIN_CLANGD_PUBLISHEDDIAGNOSTICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace gpuperf {

/// As LSP numbers them.
enum class LspSeverity { Error = 1, Warning = 2, Information = 3, Hint = 4 };

/// kernel-time informs; what concerns how full the GPU is hints; the rest is
/// advice, a warning.
LspSeverity severityOf(llvm::StringRef Check);

/// Address of a check's page: \p Pages ("https://..." or a folder) and the
/// check's name. Empty if \p Pages is, or if it is a folder without that page.
std::string pageOf(llvm::StringRef Check, llvm::StringRef Pages);

/// Folder of the pages: beside the running binary
/// ("../share/gpuperf/checks"). Empty if it is not there.
std::string pagesFolder();

/// Changes the parameters of textDocument/publishDiagnostics in place. What is
/// not ours stays as it is; so does one of ours that a project made an error.
void adjustDiagnostics(llvm::json::Value &PublishParams, llvm::StringRef Pages);

/// Takes out, likewise, what clang alone holds against code that nvcc compiles:
/// __shared__ variables with a constructor (cuda::barrier). For files that are
/// built with nvcc.
void dropFalseErrors(llvm::json::Value &PublishParams);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_PUBLISHEDDIAGNOSTICS_H
