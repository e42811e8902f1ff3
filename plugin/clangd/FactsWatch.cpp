//===- FactsWatch.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/FactsWatch.h"
#include "plugin/editor/EditorSession.h"
#include "plugin/facts/FactsFile.h"

using namespace gpuperf;

static constexpr std::chrono::milliseconds BetweenLooks(1000);

void FactsWatch::start() {
  std::lock_guard<std::mutex> Lock(Mu);
  if (!Stopped && !Watcher.joinable())
    Watcher = std::thread([this] { watch(); });
}

void FactsWatch::lookNow() {
  {
    std::lock_guard<std::mutex> Lock(Mu);
    Now = true;
  }
  Changed.notify_all();
}

void FactsWatch::stop() {
  {
    std::lock_guard<std::mutex> Lock(Mu);
    Stopped = true;
  }
  Changed.notify_all();
  if (Watcher.joinable())
    Watcher.join();
}

void FactsWatch::watch() {
  std::unique_lock<std::mutex> Lock(Mu);
  while (!Stopped) {
    Changed.wait_for(Lock, BetweenLooks, [this] { return Stopped || Now; });
    if (Stopped)
      return;
    Now = false;
    Lock.unlock();
    look();
    Lock.lock();
  }
}

void FactsWatch::look() {
  for (const FactsInUse &Facts : Session.factsInUse()) {
    const std::string State = factsState(Facts.Path, Facts.Asked);
    if (State == Facts.State) {
      AskedAt.erase(Facts.Path);
      continue;
    }
    // The answer may take a while: one change is asked about once.
    if (auto [It, New] = AskedAt.try_emplace(Facts.Path, State);
        !New && It->second == State)
      continue;
    else
      It->second = State;
    Ask(Facts.Path);
  }
}
