//===- Initials.h - What global variables hold at first ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_INITIALS_H
#define GPUPERF_PLUGIN_HOST_STATE_INITIALS_H

#include "plugin/host/state/Constants.h"
#include "plugin/host/state/Names.h"

namespace gpuperf::host {

/// The values of variables that no function on the way has set: constants,
/// and variables outside of functions that nobody changes. They are computed
/// when they are first asked for, and remembered.
class InitialValues {
public:
  InitialValues(WalkState &State, const ConstantFolder &Constants,
                const Namer &Names)
      : State(State), Constants(Constants), Names(Names) {}

  /// The value of \p V's initialiser if \p V always holds it; else an
  /// unknown.
  HostObject of(const clang::VarDecl *V);

private:
  WalkState &State;
  const ConstantFolder &Constants;
  const Namer &Names;
  llvm::DenseMap<const clang::VarDecl *, HostObject> Known;
  /// Those that are being computed: an initialiser may name its own variable.
  llvm::DenseSet<const clang::VarDecl *> InProgress;

  HostObject valueOf(const clang::VarDecl *V, const clang::Expr *Init);
};

/// A type whose objects never change after their initialisation.
bool isImmutable(const clang::ASTContext &Ctx, clang::QualType T);

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_INITIALS_H
