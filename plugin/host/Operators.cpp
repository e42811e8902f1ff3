//===- Operators.cpp - Host operators and assignments ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Evaluator.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

static HostType typeOr64(const ASTContext &Ctx, QualType T) {
  return hostTypeOf(Ctx, T).value_or(HostType());
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
    if (!arithmeticOp(B->getOpcode()) || B->isAssignmentOp() ||
        isUnevaluable(B))
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
