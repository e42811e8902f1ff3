//===- WalkState.h - What the parts of the evaluator share ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_WALKSTATE_H
#define GPUPERF_PLUGIN_HOST_STATE_WALKSTATE_H

#include "plugin/host/state/Frame.h"
#include "plugin/host/state/Hooks.h"

namespace gpuperf::host {

/// The way back into the tree. Calls hold expressions, expressions hold
/// statements (lambdas, calls that are evaluated in place), statements hold
/// expressions: each part of the evaluator hands what stands below its own
/// node to this interface.
class TreeWalk {
public:
  /// The value of \p E; what it changes is changed.
  virtual HostObject eval(const clang::Expr *E) = 0;
  virtual void exec(const clang::Stmt *S) = 0;

  /// The number that \p E evaluates to, or null.
  HostExpr evalScalar(const clang::Expr *E) { return eval(E).Expr; }

protected:
  ~TreeWalk() = default;
};

/// Deeper trees are not looked into; the function is given up.
inline constexpr unsigned MaxDepth = 300;

struct WalkState {
  clang::ASTContext &Ctx;
  const EvaluatorHooks Hooks;
  TreeWalk &Tree;
  Frame *Current = nullptr; ///< set by FrameScope alone
  unsigned Depth = 0;       ///< of the C++ stack, in nodes of the tree
  unsigned HelperDepth = 0; ///< calls that are evaluated in place
  /// Nodes that may still be visited: in all, and in the helpers of one
  /// outermost call.
  uint64_t StepsLeft = 4'000'000, HelperStepsLeft = 0;

  WalkState(clang::ASTContext &Ctx, EvaluatorHooks Hooks, TreeWalk &Tree)
      : Ctx(Ctx), Hooks(std::move(Hooks)), Tree(Tree) {}

  /// The function that is walked.
  Frame &frame() const {
    assert(Current && "no function is walked");
    return *Current;
  }
  bool inHelper() const { return frame().isHelper(); }
  /// Pays for one node; false: there is nothing left to pay with.
  bool spend();
  /// Gives the helpers of an outermost call their steps.
  void refillHelperSteps();
  void giveUp() { frame().Lost = true; }
};

/// For a node that is not understood: its parts may still assign, call and
/// launch, so they are evaluated. The value is not known.
HostObject evalChildren(WalkState &State, const clang::Stmt *S);

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_WALKSTATE_H
