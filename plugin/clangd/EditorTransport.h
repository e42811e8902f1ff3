//===- EditorTransport.h - What passes between clangd and the editor ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transport that stands between clangd and its client. It sees each edit
// before clangd does, so that an analysis of older text stops and its
// incomplete diagnostics are held back, and it gives our diagnostics their
// severity and the address of their page.
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

/// The path that a file: address names; empty for an address of another scheme.
std::string pathOfUri(llvm::StringRef Uri);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_EDITORTRANSPORT_H
