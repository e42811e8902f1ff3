//===- Expressions.cpp - Host expressions ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Expressions.h"
#include "plugin/host/state/LaunchAttributes.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

/// Longer arrays are known up to here.
static constexpr unsigned MaxListElements = 256;

HostObject ExpressionEvaluator::eval(const Expr *E) {
  if (!E)
    return HostObject();
  if (State.Depth > MaxDepth || !State.spend()) {
    State.giveUp();
    return HostObject();
  }
  if (isUnevaluable(E)) // broken code, or a pattern that is never run
    return evalChildren(State, E);
  HostObject O;
  if (HostExpr Symbol = Use.Constants.symbol(E)) {
    O = HostObject::scalar(Symbol);
  } else {
    DepthScope Deeper(State);
    O = evalNode(E);
  }
  // Every scalar is in the type that the AST says.
  if (O.K == Kind::Scalar)
    if (auto H = hostTypeOf(State.Ctx, E->getType()); H && O.Expr->Type != *H)
      O = HostObject::scalar(hostCast(O.Expr, *H));
  return O;
}

/// What \p E is another way to write; null: it is an expression of its own.
static const Expr *sameValue(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(E)->getSubExpr();
  case Stmt::ConstantExprClass:
    return cast<ConstantExpr>(E)->getSubExpr();
  case Stmt::ExprWithCleanupsClass:
    return cast<ExprWithCleanups>(E)->getSubExpr();
  case Stmt::MaterializeTemporaryExprClass:
    return cast<MaterializeTemporaryExpr>(E)->getSubExpr();
  case Stmt::CXXBindTemporaryExprClass:
    return cast<CXXBindTemporaryExpr>(E)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement();
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(E)->getExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(E)->getExpr();
  default:
    return nullptr;
  }
}

/// A literal that may be the name of a kernel.
static HostObject textOf(const StringLiteral *E) {
  constexpr unsigned MostBytes = 1024;
  return E->getCharByteWidth() == 1 && E->getByteLength() <= MostBytes
             ? HostObject::text(E->getString())
             : HostObject();
}

HostObject ExpressionEvaluator::evalNode(const Expr *E) {
  if (const Expr *Inner = sameValue(E))
    return State.Tree.eval(Inner);
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
    return Use.Constants.number(
        APValue(llvm::APSInt(cast<IntegerLiteral>(E)->getValue(),
                             E->getType()->isUnsignedIntegerType())),
        E->getType());
  case Stmt::FloatingLiteralClass:
    return Use.Constants.number(APValue(cast<FloatingLiteral>(E)->getValue()),
                                E->getType());
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
    return Use.Constants.byClang(E);
  case Stmt::StringLiteralClass:
    return textOf(cast<StringLiteral>(E));
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
    return Use.Constants.zero(E->getType());
  case Stmt::InitListExprClass:
    return evalInitList(cast<InitListExpr>(E));
  case Stmt::DeclRefExprClass:
    return evalDeclRef(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return evalMember(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass:
    return evalSubscript(E);
  case Stmt::UnaryOperatorClass:
    return Use.Operators.unary(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return Use.Operators.binary(cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass:
    return Use.Operators.conditional(cast<ConditionalOperator>(E));
  case Stmt::LambdaExprClass:
    Use.Lambdas.read(cast<LambdaExpr>(E));
    return HostObject();
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return Use.Constructors.eval(cast<CXXConstructExpr>(E));
  case Stmt::CUDAKernelCallExprClass:
    Use.Launches.readChevrons(cast<CUDAKernelCallExpr>(E));
    return HostObject();
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return Use.Calls.eval(cast<CallExpr>(E));
  case Stmt::StmtExprClass:
    State.Tree.exec(cast<StmtExpr>(E)->getSubStmt());
    return HostObject();
  case Stmt::CXXThrowExprClass:
    evalChildren(State, E);
    State.frame().Reachable = false;
    return HostObject();
  case Stmt::OpaqueValueExprClass: // bound elsewhere
    return HostObject();
  default:
    if (const auto *C = dyn_cast<CastExpr>(E))
      return evalCast(C);
    return evalChildren(State, E);
  }
}

/// An expression that is made a \p T: if that is a pointer through which its
/// receiver only reads, the address in it does not escape.
HostObject ExpressionEvaluator::evalPointer(const Expr *E, QualType T) {
  const bool OnlyRead =
      T->isPointerType() && T->getPointeeType().isConstQualified();
  if (OnlyRead)
    if (auto P = Use.Places.addressTaken(E))
      return P->Base ? HostObject::address(*P) : HostObject();
  return State.Tree.eval(E);
}

HostObject ExpressionEvaluator::evalCast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return evalPointer(Sub, E->getType());
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral: {
    HostExpr V = State.Tree.evalScalar(Sub);
    auto H = hostTypeOf(State.Ctx, E->getType());
    return H ? HostObject::scalar(hostCast(V, *H)) : HostObject();
  }
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_ArrayToPointerDecay: {
    if (isLaunchAttribute(Sub->getType()))
      if (auto P = Use.Places.placeOf(Sub); P && P->Base)
        return HostObject::address(*P);
    HostObject O = evalPointer(Sub, E->getType());
    if (O.K == Kind::Address || O.K == Kind::Function || O.K == Kind::List ||
        O.K == Kind::Text)
      return O;
    return HostObject();
  }
  default:
    State.Tree.eval(Sub);
    return HostObject();
  }
}

HostObject ExpressionEvaluator::evalDeclRef(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (D->isInvalidDecl())
    return HostObject();
  if (const auto *C = dyn_cast<EnumConstantDecl>(D)) {
    if (Use.Constants.mentionsSymbol(C->getInitExpr()))
      return State.Tree.eval(C->getInitExpr());
    return Use.Constants.number(APValue(C->getInitVal()), E->getType());
  }
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return HostObject::function(F);
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    // A lambda names constants of the functions around it without a capture.
    if (V->hasLocalStorage() && !State.frame().Env.get(V) &&
        V->mightBeUsableInConstantExpressions(State.Ctx))
      if (HostObject O = Use.Constants.byClang(E); O.K != Kind::None)
        return O;
    auto P = Use.Places.placeOf(E);
    return P ? Use.Places.read(*P) : HostObject();
  }
  if (isa<BindingDecl>(D))
    return unknownObject(State.Ctx, E->getType(),
                         State.inHelper() ? "" : D->getName());
  return HostObject();
}

HostObject ExpressionEvaluator::evalMember(const MemberExpr *E) {
  if (const auto *C = dyn_cast<EnumConstantDecl>(E->getMemberDecl()))
    return Use.Constants.number(APValue(C->getInitVal()), E->getType());
  if (auto P = Use.Places.placeOf(E)) {
    HostObject O = Use.Places.read(*P);
    if (O.K != Kind::None)
      return O;
    return unknownObject(State.Ctx, E->getType(), Use.Names.ofExpr(E));
  }
  HostObject Base = State.Tree.eval(E->getBase());
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!E->isArrow() && F && Base.K == Kind::Record)
    if (const HostObject *V = Base.field(F))
      return *V;
  return unknownObject(State.Ctx, E->getType(), Use.Names.ofExpr(E));
}

/// The element of a table that never changes, if its place is known; else the
/// unknown that is called as the element is written.
HostObject ExpressionEvaluator::evalSubscript(const Expr *E) {
  HostObject O = Use.Constants.byClang(E);
  evalChildren(State, E);
  if (O.K != Kind::None)
    return O;
  return unknownObject(State.Ctx, E->getType(), Use.Names.ofExpr(E),
                       /*IsText=*/true);
}

HostObject ExpressionEvaluator::evalArrayList(const InitListExpr *E,
                                              QualType Element) {
  HostObject O;
  O.K = Kind::List;
  for (const Expr *Init : E->inits()) {
    HostObject V;
    // `void *args[] = {&n}` hands n on to be read.
    if (auto P = Element->isVoidPointerType() ? Use.Places.addressTaken(Init)
                                              : std::nullopt)
      V = P->Base ? HostObject::address(*P) : HostObject();
    else
      V = evalPointer(Init, Element);
    if (O.Elements.size() < MaxListElements)
      O.Elements.push_back(std::move(V));
  }
  return O;
}

HostObject ExpressionEvaluator::evalInitList(const InitListExpr *E) {
  if (const InitListExpr *Semantic = E->getSemanticForm())
    E = Semantic;
  QualType T = E->getType();
  if (E->isTransparent() || (T->isScalarType() && E->getNumInits() == 1))
    return State.Tree.eval(E->getInit(0));
  if (T->isScalarType() && E->getNumInits() == 0)
    return Use.Constants.zero(T);
  if (const auto *A = State.Ctx.getAsConstantArrayType(T))
    return evalArrayList(E, A->getElementType());
  const auto *R = T->getAsRecordDecl();
  if (!R || R->isUnion())
    return evalChildren(State, E);
  HostObject O = HostObject::record();
  unsigned I = 0;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (; I < C->getNumBases() && I < E->getNumInits(); ++I)
      State.Tree.eval(E->getInit(I)); // fields of bases stay unknown
  for (const FieldDecl *F : R->fields()) {
    if (F->isUnnamedBitField())
      continue;
    if (I >= E->getNumInits())
      break;
    O.setField(F, State.Tree.eval(E->getInit(I++)));
  }
  return O;
}
