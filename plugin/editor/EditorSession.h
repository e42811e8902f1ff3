//===- EditorSession.h - The files that are open in an editor ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor's server tells here of each edit as it arrives. An analysis asks
// whether the text that it works on is still the newest and stops if it is not,
// and takes up what analyses of earlier texts left. Where nobody tells of edits
// (clang-tidy, the command) no file is open: every text is wanted, ptxas is
// waited for, and nothing is kept.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_EDITOR_EDITORSESSION_H
#define GPUPERF_PLUGIN_EDITOR_EDITORSESSION_H

#include "plugin/editor/FileStore.h"
#include "plugin/editor/PtxasLater.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <mutex>

namespace gpuperf {

/// Thread-safe. Files are named by absolute path, as the editor opened them.
class EditorSession {
public:
  /// Number of texts that \p Path has had; 0: it was never open.
  uint64_t textsOf(llvm::StringRef Path) const;
  bool isOpen(llvm::StringRef Path) const;
  void noteOpen(llvm::StringRef Path);
  void noteEdit(llvm::StringRef Path);
  /// Closed: what is analysed of it is no longer wanted, nothing is kept.
  void noteClose(llvm::StringRef Path);

  /// An analysis of text number \p Text of \p Path stopped half-way: its
  /// diagnostics are not complete.
  void noteStopped(llvm::StringRef Path, uint64_t Text);
  /// Whether one did since the last call.
  bool takeStopped(llvm::StringRef Path);

  /// What earlier texts of an open file told; null if it is not open.
  std::shared_ptr<FileStore> storeOf(llvm::StringRef Path);

  /// Ends a running ptxas; none is started from now on.
  void stop() { Ptxas.stop(); }

private:
  struct File {
    uint64_t Texts = 0, FirstText = 0; ///< FirstText: since it was opened
    bool Open = false, Stopped = false;
    std::shared_ptr<FileStore> Store;
  };
  PtxasLater Ptxas;
  mutable std::mutex Mu;
  llvm::StringMap<File> Files;
};

/// The process's session: checks are made by clang-tidy, far from the server
/// that knows the edits, so there is no way to hand it down.
EditorSession &editorSession();

/// Asked from time to time by an analysis of one text of one file.
struct TextWanted {
  std::string Path;
  uint64_t Text = 0;
  bool operator()() const { return editorSession().textsOf(Path) == Text; }
};
TextWanted wantedNow(llvm::StringRef Path);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_EDITORSESSION_H
