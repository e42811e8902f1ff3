//===- Evaluator.h - Straight-line evaluation of host code ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a host function once, from top to bottom, with what each variable holds
// as an expression over named unknowns. Where two ways meet, what differs
// becomes unknown; what a loop changes is unknown from its head on; what others
// may change unseen (its address is taken, a reference to it is passed) is
// unknown from there. Small functions that a value is computed with (helpers)
// are evaluated in place.
//
// The evaluator is put together from parts with one job each. They share one
// WalkState and reach each other's subtrees through TreeWalk:
//
//   Expressions -> Operators, Calls, Constructors, Lambdas, Launches
//   Statements  -> Loops, Jumps
//   Calls, Constructors -> InlineCalls
//   all of them -> Places, Joins, BranchFacts, Names, Initials, Constants
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_EVALUATOR_H
#define GPUPERF_PLUGIN_HOST_EVAL_EVALUATOR_H

#include "plugin/host/state/Hooks.h"
#include <memory>

namespace gpuperf::host {

class Evaluator {
public:
  Evaluator(clang::ASTContext &Ctx, EvaluatorHooks Hooks);
  ~Evaluator();

  /// Walks the body of \p F; \p Seeds are what is known on entry.
  void walkFunction(const clang::FunctionDecl *F, HostEnv Seeds);
  /// Walks the initialiser of a variable outside of functions.
  void walkInitializer(const clang::VarDecl *V);
  /// Reads a launch without knowing how control gets there.
  void readAlone(const clang::CallExpr *Launch);

private:
  struct Parts;
  std::unique_ptr<Parts> All;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_EVALUATOR_H
