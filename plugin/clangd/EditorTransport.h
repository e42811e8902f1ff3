//===- EditorTransport.h - What passes between clangd and the editor ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands between clangd and its client: hears of edits (an analysis of older
// text then stops and its diagnostics are held back), and gives our diagnostics
// their severity and page.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_EDITORTRANSPORT_H
#define GPUPERF_PLUGIN_CLANGD_EDITORTRANSPORT_H

#include "plugin/clangd/Transport.h"
#include <memory>

namespace gpuperf {

class EditorSession;

/// \p Pages as in pageOf. \p Session outlives the result.
std::unique_ptr<clang::clangd::Transport>
makeEditorTransport(std::unique_ptr<clang::clangd::Transport> Client,
                    EditorSession &Session, std::string Pages);

/// The path that a file: address names; empty for other schemes.
std::string pathOfUri(llvm::StringRef Uri);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_EDITORTRANSPORT_H
