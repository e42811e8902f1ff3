//===- Evaluator.cpp - Host expressions -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Evaluator.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

/// Deeper expressions are not looked into; the function is given up.
static constexpr unsigned MaxDepth = 300;
static constexpr unsigned MaxListElements = 256;

bool HostEvaluator::spend() {
  if (StepsLeft == 0)
    return false;
  --StepsLeft;
  if (Cur->isHelper()) {
    if (HelperStepsLeft == 0) {
      Cur->Lost = true;
      return false;
    }
    --HelperStepsLeft;
  }
  return true;
}

static HostObject fromAPValue(const APValue &V, QualType T,
                              const ASTContext &Ctx) {
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

bool gpuperf::isUnevaluable(const Expr *E) {
  return E->getType().isNull() || E->isValueDependent() ||
         E->isTypeDependent() || E->isInstantiationDependent() ||
         E->containsErrors();
}

bool HostEvaluator::mentionsSymbol(const Stmt *S, unsigned Level) {
  if (!S)
    return false;
  if (Level > MaxDepth)
    return true;
  const auto *E = dyn_cast<Expr>(S);
  if (E && Hooks.Symbols->find(E, Ctx))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(S)) {
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

HostObject HostEvaluator::evalByClang(const Expr *E) {
  if (isUnevaluable(E))
    return HostObject();
  if (Hooks.Symbols && mentionsSymbol(E))
    return HostObject();
  Expr::EvalResult R;
  if (!E->EvaluateAsRValue(R, Ctx) || R.HasSideEffects)
    return HostObject();
  return fromAPValue(R.Val, E->getType(), Ctx);
}

HostObject HostEvaluator::zeroOf(QualType T, unsigned Levels) {
  if (auto H = hostTypeOf(Ctx, T))
    return HostObject::scalar(hostCast(hostInteger(0), *H));
  const auto *R = T->getAsRecordDecl();
  if (!R || R->isUnion() || !R->getDefinition() || Levels > 4)
    return HostObject();
  HostObject O = HostObject::record();
  for (const FieldDecl *F : R->getDefinition()->fields())
    O.setField(F, zeroOf(F->getType(), Levels + 1));
  return O;
}

HostObject HostEvaluator::eval(const Expr *E) {
  if (!E)
    return HostObject();
  if (Depth > MaxDepth || !spend()) {
    giveUp();
    return HostObject();
  }
  if (isUnevaluable(E)) // broken code, or a pattern that is never run
    return evalChildren(E);
  HostExpr Symbol = Hooks.Symbols ? Hooks.Symbols->find(E, Ctx) : nullptr;
  ++Depth;
  HostObject O = Symbol ? HostObject::scalar(Symbol) : evalNode(E);
  --Depth;
  // Every scalar is in the type that the AST says.
  if (O.K == Kind::Scalar)
    if (auto H = hostTypeOf(Ctx, E->getType()); H && O.Expr->Type != *H)
      O = HostObject::scalar(hostCast(O.Expr, *H));
  return O;
}

HostExpr HostEvaluator::evalScalar(const Expr *E) { return eval(E).Expr; }

/// For what is not understood: the parts may still assign, call and launch.
HostObject HostEvaluator::evalChildren(const Stmt *S) {
  ++Depth;
  if (Depth > MaxDepth) {
    giveUp();
  } else {
    for (const Stmt *Child : S->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Child))
        eval(E);
  }
  --Depth;
  return HostObject();
}

HostObject HostEvaluator::evalNode(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return eval(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::ConstantExprClass:
    return eval(cast<ConstantExpr>(E)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return eval(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return eval(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return eval(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return eval(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::IntegerLiteralClass:
    return fromAPValue(
        APValue(llvm::APSInt(cast<IntegerLiteral>(E)->getValue(),
                             E->getType()->isUnsignedIntegerType())),
        E->getType(), Ctx);
  case Stmt::FloatingLiteralClass:
    return fromAPValue(APValue(cast<FloatingLiteral>(E)->getValue()),
                       E->getType(), Ctx);
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
    return evalByClang(E);
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
    return zeroOf(E->getType());
  case Stmt::InitListExprClass:
    return evalInitList(cast<InitListExpr>(E));
  case Stmt::DeclRefExprClass:
    return evalDeclRef(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return evalMember(cast<MemberExpr>(E));
  case Stmt::UnaryOperatorClass:
    return evalUnary(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evalBinary(cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass:
    return evalConditional(cast<ConditionalOperator>(E));
  case Stmt::LambdaExprClass:
    return evalLambda(cast<LambdaExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evalConstruct(cast<CXXConstructExpr>(E));
  case Stmt::CUDAKernelCallExprClass:
    evalLaunch(cast<CUDAKernelCallExpr>(E));
    return HostObject();
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return evalCall(cast<CallExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    // A table that never changes, at a known place; else its text is its name.
    HostObject O = evalByClang(E);
    evalChildren(E);
    if (O.K != Kind::None)
      return O;
    return unknownObject(Ctx, E->getType(), textOf(E), /*IsText=*/true);
  }
  case Stmt::StmtExprClass:
    exec(cast<StmtExpr>(E)->getSubStmt());
    return HostObject();
  case Stmt::CXXThrowExprClass:
    evalChildren(E);
    Cur->Reachable = false;
    return HostObject();
  case Stmt::OpaqueValueExprClass: // bound elsewhere
    return HostObject();
  default:
    break;
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return evalCast(C);
  return evalChildren(E);
}

HostObject HostEvaluator::evalCast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    if (E->getType()->isPointerType() &&
        E->getType()->getPointeeType().isConstQualified())
      return evalPointerKept(Sub);
    return eval(Sub);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral: {
    HostExpr V = evalScalar(Sub);
    auto H = hostTypeOf(Ctx, E->getType());
    return H ? HostObject::scalar(hostCast(V, *H)) : HostObject();
  }
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_ArrayToPointerDecay: {
    HostObject O = E->getType()->isPointerType() &&
                           E->getType()->getPointeeType().isConstQualified()
                       ? evalPointerKept(Sub)
                       : eval(Sub);
    if (O.K == Kind::Address || O.K == Kind::Function || O.K == Kind::List)
      return O;
    return HostObject();
  }
  default:
    eval(Sub);
    return HostObject();
  }
}

std::optional<HostPlace> HostEvaluator::addressTaken(const Expr *E) {
  E = E->IgnoreParenCasts();
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (!U || U->getOpcode() != UO_AddrOf)
    return std::nullopt;
  return placeOf(U->getSubExpr());
}

/// Evaluates a pointer that its receiver only reads through.
HostObject HostEvaluator::evalPointerKept(const Expr *E) {
  if (auto P = addressTaken(E))
    return P->Base ? HostObject::address(*P) : HostObject();
  return eval(E);
}

HostObject HostEvaluator::evalDeclRef(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (D->isInvalidDecl())
    return HostObject();
  if (const auto *C = dyn_cast<EnumConstantDecl>(D)) {
    if (Hooks.Symbols && mentionsSymbol(C->getInitExpr()))
      return eval(C->getInitExpr());
    return fromAPValue(APValue(C->getInitVal()), E->getType(), Ctx);
  }
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return HostObject::function(F);
  if (isa<VarDecl>(D)) {
    auto P = placeOf(E);
    return P ? read(*P) : HostObject();
  }
  if (isa<BindingDecl>(D))
    return unknownObject(Ctx, E->getType(),
                         Cur->isHelper() ? "" : D->getName());
  return HostObject();
}

HostObject HostEvaluator::evalMember(const MemberExpr *E) {
  if (const auto *C = dyn_cast<EnumConstantDecl>(E->getMemberDecl()))
    return fromAPValue(APValue(C->getInitVal()), E->getType(), Ctx);
  if (auto P = placeOf(E)) {
    HostObject O = read(*P);
    if (O.K != Kind::None)
      return O;
    return unknownObject(Ctx, E->getType(), textOf(E));
  }
  HostObject Base = eval(E->getBase());
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!E->isArrow() && F && Base.K == Kind::Record)
    if (const HostObject *V = Base.field(F))
      return *V;
  return unknownObject(Ctx, E->getType(), textOf(E));
}

HostObject HostEvaluator::evalInitList(const InitListExpr *E) {
  if (const InitListExpr *Semantic = E->getSemanticForm())
    E = Semantic;
  QualType T = E->getType();
  if (E->isTransparent() || (T->isScalarType() && E->getNumInits() == 1))
    return eval(E->getInit(0));
  if (T->isScalarType() && E->getNumInits() == 0)
    return zeroOf(T);
  if (const auto *A = Ctx.getAsConstantArrayType(T)) {
    HostObject O;
    O.K = Kind::List;
    // `void *args[] = {&n}` hands n on to be read.
    bool Kept = A->getElementType()->isVoidPointerType() ||
                (A->getElementType()->isPointerType() &&
                 A->getElementType()->getPointeeType().isConstQualified());
    for (unsigned I = 0; I < E->getNumInits(); ++I) {
      HostObject V =
          Kept ? evalPointerKept(E->getInit(I)) : eval(E->getInit(I));
      if (O.Elements.size() < MaxListElements)
        O.Elements.push_back(std::move(V));
    }
    return O;
  }
  const auto *R = T->getAsRecordDecl();
  if (!R || R->isUnion())
    return evalChildren(E);
  HostObject O = HostObject::record();
  unsigned I = 0;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (; I < C->getNumBases() && I < E->getNumInits(); ++I)
      eval(E->getInit(I)); // fields of bases stay unknown
  for (const FieldDecl *F : R->fields()) {
    if (F->isUnnamedBitField())
      continue;
    if (I >= E->getNumInits())
      break;
    O.setField(F, eval(E->getInit(I++)));
  }
  return O;
}

HostObject HostEvaluator::evalLambda(const LambdaExpr *E) {
  HostEnv Captured;
  for (const LambdaCapture &C : E->captures()) {
    if (C.capturesThis()) {
      if (const HostObject *This = Cur->Env.get(nullptr))
        Captured.set(nullptr, *This);
      continue;
    }
    if (!C.capturesVariable())
      continue;
    const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
    if (!V)
      continue;
    if (V->isInitCapture()) {
      HostPlace P;
      P.Base = V;
      Captured.set(V,
                   named(P, V->getInit() ? eval(V->getInit()) : HostObject()));
      continue;
    }
    HostPlace P;
    P.Base = V;
    P = resolveAlias(P);
    HostObject Value = read(P);
    if (C.getCaptureKind() == LCK_ByRef && !V->getType().isConstQualified()) {
      // When the body runs, it may hold something else.
      if (!Cur->Mutations) {
        Cur->Mutations.emplace();
        if (Cur->F)
          collectMutations(Ctx, Cur->F->getBody(), *Cur->Mutations);
      }
      if (Cur->Mutations->touches(V))
        Value = unknownObject(Ctx, V->getType(), nameOf(P));
      MutationSet Inside;
      collectMutations(Ctx, E->getBody(), Inside);
      if (Inside.touches(V))
        escape(P);
    }
    Captured.set(V, std::move(Value));
  }
  if (Hooks.OnLambda && !Cur->isHelper()) {
    if (E->isGenericLambda()) {
      if (const FunctionTemplateDecl *T =
              E->getLambdaClass()->getDependentLambdaCallOperator())
        for (const FunctionDecl *S : T->specializations())
          Hooks.OnLambda(cast<CXXMethodDecl>(S), Captured);
    } else {
      Hooks.OnLambda(E->getCallOperator(), Captured);
    }
  }
  return HostObject();
}
