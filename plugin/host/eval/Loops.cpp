//===- Loops.cpp - Loops of host code -------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Loops.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;

/// Rounds of a helper function's loop that are run with known values.
static constexpr unsigned MaxConcreteRounds = 128;

void LoopWalker::exec(const ForStmt *S) {
  State.Tree.exec(S->getInit());
  std::optional<Rounds> Concrete;
  if (!S->getConditionVariable())
    Concrete = Rounds{S->getCond(), S->getBody(), S->getInc()};
  walk({S->getConditionVariableDeclStmt(), S->getCond(), S->getBody(),
        S->getInc()},
       Concrete);
}

void LoopWalker::exec(const WhileStmt *S) {
  std::optional<Rounds> Concrete;
  if (!S->getConditionVariable())
    Concrete = Rounds{S->getCond(), S->getBody()};
  walk({S->getConditionVariableDeclStmt(), S->getCond(), S->getBody()},
       Concrete);
}

void LoopWalker::exec(const DoStmt *S) {
  const Expr *Condition = S->getCond();
  bool Again = false;
  if (!Condition->isValueDependent() && !Condition->containsErrors() &&
      Condition->EvaluateAsBooleanCondition(Again, State.Ctx) && !Again)
    return walkOnce(S); // do { ... } while (0)
  walk({S->getBody(), Condition},
       Rounds{Condition, S->getBody(), nullptr, /*TestFirst=*/false});
}

void LoopWalker::exec(const CXXForRangeStmt *S) {
  State.Tree.exec(S->getInit());
  State.Tree.exec(S->getRangeStmt());
  State.Tree.exec(S->getBeginStmt());
  State.Tree.exec(S->getEndStmt());
  walk({S->getCond(), S->getLoopVarStmt(), S->getBody(), S->getInc()},
       std::nullopt);
}

/// True: the loop has run to its end. False: it is left as it was found.
bool LoopWalker::runRounds(const Rounds &Loop) {
  Frame &In = State.frame();
  BranchScope Tried(In);
  for (unsigned Round = 0; Round < MaxConcreteRounds; ++Round) {
    if (Round || Loop.TestFirst) {
      auto Known = Loop.Condition
                       ? truthOf(State.Tree.evalScalar(Loop.Condition))
                       : std::nullopt;
      if (!Known || In.Lost)
        return false;
      if (!*Known) {
        Tried.keep();
        return true;
      }
    }
    const size_t Returns = In.Returns.size();
    State.Tree.exec(Loop.Body);
    if (!In.Reachable || In.Returns.size() != Returns)
      return false; // break, continue, return: not followed here
    State.Tree.exec(Loop.Increment);
  }
  return false;
}

bool LoopWalker::runInHelper(const std::optional<Rounds> &Concrete) {
  Frame &In = State.frame();
  if (!In.isHelper() || In.Lost || !In.Reachable)
    return false;
  const size_t Returns = In.Returns.size();
  bool Done = false;
  if (Concrete) {
    JumpTarget Loop{JumpTarget::Kind::Loop, In.Env.mark()};
    JumpScope Inside(In, Loop);
    Done = runRounds(*Concrete);
  }
  In.Reachable = true;
  if (!Done)
    In.Returns.resize(std::min(Returns, In.Returns.size()));
  return Done;
}

void LoopWalker::walk(llvm::ArrayRef<const Stmt *> Parts,
                      const std::optional<Rounds> &Concrete) {
  Frame &In = State.frame();
  MutationSet Changed;
  for (const Stmt *Part : Parts)
    if (Part)
      collectMutations(State.Ctx, Part, Changed);
  if (runInHelper(Concrete))
    return;
  Places.forgetAll(Changed);
  // It may run no time or be left half-way, and control goes on behind it.
  llvm::SaveAndRestore<bool> Reachable(In.Reachable);
  {
    JumpTarget Loop{JumpTarget::Kind::Loop, In.Env.mark()};
    JumpScope Inside(In, Loop);
    PathScope HowOften(In, nullptr);
    for (const Stmt *Part : Parts)
      State.Tree.exec(Part);
  }
  Places.forgetAll(Changed);
}

void LoopWalker::walkOnce(const DoStmt *S) {
  Frame &In = State.frame();
  JumpTarget Once{JumpTarget::Kind::Once, In.Env.mark()};
  {
    BranchScope Body(In);
    {
      JumpScope Inside(In, Once);
      State.Tree.exec(S->getBody());
    }
    if (Once.Exits.empty())
      return Body.keep();
    Way Last = Body.way();
    if (Last.ReachesEnd)
      Once.Exits.push_back(std::move(Last.Changes));
  }
  In.Reachable = true;
  Joins.join(std::move(Once.Exits), nullptr);
}
