//===- EditorSession.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/EditorSession.h"

using namespace gpuperf;

uint64_t EditorSession::textsOf(llvm::StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It == Files.end() ? 0 : It->second.Texts;
}

bool EditorSession::isOpen(llvm::StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It != Files.end() && It->second.Open;
}

void EditorSession::noteOpen(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  File &F = Files[Path];
  F.FirstText = ++F.Texts;
  F.Open = true;
  F.Stopped = false;
  F.First = FirstAnalysis::Awaited;
}

void EditorSession::noteEdit(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  if (File &F = Files[Path]; F.Open)
    ++F.Texts;
}

void EditorSession::noteClose(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  // The count of texts is not reset, so that a text of a file that is opened
  // again is never taken for an earlier one.
  File &F = Files[Path];
  ++F.Texts;
  F.Open = F.Stopped = false;
  F.Store.reset();
  F.Launches.clear();
  F.Facts.reset();
  F.LastBuild.reset();
}

void EditorSession::noteStopped(llvm::StringRef Path, uint64_t Text) {
  std::lock_guard<std::mutex> Lock(Mu);
  // A text from before the file was opened the last time does not count:
  // nothing is published of it.
  if (File &F = Files[Path]; F.Open && Text >= F.FirstText)
    F.Stopped = true;
}

bool EditorSession::takeStopped(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It != Files.end() && std::exchange(It->second.Stopped, false);
}

bool EditorSession::postpones(llvm::StringRef Path, uint64_t Text,
                              const void *Build) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  if (It == Files.end() || !It->second.Open || Text < It->second.FirstText)
    return false;
  File &F = It->second;
  if (F.First == FirstAnalysis::Postponed && F.PostponedBy != Build)
    F.First = FirstAnalysis::Begun;
  if (F.First == FirstAnalysis::Begun)
    return false;
  F.First = FirstAnalysis::Postponed;
  F.PostponedBy = Build;
  return true;
}

bool EditorSession::takePostponed(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  if (It == Files.end() || It->second.First != FirstAnalysis::Postponed)
    return false;
  It->second.First = FirstAnalysis::Begun;
  return It->second.Open;
}

unsigned EditorSession::noteAskedAgain(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  return ++Files[Path].AskedAgain;
}

unsigned EditorSession::askedAgain(llvm::StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It == Files.end() ? 0 : It->second.AskedAgain;
}

void EditorSession::noteBuild(llvm::StringRef Path, BuildTimes Times) {
  std::lock_guard<std::mutex> Lock(Mu);
  if (auto It = Files.find(Path); It != Files.end() && It->second.Open)
    It->second.LastBuild = Times;
}

std::optional<BuildTimes> EditorSession::lastBuild(llvm::StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It == Files.end() ? std::nullopt : It->second.LastBuild;
}

void EditorSession::noteLaunches(llvm::StringRef Path,
                                 std::vector<ShownLaunch> Launches) {
  std::lock_guard<std::mutex> Lock(Mu);
  if (auto It = Files.find(Path); It != Files.end() && It->second.Open)
    It->second.Launches = std::move(Launches);
}

std::vector<ShownLaunch> EditorSession::takeLaunches(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It == Files.end() ? std::vector<ShownLaunch>()
                           : std::exchange(It->second.Launches, {});
}

void EditorSession::noteFacts(FactsInUse Facts) {
  std::lock_guard<std::mutex> Lock(Mu);
  if (auto It = Files.find(Facts.Path); It != Files.end() && It->second.Open)
    It->second.Facts = std::move(Facts);
}

std::vector<FactsInUse> EditorSession::factsInUse() const {
  std::lock_guard<std::mutex> Lock(Mu);
  std::vector<FactsInUse> Out;
  for (const auto &Entry : Files)
    if (Entry.getValue().Facts)
      Out.push_back(*Entry.getValue().Facts);
  return Out;
}

std::shared_ptr<FileStore> EditorSession::storeOf(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  if (It == Files.end() || !It->second.Open)
    return nullptr;
  std::shared_ptr<FileStore> &Store = It->second.Store;
  if (Store && Store->isPoisoned())
    Store.reset();
  if (!Store) {
    Store = std::make_shared<FileStore>();
    Store->Ptxas = std::make_unique<FilePtxas>(Ptxas, Path.str());
  }
  return Store;
}

EditorSession &gpuperf::editorSession() {
  static EditorSession Session;
  return Session;
}

TextWanted gpuperf::wantedNow(llvm::StringRef Path) {
  return {Path.str(), editorSession().textsOf(Path)};
}
