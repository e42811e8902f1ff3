//===- WalkState.cpp - What the parts of the evaluator share --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/WalkState.h"
#include "plugin/host/state/Scope.h"

using namespace gpuperf;
using namespace gpuperf::host;

/// What one outermost call may take in helper functions.
static constexpr uint64_t HelperSteps = 4000;

bool WalkState::spend() {
  if (StepsLeft == 0)
    return false;
  --StepsLeft;
  if (inHelper()) {
    if (HelperStepsLeft == 0) {
      giveUp();
      return false;
    }
    --HelperStepsLeft;
  }
  return true;
}

void WalkState::refillHelperSteps() {
  if (HelperDepth == 0)
    HelperStepsLeft = HelperSteps;
}

HostObject gpuperf::host::evalChildren(WalkState &State, const clang::Stmt *S) {
  DepthScope Deeper(State);
  if (State.Depth > MaxDepth) {
    State.giveUp();
    return HostObject();
  }
  for (const clang::Stmt *Child : S->children())
    if (const auto *E = llvm::dyn_cast_or_null<clang::Expr>(Child))
      State.Tree.eval(E);
  return HostObject();
}
