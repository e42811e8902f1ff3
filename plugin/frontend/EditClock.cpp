//===- EditClock.cpp - ----------------------------------------------------
//-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/EditClock.h"

using namespace gpuperf;

uint64_t EditClock::editsOf(llvm::StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It == Files.end() ? 0 : It->second.Edits;
}

void EditClock::noteEdit(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  ++Files[Path].Edits;
}

void EditClock::noteClose(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  // The count goes on: a file that is opened again has not its old texts.
  File &F = Files[Path];
  ++F.Edits;
  F.Stopped = false;
}

void EditClock::noteStopped(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  Files[Path].Stopped = true;
}

bool EditClock::takeStopped(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Files.find(Path);
  return It != Files.end() && std::exchange(It->second.Stopped, false);
}

EditClock &gpuperf::editClock() {
  static EditClock Clock;
  return Clock;
}

TextWanted gpuperf::wantedNow(llvm::StringRef Path) {
  return {Path.str(), editClock().editsOf(Path)};
}
