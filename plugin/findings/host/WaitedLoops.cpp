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
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <vector>

using namespace clang;
using namespace gpuperf;

namespace {
/// What follows a wait, up to the next launch.
enum class After { Launch, Nothing, NeedsIt };

/// What the host does in one iteration of a loop, or in one call of a function.
struct Events {
  std::vector<HostEvent> List;
  bool Repeats = false; ///< a loop's: behind the last comes the first

  /// The event \p Steps behind the one at \p At; null: behind the end.
  const HostEvent *behind(size_t At, size_t Steps) const {
    return Repeats || At + Steps < List.size()
               ? &List[(At + Steps) % List.size()]
               : nullptr;
  }
  /// Likewise in front of it.
  const HostEvent *before(size_t At, size_t Steps) const {
    return Repeats || Steps <= At
               ? &List[(At + List.size() - Steps) % List.size()]
               : nullptr;
  }
};
} // namespace

static bool isEvent(const HostEvent &E) {
  return runtimeName(calledName(*E.Call)).starts_with("Event");
}
static bool waitsForEvent(const HostEvent &E) {
  return runtimeName(calledName(*E.Call)) == "EventSynchronize";
}

/// What the host does behind the wait \p At, up to where it waits once more:
/// until then it may need what ran in front of the wait. \p Steps is set to how
/// many events further that is.
static After behind(const Events &Of, size_t At, size_t &Steps) {
  // Parts of an if that copy first wait by themselves.
  llvm::SmallPtrSet<const Stmt *, 4> Waiting;
  After Out = After::Nothing;
  for (Steps = 1; Steps <= Of.List.size(); ++Steps) {
    const HostEvent *E = Of.behind(At, Steps);
    // Who calls the function may need it.
    if (!E)
      return After::NeedsIt;
    if (E->Branch && Waiting.contains(E->Branch))
      continue;
    // A loop of its own may not run at all.
    const bool IsSure = !E->Branch && !E->InnerLoop;
    switch (E->Act) {
    case HostAct::Launch:
      if (IsSure)
        Out = After::Launch;
      break;
    case HostAct::Fill:
      break;
    case HostAct::Wait:
    case HostAct::Copy:
      if (IsSure)
        return Out;
      if (E->Branch)
        Waiting.insert(E->Branch);
      break;
    case HostAct::Clock:
      // Behind a launch, the stream records an event in its turn.
      if (Out != After::Launch || !IsSure || !isEvent(*E))
        return After::NeedsIt;
      if (waitsForEvent(*E))
        return Out;
      break;
    case HostAct::Read:
    case HostAct::Other:
      return After::NeedsIt;
    }
  }
  return Out;
}

/// Whether a launch is on its way when the host comes to the wait \p At.
static bool hasLaunchBefore(const Events &Of, size_t At) {
  for (size_t Step = 1; Step < Of.List.size(); ++Step) {
    const HostEvent *E = Of.before(At, Step);
    if (!E || (E->Act == HostAct::Wait && !E->Branch))
      return false;
    if (E->Act == HostAct::Launch)
      return true;
  }
  return false;
}

static std::optional<WaitedPart> waitedPart(const Events &Of,
                                            bool SharesMemory);

/// The loops in \p Of, judged by themselves; nothing where one of them may take
/// any time.
static std::optional<std::vector<WaitedPart>> loopsOf(const Events &Of,
                                                      bool SharesMemory) {
  llvm::SetVector<const Stmt *> Inner;
  for (const HostEvent &E : Of.List)
    if (E.InnerLoop)
      Inner.insert(E.InnerLoop);
  std::vector<WaitedPart> Out;
  for (const Stmt *Loop : Inner) {
    const Events Its{hostEventsOf(*Loop, SharesMemory), true};
    // What is done now and then only is no part of the time.
    if (llvm::all_of(Its.List, [](const HostEvent &E) {
          return E.Branch &&
                 (E.Act == HostAct::Other || E.Act == HostAct::Copy);
        }))
      continue;
    auto Part = waitedPart(Its, SharesMemory);
    if (!Part || Part->Waits.empty())
      return std::nullopt;
    Out.push_back(std::move(*Part));
  }
  return Out;
}

/// Nothing where the time of what is done is not known.
static std::optional<WaitedPart> waitedPart(const Events &Of,
                                            bool SharesMemory) {
  WaitedPart Out;
  // Whether the event in front of the next one looks at shared memory.
  bool Reads =
      Of.Repeats && !Of.List.empty() && Of.List.back().Act == HostAct::Read;
  for (size_t I = 0; I < Of.List.size(); ++I) {
    const HostEvent &E = Of.List[I];
    Out.CopiesSometimes |= E.Act == HostAct::Copy && (E.Branch || E.InnerLoop);
    if (E.InnerLoop)
      continue;
    Out.Reads += E.Act == HostAct::Read && !Reads;
    Reads = E.Act == HostAct::Read;
    Out.Fills += E.Act == HostAct::Fill;
    if (E.Act == HostAct::Launch)
      Out.Calls.push_back(E.Call);
    if (E.Branch)
      continue;
    if (E.Act == HostAct::Other)
      return std::nullopt;
    if (E.Act == HostAct::Copy)
      Out.Copies.push_back(E.Call);
    Out.NeededWaits += E.Act == HostAct::Clock && waitsForEvent(E);
    if (E.Act != HostAct::Wait)
      continue;
    size_t Steps = 0;
    if (!hasLaunchBefore(Of, I) || behind(Of, I, Steps) != After::Launch) {
      ++Out.NeededWaits;
      continue;
    }
    Out.Waits.push_back(E.Call);
    Out.EndsUnwaited |= I + Steps >= Of.List.size();
  }
  auto Inner = loopsOf(Of, SharesMemory);
  if (!Inner)
    return std::nullopt;
  Out.Inner = std::move(*Inner);
  return Out;
}

static void judge(Events Of, const Stmt &At, const FunctionDecl *Called,
                  bool SharesMemory, std::vector<WaitedLoop> &Found) {
  auto Part = waitedPart(Of, SharesMemory);
  if (Part && !Part->Waits.empty() && !Part->Calls.empty())
    Found.push_back({&At, Called, std::move(*Part)});
}

std::vector<WaitedLoop> gpuperf::waitedLoops(const FunctionDecl &F) {
  std::vector<WaitedLoop> Found;
  const std::vector<const Stmt *> Loops =
      F.getBody() ? loopsIn(*F.getBody()) : std::vector<const Stmt *>();
  if (Loops.empty())
    return Found;
  const bool Shares = sharesMemory(F);
  for (const Stmt *Loop : Loops)
    judge({hostEventsOf(*Loop, Shares), true}, *Loop, nullptr, Shares, Found);
  return Found;
}

namespace {
/// The functions that a statement calls.
class CalleeFinder : public ConstDynamicRecursiveASTVisitor {
public:
  llvm::SmallPtrSet<const FunctionDecl *, 8> Found;

  bool VisitCallExpr(const CallExpr *Call) override {
    const FunctionDecl *Definition = nullptr;
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && F->hasBody(Definition))
      Found.insert(Definition);
    return true;
  }
};
} // namespace

std::vector<WaitedLoop>
gpuperf::waitedCalls(llvm::ArrayRef<const FunctionDecl *> Functions) {
  CalleeFinder InLoops;
  for (const FunctionDecl *F : Functions)
    if (F->getBody())
      for (const Stmt *Loop : loopsIn(*F->getBody()))
        InLoops.TraverseStmt(Loop);
  std::vector<WaitedLoop> Found;
  for (const FunctionDecl *F : Functions) {
    if (!InLoops.Found.contains(F))
      continue;
    const bool Shares = sharesMemory(*F);
    judge({hostEventsOf(*F->getBody(), Shares), false}, *F->getBody(), F,
          Shares, Found);
  }
  return Found;
}
