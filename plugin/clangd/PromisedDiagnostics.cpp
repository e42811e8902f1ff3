//===- PromisedDiagnostics.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/PromisedDiagnostics.h"

using namespace gpuperf;

void PromisedDiagnostics::promise(llvm::StringRef Path) {
  expect(Path, Clock::now() + Patience);
}

void PromisedDiagnostics::askNow(llvm::StringRef Path) {
  expect(Path, Clock::now());
}

void PromisedDiagnostics::askAfter(llvm::StringRef Path,
                                   std::chrono::milliseconds Wait) {
  expect(Path, Clock::now() + Wait);
}

void PromisedDiagnostics::expect(llvm::StringRef Path, Clock::time_point When) {
  std::lock_guard<std::mutex> Lock(Mu);
  if (Stopped)
    return;
  Due[Path] = When;
  if (!Watcher.joinable())
    Watcher = std::thread([this] { watch(); });
  Changed.notify_all();
}

void PromisedDiagnostics::edited(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  if (auto It = Due.find(Path); It != Due.end())
    It->second = Clock::now() + Patience;
}

void PromisedDiagnostics::keep(llvm::StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  Due.erase(Path);
}

void PromisedDiagnostics::stop() {
  {
    std::lock_guard<std::mutex> Lock(Mu);
    Stopped = true;
  }
  Changed.notify_all();
  if (Watcher.joinable())
    Watcher.join();
}

void PromisedDiagnostics::watch() {
  std::unique_lock<std::mutex> Lock(Mu);
  while (!Stopped) {
    if (Due.empty()) {
      Changed.wait(Lock);
      continue;
    }
    auto First = Due.begin();
    for (auto It = Due.begin(); It != Due.end(); ++It)
      if (It->second < First->second)
        First = It;
    if (const Clock::time_point When = First->second; Clock::now() < When) {
      Changed.wait_until(Lock, When);
      continue;
    }
    const std::string Path = First->getKey().str();
    Due.erase(First);
    Lock.unlock();
    Ask(Path);
    Lock.lock();
  }
}
