//===- EditorSession.h - The files that are open in an editor ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The server of an editor reports each edit here as soon as it arrives. An
// analysis asks whether its text is still the newest one and stops if it is
// not, and it reuses what analyses of earlier texts left. clang-tidy and the
// command report no edits, so that no file is open in them: every text is then
// analysed to its end, ptxas is waited for, and nothing is kept.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_EDITOR_EDITORSESSION_H
#define GPUPERF_PLUGIN_EDITOR_EDITORSESSION_H

#include "plugin/editor/FileStore.h"
#include "plugin/editor/PtxasLater.h"
#include "plugin/editor/ShownLaunch.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace gpuperf {

/// The facts that the last analysis of a file asked for, and what was there.
struct FactsInUse {
  std::string Path;  ///< of the analysed file
  std::string Asked; ///< the option GpuperfFacts
  std::string State; ///< as factsState
};

/// How long the last build of a file took: until its launches were found, and
/// from there until they were predicted.
struct BuildTimes {
  std::chrono::milliseconds Parse{0}, Analysis{0};
};

/// Thread-safe. Files are named by absolute path, as the editor opened them.
class EditorSession {
public:
  /// How many texts \p Path has had so far; 0 if it was never open.
  uint64_t textsOf(llvm::StringRef Path) const;
  bool isOpen(llvm::StringRef Path) const;
  void noteOpen(llvm::StringRef Path);
  void noteEdit(llvm::StringRef Path);
  /// The file was closed: a running analysis of it is no longer wanted, and
  /// what was kept of it is dropped.
  void noteClose(llvm::StringRef Path);

  /// An analysis of text number \p Text of \p Path was stopped: its diagnostics
  /// are not complete.
  void noteStopped(llvm::StringRef Path, uint64_t Text);
  /// Whether an analysis of \p Path was stopped since the last call.
  bool takeStopped(llvm::StringRef Path);

  /// Whether the analysis of text number \p Text, which the parse \p Build
  /// would make, is left to a later parse: after a file was opened, the
  /// diagnostics of others are shown first. All analyses of one parse get the
  /// same answer.
  bool postpones(llvm::StringRef Path, uint64_t Text, const void *Build);
  /// Whether the analysis of \p Path was postponed since the last call. Then
  /// its diagnostics have to be asked for again.
  bool takePostponed(llvm::StringRef Path);

  /// The same text of \p Path is to be parsed once more. Returns how often that
  /// was so.
  unsigned noteAskedAgain(llvm::StringRef Path);
  unsigned askedAgain(llvm::StringRef Path) const;

  /// Ignored if the file is not open.
  void noteBuild(llvm::StringRef Path, BuildTimes Times);
  /// None if there was none since the file was opened.
  std::optional<BuildTimes> lastBuild(llvm::StringRef Path) const;

  /// The predicted launches of \p Path, for the list of diagnostics that the
  /// same analysis is about to give.
  void noteLaunches(llvm::StringRef Path, std::vector<ShownLaunch> Launches);
  /// What was noted since the last call.
  std::vector<ShownLaunch> takeLaunches(llvm::StringRef Path);

  /// Ignored if the file is not open.
  void noteFacts(FactsInUse Facts);
  /// Of all open files that were analysed.
  std::vector<FactsInUse> factsInUse() const;

  /// What is kept of the earlier texts of an open file; null if the file is not
  /// open.
  std::shared_ptr<FileStore> storeOf(llvm::StringRef Path);

  /// Ends a running ptxas. No other one is started after that.
  void stop() { Ptxas.stop(); }

private:
  /// What has become of the first analysis since a file was opened.
  enum class FirstAnalysis : uint8_t { Awaited, Postponed, Begun };
  struct File {
    uint64_t Texts = 0, FirstText = 0; ///< FirstText: since it was opened
    bool Open = false, Stopped = false;
    FirstAnalysis First = FirstAnalysis::Awaited;
    const void *PostponedBy = nullptr; ///< the parse that postponed it
    unsigned AskedAgain = 0;
    std::optional<BuildTimes> LastBuild;
    std::shared_ptr<FileStore> Store;
    std::vector<ShownLaunch> Launches;
    std::optional<FactsInUse> Facts;
  };
  PtxasLater Ptxas;
  mutable std::mutex Mu;
  llvm::StringMap<File> Files;
};

/// The session of the process. It cannot be handed to the checks by their
/// caller: clang-tidy makes them and does not know the server, which knows the
/// edits.
EditorSession &editorSession();

/// Whether one text of one file is still the newest. An analysis asks this from
/// time to time.
struct TextWanted {
  std::string Path;
  uint64_t Text = 0;
  bool operator()() const { return editorSession().textsOf(Path) == Text; }
};
TextWanted wantedNow(llvm::StringRef Path);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_EDITORSESSION_H
