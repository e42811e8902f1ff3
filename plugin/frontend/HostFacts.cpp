//===- HostFacts.cpp - What a branch finds out ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   dim3 threads(size, size);
//   if (size == 16)
//     matmul<16><<<grid, threads>>>(...);   // threads is 16 x 16 here
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/HostEval.h"
#include "plugin/frontend/HostMutations.h"
#include "clang/AST/ASTContext.h"

using namespace gpuperf;
using namespace clang;

/// The name of the unknown that the local variable \p E holds and keeps in
/// \p Scope; empty for anything else.
std::string HostEvaluator::unknownLocal(const Expr *E, const Stmt *Scope) {
  const auto *Ref = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts())
                      : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->isLocalVarDeclOrParm() || V->isInvalidDecl() || !Scope)
    return "";
  HostObject Now = evalDeclRef(Ref);
  const HostExprNode *U =
      Now.K == HostObject::Kind::Scalar ? asUnknown(Now.expr()) : nullptr;
  if (!U || U->IsText)
    return "";
  MutationSet Changes;
  collectMutations(Ctx, Scope, Changes);
  return Changes.Everything || Changes.touches(V) ? "" : U->Name;
}

static HostExpr integerConstant(const Expr *E, const ASTContext &Ctx) {
  if (E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return nullptr;
  auto Value = E->getIntegerConstantExpr(Ctx);
  if (!Value || !Value->isRepresentableByInt64())
    return nullptr;
  return hostInteger(Value->getExtValue());
}

void HostEvaluator::addFacts(const Expr *Condition, const Stmt *Scope) {
  const auto *Op = Condition ? dyn_cast<BinaryOperator>(
                                   Condition->IgnoreParenImpCasts())
                             : nullptr;
  if (!Op || Op->isValueDependent())
    return;
  if (Op->getOpcode() == BO_LAnd) {
    addFacts(Op->getLHS(), Scope);
    addFacts(Op->getRHS(), Scope);
    return;
  }
  if (Op->getOpcode() != BO_EQ)
    return;
  const Expr *Sides[] = {Op->getLHS(), Op->getRHS()};
  for (unsigned I : {0, 1}) {
    HostExpr Value = integerConstant(Sides[1 - I], Ctx);
    if (!Value)
      continue;
    if (std::string Name = unknownLocal(Sides[I], Scope); !Name.empty())
      Cur->Facts.push_back({std::move(Name), std::move(Value)});
    return;
  }
}

void HostEvaluator::addCaseFact(const JumpTarget &T, const SwitchCase *S) {
  const auto *Case = dyn_cast<CaseStmt>(S);
  // A range, or a label shared with the next case, is no single value.
  if (T.Selector.empty() || !Case || Case->getRHS() ||
      isa<SwitchCase>(Case->getSubStmt()))
    return;
  if (HostExpr Value = integerConstant(Case->getLHS(), Ctx))
    Cur->Facts.push_back({T.Selector, std::move(Value)});
}

static void substituteIn(HostObject &O, llvm::StringRef Name,
                         const HostExpr &Value) {
  if (O.K == HostObject::Kind::Scalar) {
    if (HostExpr New = substitute(O.Expr, Name, Value))
      O.Expr = std::move(New);
    return;
  }
  for (HostField &F : O.Fields)
    substituteIn(F.Value, Name, Value);
  for (HostObject &E : O.Elements)
    substituteIn(E, Name, Value);
}

void HostEvaluator::applyFacts(LaunchValues &V) const {
  for (const Fact &F : Cur->Facts) {
    for (HostObject *O : {&V.Grid, &V.Block, &V.Shared})
      substituteIn(*O, F.Name, F.Value);
    for (HostObject &O : V.Args)
      substituteIn(O, F.Name, F.Value);
  }
}
