//===- EditClock.h - Which text of an open file is the newest -===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor's server tells here of each edit as it arrives; an analysis asks
// whether the text that it works on is still the newest and stops if it is not.
// Where nobody tells of edits (clang-tidy, the command) every text is wanted.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FRONTEND_EDITCLOCK_H
#define GPUPERF_PLUGIN_FRONTEND_EDITCLOCK_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <mutex>

namespace gpuperf {

/// Thread-safe. Files are named by absolute path, as the editor opened them.
class EditClock {
public:
  /// Number of edits that \p Path has seen; 0: it is not open in an editor.
  uint64_t editsOf(llvm::StringRef Path) const;
  void noteEdit(llvm::StringRef Path);
  /// Closed: whatever is analysed of it is no longer wanted.
  void noteClose(llvm::StringRef Path);

  /// An analysis of \p Path stopped half-way: its diagnostics are not complete.
  void noteStopped(llvm::StringRef Path);
  /// Whether one did since the last call.
  bool takeStopped(llvm::StringRef Path);

private:
  struct File {
    uint64_t Edits = 0;
    bool Stopped = false;
  };
  mutable std::mutex Mu;
  llvm::StringMap<File> Files;
};

/// The process's clock: checks are made by clang-tidy, far from the server that
/// knows the edits, so there is no way to hand it down.
EditClock &editClock();

/// Asked from time to time by an analysis of one text of one file.
struct TextWanted {
  std::string Path;
  uint64_t Edits = 0;
  bool operator()() const { return editClock().editsOf(Path) == Edits; }
};
TextWanted wantedNow(llvm::StringRef Path);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FRONTEND_EDITCLOCK_H
