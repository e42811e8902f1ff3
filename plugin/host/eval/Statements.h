//===- Statements.h - Host statements ---------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_STATEMENTS_H
#define GPUPERF_PLUGIN_HOST_EVAL_STATEMENTS_H

#include "plugin/host/eval/Jumps.h"
#include "plugin/host/eval/Loops.h"

namespace gpuperf::host {

/// Walks statements from top to bottom; loops and jumps have parts of their
/// own.
class StatementWalker {
public:
  struct Parts {
    const Namer &Names;
    PlaceTable &Places;
    Joiner &Joins;
    BranchFacts &Facts;
    LoopWalker &Loops;
    JumpWalker &Jumps;
  };

  StatementWalker(WalkState &State, const Parts &Use)
      : State(State), Use(Use) {}

  void exec(const clang::Stmt *S);

private:
  WalkState &State;
  Parts Use;

  void execNode(const clang::Stmt *S);
  void execVar(const clang::VarDecl *V);
  HostObject referenceValue(const clang::VarDecl *V);
  void execIf(const clang::IfStmt *S);
  Way walkBranch(const clang::Stmt *Branch, const clang::Expr *Condition,
                 bool Holds, HostExpr Path);
  void execTry(const clang::CXXTryStmt *S);
  void execLabel(const clang::LabelStmt *S);
  void execGoto();
  void execUnknown(const clang::Stmt *S);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_STATEMENTS_H
