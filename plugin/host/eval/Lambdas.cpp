//===- Lambdas.cpp - What a lambda captures -------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Lambdas.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;

/// What \p V holds when the body of \p E runs.
HostObject LambdaReader::capturedValue(const LambdaExpr *E,
                                       const LambdaCapture &C,
                                       const VarDecl *V) {
  HostPlace P;
  P.Base = V;
  if (V->isInitCapture())
    return Names.named(P, V->getInit() ? State.Tree.eval(V->getInit())
                                       : HostObject());
  P = Places.resolveAlias(P);
  HostObject Value = Places.read(P);
  if (C.getCaptureKind() == LCK_ByRef && !V->getType().isConstQualified()) {
    // When the body runs, the variable may hold something else.
    if (State.frame().mutations(State.Ctx).touches(V))
      Value = unknownObject(State.Ctx, V->getType(), Names.ofPlace(P));
    MutationSet Inside;
    collectMutations(State.Ctx, E->getBody(), Inside);
    if (Inside.touches(V))
      Places.escape(P);
  }
  return Value;
}

void LambdaReader::read(const LambdaExpr *E) {
  HostEnv Captured;
  for (const LambdaCapture &C : E->captures()) {
    if (C.capturesThis()) {
      if (const HostObject *This = State.frame().Env.get(nullptr))
        Captured.set(nullptr, *This);
      continue;
    }
    if (!C.capturesVariable())
      continue;
    if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
      Captured.set(V, capturedValue(E, C, V));
  }
  if (!State.Hooks.OnLambda || State.inHelper())
    return;
  if (!E->isGenericLambda())
    return State.Hooks.OnLambda(E->getCallOperator(), std::move(Captured));
  if (const FunctionTemplateDecl *T =
          E->getLambdaClass()->getDependentLambdaCallOperator())
    for (const FunctionDecl *S : T->specializations())
      State.Hooks.OnLambda(cast<CXXMethodDecl>(S), Captured);
}
