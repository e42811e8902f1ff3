//===- ThreadIndex.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/ThreadIndex.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

llvm::StringRef gpuperf::threadIndexPart(const Expr &E) {
  const Expr *Whole = &E, *Object = nullptr;
  llvm::StringRef Part;
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(Whole))
    Whole = Property->getSyntacticForm();
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(Whole)) {
    Object = Property->getBaseExpr();
    Part = Property->getPropertyDecl()->getName();
  } else if (const auto *Member = dyn_cast<MemberExpr>(Whole)) {
    Object = Member->getBase();
    if (Member->getMemberDecl()->getIdentifier())
      Part = Member->getMemberDecl()->getName();
  }
  if (!Object)
    return "";
  Object = Object->IgnoreParenCasts();
  // clang keeps the object of a property aside, to evaluate it once.
  if (const auto *Kept = dyn_cast<OpaqueValueExpr>(Object))
    if (const Expr *Source = Kept->getSourceExpr())
      Object = Source->IgnoreParenCasts();
  const auto *Base = dyn_cast<DeclRefExpr>(Object);
  return Base && Base->getDecl()->getIdentifier() &&
                 Base->getDecl()->getName() == "threadIdx"
             ? Part
             : llvm::StringRef();
}
