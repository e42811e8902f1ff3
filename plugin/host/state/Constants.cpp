//===- Constants.cpp - Values that clang or the language gives ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Constants.h"
#include "plugin/host/state/WalkState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;

bool host::isUnevaluable(const Expr *E) {
  return E->getType().isNull() || E->isValueDependent() ||
         E->isTypeDependent() || E->isInstantiationDependent() ||
         E->containsErrors();
}

HostObject ConstantFolder::number(const APValue &V, QualType T) const {
  auto H = hostTypeOf(Ctx, T);
  if (!H)
    return HostObject();
  HostValue Value;
  if (V.isInt()) {
    const llvm::APSInt &I = V.getInt();
    if (I.getSignificantBits() > 64 && I.getActiveBits() > 64)
      return HostObject();
    Value.Integer = I.isSigned() ? I.getSExtValue()
                                 : static_cast<int64_t>(I.getZExtValue());
    HostType Own{false, I.isSigned(), 64};
    return HostObject::scalar(hostCast(hostCast(hostConstant(Value), Own), *H));
  }
  if (V.isFloat()) {
    llvm::APFloat F = V.getFloat();
    bool Loses;
    F.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
              &Loses);
    Value.IsFloating = true;
    Value.Floating = F.convertToDouble();
    return HostObject::scalar(hostConstant(Value, *H));
  }
  return HostObject();
}

bool ConstantFolder::mentionsSymbol(const Stmt *S, unsigned Level) const {
  if (!S)
    return false;
  if (Level > MaxDepth)
    return true;
  const auto *E = dyn_cast<Expr>(S);
  if (E && Symbols->find(E, Ctx))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(S)) {
    // What is named costs more levels, so that circles end soon.
    if (const auto *C = dyn_cast<EnumConstantDecl>(D->getDecl()))
      return mentionsSymbol(C->getInitExpr(), Level + 8);
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      return mentionsSymbol(V->getAnyInitializer(), Level + 8);
    if (const auto *F = dyn_cast<FunctionDecl>(D->getDecl());
        F && F->isConstexpr())
      return mentionsSymbol(F->getBody(), Level + 64);
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return mentionsSymbol(Child, Level + 1);
  });
}

HostObject ConstantFolder::byClang(const Expr *E) const {
  if (isUnevaluable(E) || mentionsSymbol(E))
    return HostObject();
  Expr::EvalResult R;
  if (!E->EvaluateAsRValue(R, Ctx) || R.HasSideEffects)
    return HostObject();
  return number(R.Val, E->getType());
}

HostObject ConstantFolder::zero(QualType T, unsigned Levels) const {
  if (auto H = hostTypeOf(Ctx, T))
    return HostObject::scalar(hostCast(hostInteger(0), *H));
  const auto *R = T->getAsRecordDecl();
  if (!R || R->isUnion() || !R->getDefinition() || Levels > 4)
    return HostObject();
  HostObject O = HostObject::record();
  for (const FieldDecl *F : R->getDefinition()->fields())
    O.setField(F, zero(F->getType(), Levels + 1));
  return O;
}
