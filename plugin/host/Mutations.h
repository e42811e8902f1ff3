//===- Mutations.h - What a piece of host code may change -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_MUTATIONS_H
#define GPUPERF_PLUGIN_HOST_MUTATIONS_H

#include "plugin/host/Object.h"

namespace clang {
class Stmt;
class Expr;
class CallExpr;
} // namespace clang

namespace gpuperf {

/// What a piece of code may change.
struct MutationSet {
  std::vector<HostPlace> Places;
  /// It calls code of the user's: globals and members may have changed.
  bool CallsUserCode = false;
  /// Too deep to tell: anything may have changed.
  bool Everything = false;

  bool touches(const clang::VarDecl *V) const;
};

/// Adds what \p S may change: assignments, ++, non-const references and
/// addresses taken, lambdas included.
void collectMutations(const clang::ASTContext &Ctx, const clang::Stmt *S,
                      MutationSet &Out);

/// The variable or field that \p E names, without evaluating anything.
std::optional<HostPlace> syntacticPlace(const clang::Expr *E);

/// The call runs code of the user's, which may change whatever it can reach. A
/// function of a system header changes only what it is given.
bool callsUserCode(const clang::ASTContext &Ctx, const clang::CallExpr *C);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_MUTATIONS_H
