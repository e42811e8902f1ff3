//===- Frame.h - One host function while it is walked -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_FRAME_H
#define GPUPERF_PLUGIN_HOST_STATE_FRAME_H

#include "plugin/host/Env.h"
#include "plugin/host/Mutations.h"
#include "llvm/ADT/DenseSet.h"

namespace gpuperf::host {

/// A statement that `break` or `continue` leaves.
struct JumpTarget {
  enum class Kind : uint8_t {
    Loop, ///< what its body changes is unknown afterwards, whoever leaves it
    Once, ///< do { ... } while (0)
    Switch
  };
  Kind K = Kind::Loop;
  size_t Mark = 0; ///< of the environment, before the body
  /// What each jump out of the statement has changed. Not kept for loops.
  std::vector<HostEnv::Delta> Exits = {};

  // Of switch statements alone.
  const clang::Expr *Switched = nullptr;
  bool HasDefault = false;
  /// How many path conditions hold in the body. At a case label there are more
  /// of them if the label stands inside another statement of the body.
  size_t PathDepth = 0;
  /// What the case at hand says of variables.
  HostEnv::Delta Facts = {};
};

/// What a function that is evaluated in place returns on one way through it.
struct Return {
  HostExpr Condition;  ///< when it is reached; null: not known when
  bool Always = false; ///< no condition leads to it
  HostObject Value;
};

/// One way that control may take: what it changed, and whether control reaches
/// its end.
struct Way {
  HostEnv::Delta Changes;
  bool ReachesEnd = true;
};

/// What is known at one point of a function. A helper is a function that is
/// evaluated in place because its caller needs what it computes.
struct Frame {
  HostEnv Env;
  /// Null: the initialiser of a global variable, or a launch on its own.
  const clang::FunctionDecl *Function = nullptr;
  Frame *Caller = nullptr; ///< of a helper; null: this is no helper
  /// The call that launches what this helper launches; null: its launches are
  /// not reported.
  const clang::CallExpr *Launches = nullptr;
  /// Variables that somebody else may write to from now on.
  llvm::DenseSet<const clang::VarDecl *> Escaped;
  bool ThisEscaped = false;
  bool Reachable = true; ///< control can come to this point
  /// Given up: nothing that can change is known.
  bool Lost = false;
  /// The statements around this point that a jump leaves, outermost first.
  std::vector<JumpTarget *> Jumps;
  /// The conditions under which control comes here; null: one that is not
  /// known.
  std::vector<HostExpr> PathConditions;
  /// What the branches around this point say of variables.
  std::vector<const HostEnv::Delta *> BranchFacts;
  std::vector<Return> Returns; ///< of helpers, in the order they are met

  bool isHelper() const { return Caller != nullptr; }
  /// What the whole body of the function may change. It is collected at the
  /// first call.
  const MutationSet &mutations(const clang::ASTContext &Ctx);

private:
  std::optional<MutationSet> Mutations;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_FRAME_H
