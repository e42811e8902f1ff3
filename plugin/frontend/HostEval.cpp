//===- HostEval.cpp - Host expressions ------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/HostEval.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"

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

static HostType typeOr64(const ASTContext &Ctx, QualType T) {
  return hostTypeOf(Ctx, T).value_or(HostType());
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

static bool isDependent(const Expr *E) {
  return E->isValueDependent() || E->isTypeDependent() ||
         E->isInstantiationDependent() || E->containsErrors();
}

HostObject HostEvaluator::evalByClang(const Expr *E) {
  if (isDependent(E))
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
  if (isDependent(E)) // broken code, or a pattern that is never run
    return evalChildren(E);
  ++Depth;
  HostObject O = evalNode(E);
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
  if (const auto *C = dyn_cast<EnumConstantDecl>(D))
    return fromAPValue(APValue(C->getInitVal()), E->getType(), Ctx);
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

HostObject HostEvaluator::evalUnary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  HostType T = typeOr64(Ctx, E->getType());
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return eval(Sub);
  case UO_Minus:
    return HostObject::scalar(hostApply(HostOp::Neg, T, {evalScalar(Sub)}));
  case UO_Not:
    return HostObject::scalar(hostApply(HostOp::BitNot, T, {evalScalar(Sub)}));
  case UO_LNot:
    return HostObject::scalar(hostApply(HostOp::Not, T, {evalScalar(Sub)}));
  case UO_AddrOf: {
    HostObject O = eval(Sub);
    if (O.K == Kind::Function)
      return O;
    auto P = placeOf(Sub);
    if (!P) {
      if (auto S = syntacticPlace(Sub))
        escape(*S);
      return HostObject();
    }
    // Kept by someone who may write through it at any time.
    escape(*P);
    return P->Base ? HostObject::address(*P) : HostObject();
  }
  case UO_Deref: {
    if (auto P = placeOf(E))
      return read(*P);
    HostObject O = eval(Sub);
    if (O.K == Kind::Function)
      return O;
    return HostObject();
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    auto P = placeOf(Sub);
    if (!P) {
      eval(Sub);
      if (auto S = syntacticPlace(Sub))
        forget(*S);
      return HostObject();
    }
    HostObject Old = read(*P);
    HostExpr New;
    if (Old.K == Kind::Scalar) {
      // int is what both sides are promoted to, at least.
      HostType Wide = Old.Expr->Type;
      if (!Wide.IsFloating && Wide.Bits < 32)
        Wide = HostType{false, true, 32};
      HostType Own = Old.Expr->Type;
      New = hostCast(
          hostApply(E->isIncrementOp() ? HostOp::Add : HostOp::Sub, Wide,
                    {hostCast(Old.Expr, Wide), hostCast(hostInteger(1), Wide)}),
          Own);
    }
    write(*P, HostObject::scalar(New));
    return E->isPrefix() ? read(*P) : Old;
  }
  default:
    eval(Sub);
    return HostObject();
  }
}

static std::optional<HostOp> arithmeticOp(BinaryOperatorKind K) {
  switch (K) {
  case BO_Mul:
  case BO_MulAssign:
    return HostOp::Mul;
  case BO_Div:
  case BO_DivAssign:
    return HostOp::Div;
  case BO_Rem:
  case BO_RemAssign:
    return HostOp::Rem;
  case BO_Add:
  case BO_AddAssign:
    return HostOp::Add;
  case BO_Sub:
  case BO_SubAssign:
    return HostOp::Sub;
  case BO_Shl:
  case BO_ShlAssign:
    return HostOp::Shl;
  case BO_Shr:
  case BO_ShrAssign:
    return HostOp::Shr;
  case BO_And:
  case BO_AndAssign:
    return HostOp::And;
  case BO_Xor:
  case BO_XorAssign:
    return HostOp::Xor;
  case BO_Or:
  case BO_OrAssign:
    return HostOp::Or;
  case BO_LT:
    return HostOp::Lt;
  case BO_LE:
    return HostOp::Le;
  case BO_GT:
    return HostOp::Gt;
  case BO_GE:
    return HostOp::Ge;
  case BO_EQ:
    return HostOp::Eq;
  case BO_NE:
    return HostOp::Ne;
  default:
    return std::nullopt;
  }
}

HostObject HostEvaluator::evalBinary(const BinaryOperator *E) {
  if (E->isAssignmentOp())
    return evalAssign(E);
  if (E->isLogicalOp())
    return evalLogic(E);
  if (E->getOpcode() == BO_Comma) {
    eval(E->getLHS());
    return eval(E->getRHS());
  }
  // a + b + c + ... nests to the left as deep as it is long: go down it first.
  llvm::SmallVector<const BinaryOperator *, 8> Chain;
  const Expr *Left = E;
  while (const auto *B = dyn_cast<BinaryOperator>(Left)) {
    if (!arithmeticOp(B->getOpcode()) || B->isAssignmentOp() || isDependent(B))
      break;
    Chain.push_back(B);
    Left = B->getLHS();
  }
  HostExpr L = evalScalar(Left);
  while (!Chain.empty()) {
    const BinaryOperator *B = Chain.pop_back_val();
    HostExpr R = evalScalar(B->getRHS());
    auto H = hostTypeOf(Ctx, B->getType());
    L = L && R && H ? hostApply(*arithmeticOp(B->getOpcode()), *H, {L, R})
                    : nullptr;
  }
  return HostObject::scalar(L);
}

HostObject HostEvaluator::evalAssign(const BinaryOperator *E) {
  auto Element = [&]() -> HostObject {
    // Not a place that is followed: forget what it may be part of.
    evalChildren(E);
    if (auto S = syntacticPlace(E->getLHS()))
      forget(*S);
    return HostObject();
  };
  if (!placeOf(E->getLHS()))
    return Element();
  HostObject R;
  if (E->getOpcode() == BO_Assign) {
    R = eval(E->getRHS());
  } else {
    const auto *C = cast<CompoundAssignOperator>(E);
    HostExpr Right = evalScalar(E->getRHS());
    HostObject Old = eval(E->getLHS());
    auto LT = hostTypeOf(Ctx, C->getComputationLHSType());
    auto RT = hostTypeOf(Ctx, C->getComputationResultType());
    auto Op = arithmeticOp(E->getOpcode());
    if (LT && RT && Op && Right && Old.K == Kind::Scalar)
      R = HostObject::scalar(
          hostApply(*Op, *RT, {hostCast(Old.Expr, *LT), Right}));
  }
  auto P = placeOf(E->getLHS());
  if (!P)
    return Element();
  write(*P, std::move(R));
  return read(*P);
}

HostObject HostEvaluator::evalLogic(const BinaryOperator *E) {
  HostExpr L = evalScalar(E->getLHS());
  size_t Mark = Cur->Env.mark();
  bool Reachable = Cur->Reachable;
  HostExpr R = evalScalar(E->getRHS());
  Cur->Reachable = Reachable;
  if (Cur->Env.mark() != Mark) { // the right side may not have run
    std::vector<HostEnv::Delta> Ways(1);
    Ways.push_back(Cur->Env.take(Mark));
    join(std::move(Ways), nullptr);
  }
  auto Op = E->getOpcode() == BO_LAnd ? HostOp::LogicalAnd : HostOp::LogicalOr;
  return HostObject::scalar(hostApply(Op, HostType(), {L, R}));
}

HostObject HostEvaluator::evalConditional(const ConditionalOperator *E) {
  HostExpr C = evalScalar(E->getCond());
  bool Reachable = Cur->Reachable;
  size_t Mark = Cur->Env.mark();
  HostObject A = eval(E->getTrueExpr());
  bool ReachableA = Cur->Reachable;
  auto Then = Cur->Env.take(Mark);
  Cur->Reachable = Reachable;
  HostObject B = eval(E->getFalseExpr());
  bool ReachableB = Cur->Reachable;
  auto Else = Cur->Env.take(Mark);
  Cur->Reachable = Reachable;
  auto Known = constantValue(C);
  bool TakeThen =
      Known ? (Known->IsFloating ? Known->Floating != 0 : Known->Integer != 0)
            : ReachableA && !ReachableB;
  if (Known || ReachableA != ReachableB) { // the other way throws or exits
    Cur->Env.applyDelta(TakeThen ? Then : Else);
    return TakeThen ? A : B;
  }
  if (!Then.empty() || !Else.empty())
    join({std::move(Then), std::move(Else)}, C);
  return mergeValues(E->getType(), "", C, A, B);
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
