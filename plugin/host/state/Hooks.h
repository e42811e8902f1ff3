//===- Hooks.h - What the evaluator asks of those who start it --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_HOOKS_H
#define GPUPERF_PLUGIN_HOST_STATE_HOOKS_H

#include "plugin/host/Env.h"
#include "plugin/host/LaunchValues.h"
#include "plugin/host/Symbols.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <functional>

namespace gpuperf::host {

struct EvaluatorHooks {
  /// Called for each launch expression (triple chevron or API call).
  std::function<void(const clang::CallExpr *, LaunchValues)> OnLaunch;
  /// Whether a function launches the kernel that it is given. A call of it is
  /// followed, and is the launch itself (LaunchValues::Forwards).
  std::function<bool(const clang::FunctionDecl *)> ForwardsLaunch;
  /// Called once for each direct call, except from functions that are
  /// evaluated in place.
  std::function<void(const clang::FunctionDecl *, std::vector<HostObject>)>
      OnCall;
  /// Whether a variable at namespace scope, a static member or a static local
  /// is one that this file never changes and that other files cannot change.
  std::function<bool(const clang::VarDecl *)> NeverChanged;
  /// Called with the values that a lambda captures, when it is made.
  std::function<void(const clang::CXXMethodDecl *, HostEnv)> OnLambda;
  /// Literals that are left open; null: none.
  const HostSymbols *Symbols = nullptr;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_HOOKS_H
