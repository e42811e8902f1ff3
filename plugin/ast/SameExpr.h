//===- SameExpr.h - Do two expressions say the same? ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_SAMEEXPR_H
#define GPUPERF_PLUGIN_AST_SAMEEXPR_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/FoldingSet.h"

namespace gpuperf {

/// Whether \p A and \p B are made of the same variables, operators and numbers,
/// whatever parentheses and implicit conversions are around them.
inline bool isSameExpr(const clang::Expr &A, const clang::Expr &B,
                       const clang::ASTContext &Ctx) {
  llvm::FoldingSetNodeID OfA, OfB;
  A.IgnoreParenImpCasts()->Profile(OfA, Ctx, /*Canonical=*/true);
  B.IgnoreParenImpCasts()->Profile(OfB, Ctx, /*Canonical=*/true);
  return OfA == OfB;
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_SAMEEXPR_H
