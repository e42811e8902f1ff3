//===- Jumps.cpp - Switch, break and return in host code ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Jumps.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;

void JumpWalker::execSwitch(const SwitchStmt *S) {
  State.Tree.exec(S->getInit());
  State.Tree.exec(S->getConditionVariableDeclStmt());
  State.Tree.eval(S->getCond());
  Frame &In = State.frame();
  JumpTarget Switch{JumpTarget::Kind::Switch, In.Env.mark()};
  Switch.Switched = S->getCond();
  {
    BranchScope Body(In);
    {
      PathScope SomeCase(In, nullptr);
      Switch.PathDepth = In.PathConditions.size();
      JumpScope Inside(In, Switch);
      In.Reachable = false; // until there is a case label
      State.Tree.exec(S->getBody());
    }
    Way Last = Body.way();
    BranchFacts::drop(Last.Changes, Switch.Facts);
    if (Last.ReachesEnd)
      Switch.Exits.push_back(std::move(Last.Changes));
  }
  if (!Switch.HasDefault && !S->isAllEnumCasesCovered())
    Switch.Exits.emplace_back(); // no case is taken
  if (Switch.Exits.empty())
    In.Reachable = false;
  else
    Joins.join(std::move(Switch.Exits), nullptr);
}

void JumpWalker::execCase(const SwitchCase *S) {
  Frame &In = State.frame();
  JumpTarget *Switch = In.Jumps.empty() ? nullptr : In.Jumps.back();
  if (!Switch || Switch->K != JumpTarget::Kind::Switch ||
      Switch->PathDepth != In.PathConditions.size()) {
    State.giveUp(); // a case label inside an if or a loop: into its middle
  } else if (In.Reachable) { // falls through from the case above
    Switch->HasDefault |= isa<DefaultStmt>(S);
    HostEnv::Delta Above = In.Env.take(Switch->Mark);
    BranchFacts::drop(Above, Switch->Facts);
    Switch->Facts.clear();
    Joins.joinPossible(std::move(Above));
  } else {
    Switch->HasDefault |= isa<DefaultStmt>(S);
    In.Env.rollback(Switch->Mark);
    Switch->Facts.clear();
    const auto *Case = dyn_cast<CaseStmt>(S);
    if (Case && !Case->getRHS())
      Facts.assumeEqual(Switch->Switched, Case->getLHS(), Switch->Facts);
  }
  In.Reachable = true;
  State.Tree.exec(S->getSubStmt());
}

void JumpWalker::jump(bool IsBreak) {
  Frame &In = State.frame();
  for (JumpTarget *Target : llvm::reverse(In.Jumps)) {
    if (Target->K == JumpTarget::Kind::Switch && !IsBreak)
      continue;
    if (Target->K != JumpTarget::Kind::Loop && In.Reachable) {
      HostEnv::Delta Exit = In.Env.changesSince(Target->Mark);
      BranchFacts::drop(Exit, Target->Facts);
      for (const HostEnv::Delta *OfBranch : In.BranchFacts)
        BranchFacts::drop(Exit, *OfBranch);
      Target->Exits.push_back(std::move(Exit));
    }
    break;
  }
  In.Reachable = false;
}

/// All of \p Conditions; null: one of them is not known.
static HostExpr conjunction(llvm::ArrayRef<HostExpr> Conditions) {
  HostExpr All = Conditions.front();
  for (const HostExpr &C : Conditions.drop_front())
    All = All && C ? hostApply(HostOp::LogicalAnd, HostType(), {All, C})
                   : nullptr;
  return All;
}

void JumpWalker::execReturn(const ReturnStmt *S) {
  HostObject Value = State.Tree.eval(S->getRetValue());
  Frame &In = State.frame();
  if (In.isHelper() && In.Reachable) {
    Return R;
    R.Value = std::move(Value);
    R.Always = In.PathConditions.empty();
    if (!R.Always)
      R.Condition = conjunction(In.PathConditions);
    In.Returns.push_back(std::move(R));
  }
  In.Reachable = false;
}
