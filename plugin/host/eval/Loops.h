//===- Loops.h - Loops of host code -----------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_LOOPS_H
#define GPUPERF_PLUGIN_HOST_EVAL_LOOPS_H

#include "plugin/host/state/Joins.h"
#include "clang/AST/StmtCXX.h"

namespace gpuperf::host {

/// A loop is walked once, with all that it changes unknown from its head on.
/// Only a helper's loop whose condition is known is run round by round, as in
/// the program.
class LoopWalker {
public:
  LoopWalker(WalkState &State, PlaceTable &Places, Joiner &Joins)
      : State(State), Places(Places), Joins(Joins) {}

  void exec(const clang::ForStmt *S);
  void exec(const clang::WhileStmt *S);
  void exec(const clang::DoStmt *S);
  void exec(const clang::CXXForRangeStmt *S);

private:
  WalkState &State;
  PlaceTable &Places;
  Joiner &Joins;

  /// What of a loop can be run round by round.
  struct Rounds {
    const clang::Expr *Condition = nullptr;
    const clang::Stmt *Body = nullptr, *Increment = nullptr;
    bool TestFirst = true;
  };

  void walk(llvm::ArrayRef<const clang::Stmt *> Parts,
            const std::optional<Rounds> &Concrete);
  bool runInHelper(const std::optional<Rounds> &Concrete);
  bool runRounds(const Rounds &Loop);
  void walkOnce(const clang::DoStmt *S);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_LOOPS_H
