//===- SameNumber.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/SameNumber.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

using Variables = llvm::DenseSet<const ValueDecl *>;

/// Adds the numbers that \p S reads; a dim3 stands for those it was made of.
static void addNumbers(const Stmt *S, Variables &To) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      if (!To.insert(V).second)
        return;
      if (V->getType()->isRecordType() && V->hasInit())
        addNumbers(V->getInit(), To);
    }
  for (const Stmt *Part : S->children())
    addNumbers(Part, To);
}

bool gpuperf::sharesGridNumber(const LaunchSite &Of, const LaunchSite &Other) {
  if (Of.Kernel == Other.Kernel || !Of.GridExpr)
    return false;
  Variables Mine, OfBlock, Theirs;
  addNumbers(Of.GridExpr, Mine);
  addNumbers(Of.BlockExpr, OfBlock);
  addNumbers(Other.GridExpr, Theirs);
  addNumbers(Other.BlockExpr, Theirs);
  if (Other.Call)
    for (const Expr *Arg : Other.Call->arguments())
      addNumbers(Arg, Theirs);
  return llvm::any_of(Mine, [&](const ValueDecl *V) {
    return !V->getType()->isRecordType() && !OfBlock.contains(V) &&
           Theirs.contains(V);
  });
}

const VarDecl *gpuperf::blockVariable(const LaunchSite &Of) {
  const Expr *E = Of.BlockExpr ? Of.BlockExpr->IgnoreParenImpCasts() : nullptr;
  // A dim3 is copied into the launch, and made of a number before.
  while (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(E))
    E = Made->getNumArgs() > 0 ? Made->getArg(0)->IgnoreParenImpCasts()
                               : nullptr;
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}
