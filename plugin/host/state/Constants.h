//===- Constants.h - Values that clang or the language gives ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_CONSTANTS_H
#define GPUPERF_PLUGIN_HOST_STATE_CONSTANTS_H

#include "plugin/host/Object.h"
#include "plugin/host/Symbols.h"

namespace clang {
class APValue;
class Stmt;
} // namespace clang

namespace gpuperf::host {

/// Broken code, or part of a template: clang must not be asked for its value.
bool isUnevaluable(const clang::Expr *E);

/// Values that do not depend on what the variables hold.
class ConstantFolder {
public:
  ConstantFolder(const clang::ASTContext &Ctx, const HostSymbols *Symbols)
      : Ctx(Ctx), Symbols(Symbols) {}

  /// The number \p Value of type \p T; None for what is not a number.
  HostObject number(const clang::APValue &Value, clang::QualType T) const;
  /// What clang computes \p E to; None if it cannot, or if it would see the
  /// number of a literal that is left open.
  HostObject byClang(const clang::Expr *E) const;
  /// What `T()` is, field by field.
  HostObject zero(clang::QualType T) const { return zero(T, 0); }
  /// A literal that is left open decides the value of \p S.
  bool mentionsSymbol(const clang::Stmt *S) const {
    return Symbols && mentionsSymbol(S, 0);
  }
  /// What the literal \p E stands for; null: for itself.
  HostExpr symbol(const clang::Expr *E) const {
    return Symbols ? Symbols->find(E, Ctx) : nullptr;
  }

private:
  const clang::ASTContext &Ctx;
  const HostSymbols *Symbols; ///< null: no literal is left open

  HostObject zero(clang::QualType T, unsigned Levels) const;
  bool mentionsSymbol(const clang::Stmt *S, unsigned Level) const;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_CONSTANTS_H
