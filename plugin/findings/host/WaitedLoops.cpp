//===- WaitedLoops.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/WaitedLoops.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/HostEvents.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <vector>

using namespace clang;
using namespace gpuperf;

namespace {
/// What follows a wait, up to the next launch.
enum class After { Launch, Nothing, NeedsIt };
} // namespace

/// What the host does behind the wait \p At: the iteration's events follow one
/// another and begin again.
static After behind(llvm::ArrayRef<HostEvent> Events, size_t At) {
  // Parts of an if that copy first wait by themselves.
  llvm::SmallPtrSet<const Stmt *, 4> Waiting;
  for (size_t Step = 1; Step <= Events.size(); ++Step) {
    const HostEvent &E = Events[(At + Step) % Events.size()];
    if (E.Branch && Waiting.contains(E.Branch))
      continue;
    switch (E.Act) {
    case HostAct::Launch:
      if (!E.Branch)
        return After::Launch;
      break;
    case HostAct::Fill:
      break;
    case HostAct::Wait:
    case HostAct::Copy:
      if (E.Branch)
        Waiting.insert(E.Branch);
      break;
    case HostAct::Other:
      return After::NeedsIt;
    }
  }
  return After::Nothing;
}

/// Whether a launch is on its way when the host comes to the wait \p At.
static bool hasLaunchBefore(llvm::ArrayRef<HostEvent> Events, size_t At) {
  for (size_t Step = 1; Step < Events.size(); ++Step) {
    const HostEvent &E = Events[(At + Events.size() - Step) % Events.size()];
    if (E.Act == HostAct::Launch)
      return true;
    if (E.Act == HostAct::Wait && !E.Branch)
      return false;
  }
  return false;
}

static std::optional<WaitedLoop> waitedLoop(const Stmt &Loop,
                                            bool SharesMemory) {
  const std::vector<HostEvent> Events = hostEventsOf(Loop, SharesMemory);
  WaitedLoop Out;
  Out.Loop = &Loop;
  for (size_t I = 0; I < Events.size(); ++I) {
    const HostEvent &E = Events[I];
    // What else the iteration does, and how long that takes, is not known.
    const bool IsUnknown = E.Act == HostAct::Other || E.Act == HostAct::Copy;
    if (IsUnknown ? !E.Branch : E.InInnerLoop)
      return std::nullopt;
    if (E.Act == HostAct::Launch)
      Out.Calls.push_back(E.Call);
    Out.Fills += E.Act == HostAct::Fill;
    if (E.Act != HostAct::Wait || E.Branch)
      continue;
    const After Next = behind(Events, I);
    if (Next == After::NeedsIt)
      return std::nullopt;
    if (Next == After::Launch && hasLaunchBefore(Events, I))
      Out.Waits.push_back(E.Call);
  }
  if (Out.Waits.empty())
    return std::nullopt;
  return Out;
}

std::vector<WaitedLoop> gpuperf::waitedLoops(const FunctionDecl &F) {
  std::vector<WaitedLoop> Found;
  const std::vector<const Stmt *> Loops =
      F.getBody() ? loopsIn(*F.getBody()) : std::vector<const Stmt *>();
  if (Loops.empty())
    return Found;
  const bool Shares = sharesMemory(F);
  for (const Stmt *Loop : Loops)
    if (auto L = waitedLoop(*Loop, Shares))
      Found.push_back(std::move(*L));
  return Found;
}
