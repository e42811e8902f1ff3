//===- PublishedDiagnostics.h - Our diagnostics as an editor sees them ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy gives all checks the same severity and links each of them to a
// page of its own site. Before a list of diagnostics leaves the server, ours
// get their own severity and the address of their page.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_PUBLISHEDDIAGNOSTICS_H
#define GPUPERF_PLUGIN_CLANGD_PUBLISHEDDIAGNOSTICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace gpuperf {

/// The numbers are those of the language server protocol.
enum class LspSeverity { Error = 1, Warning = 2, Information = 3, Hint = 4 };

/// kernel-time is information, checks about how well the GPU is filled are
/// hints, and all others are warnings.
LspSeverity severityOf(llvm::StringRef Check);

/// Address of a check's page: \p Pages ("https://..." or a folder) and the
/// check's name. Empty if \p Pages is, or if it is a folder without that page.
std::string pageOf(llvm::StringRef Check, llvm::StringRef Pages);

/// Folder of the pages: beside the running binary
/// ("../share/gpuperf/checks"). Empty if it is not there.
std::string pagesFolder();

/// Changes the parameters of textDocument/publishDiagnostics in place.
/// Diagnostics that are not ours stay as they are, and so does one of ours that
/// a project has made an error.
void adjustDiagnostics(llvm::json::Value &PublishParams, llvm::StringRef Pages);

/// Removes from these parameters the errors about code that clang rejects and
/// nvcc compiles: __shared__ variables with a constructor, such as
/// cuda::barrier. Only to be used for files that are built with nvcc.
void dropFalseErrors(llvm::json::Value &PublishParams);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_PUBLISHEDDIAGNOSTICS_H
