//===- Jumps.h - Switch, break and return in host code ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_JUMPS_H
#define GPUPERF_PLUGIN_HOST_EVAL_JUMPS_H

#include "plugin/host/state/BranchFacts.h"
#include "plugin/host/state/Joins.h"
#include "clang/AST/Stmt.h"

namespace gpuperf::host {

class JumpWalker {
public:
  JumpWalker(WalkState &State, BranchFacts &Facts, Joiner &Joins)
      : State(State), Facts(Facts), Joins(Joins) {}

  void execSwitch(const clang::SwitchStmt *S);
  void execCase(const clang::SwitchCase *S);
  void execBreak() { jump(/*IsBreak=*/true); }
  void execContinue() { jump(/*IsBreak=*/false); }
  void execReturn(const clang::ReturnStmt *S);

private:
  WalkState &State;
  BranchFacts &Facts;
  Joiner &Joins;

  void jump(bool IsBreak);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_JUMPS_H
