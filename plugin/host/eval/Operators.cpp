//===- Operators.cpp - Host operators and assignments ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Operators.h"
#include "plugin/host/state/LaunchAttributes.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

HostObject OperatorEvaluator::arithmetic(HostOp Op, const UnaryOperator *E) {
  HostType T = hostTypeOf(State.Ctx, E->getType()).value_or(HostType());
  return HostObject::scalar(
      hostApply(Op, T, {State.Tree.evalScalar(E->getSubExpr())}));
}

HostObject OperatorEvaluator::addressOf(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  // Nobody but the function itself writes attributes of its launches.
  if (isLaunchAttribute(Sub->getType()))
    if (auto P = attributesAt(Places, E); P && P->Base)
      return HostObject::address(*P);
  HostObject O = State.Tree.eval(Sub);
  if (O.K == Kind::Function)
    return O;
  auto P = Places.placeOf(Sub);
  if (!P) {
    if (auto Syntactic = syntacticPlace(Sub))
      Places.escape(*Syntactic);
    return HostObject();
  }
  // Kept by someone who may write through it at any time.
  Places.escape(*P);
  return P->Base ? HostObject::address(*P) : HostObject();
}

HostObject OperatorEvaluator::dereference(const UnaryOperator *E) {
  if (auto P = Places.placeOf(E))
    return Places.read(*P);
  HostObject O = State.Tree.eval(E->getSubExpr());
  return O.K == Kind::Function ? O : HostObject();
}

/// ++ and --, before and after the variable.
HostObject OperatorEvaluator::increment(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  auto P = Places.placeOf(Sub);
  if (!P) {
    State.Tree.eval(Sub);
    if (auto Syntactic = syntacticPlace(Sub))
      Places.forget(*Syntactic);
    return HostObject();
  }
  HostObject Old = Places.read(*P);
  HostExpr New;
  if (Old.K == Kind::Scalar) {
    // int is what both sides are promoted to, at least.
    const HostType Own = Old.Expr->Type;
    HostType Wide = Own;
    if (!Wide.IsFloating && Wide.Bits < 32)
      Wide = HostType{false, true, 32};
    New = hostCast(
        hostApply(E->isIncrementOp() ? HostOp::Add : HostOp::Sub, Wide,
                  {hostCast(Old.Expr, Wide), hostCast(hostInteger(1), Wide)}),
        Own);
  }
  Places.write(*P, HostObject::scalar(New));
  return E->isPrefix() ? Places.read(*P) : Old;
}

HostObject OperatorEvaluator::unary(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return State.Tree.eval(E->getSubExpr());
  case UO_Minus:
    return arithmetic(HostOp::Neg, E);
  case UO_Not:
    return arithmetic(HostOp::BitNot, E);
  case UO_LNot:
    return arithmetic(HostOp::Not, E);
  case UO_AddrOf:
    return addressOf(E);
  case UO_Deref:
    return dereference(E);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return increment(E);
  default:
    State.Tree.eval(E->getSubExpr());
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

HostObject OperatorEvaluator::binary(const BinaryOperator *E) {
  if (E->isAssignmentOp())
    return assign(E);
  if (E->isLogicalOp())
    return logic(E);
  if (E->getOpcode() == BO_Comma) {
    State.Tree.eval(E->getLHS());
    return State.Tree.eval(E->getRHS());
  }
  return arithmetic(E);
}

HostObject OperatorEvaluator::arithmetic(const BinaryOperator *E) {
  // a + b + c + ... nests to the left as deep as it is long: the operands are
  // collected from the right first, so that a long sum is not a deep tree.
  llvm::SmallVector<const BinaryOperator *, 8> Chain;
  const Expr *Left = E;
  while (const auto *B = dyn_cast<BinaryOperator>(Left)) {
    if (!arithmeticOp(B->getOpcode()) || B->isAssignmentOp() ||
        isUnevaluable(B))
      break;
    Chain.push_back(B);
    Left = B->getLHS();
  }
  HostExpr Value = State.Tree.evalScalar(Left);
  while (!Chain.empty()) {
    const BinaryOperator *B = Chain.pop_back_val();
    HostExpr Right = State.Tree.evalScalar(B->getRHS());
    auto Type = hostTypeOf(State.Ctx, B->getType());
    Value = Value && Right && Type ? hostApply(*arithmeticOp(B->getOpcode()),
                                               *Type, {Value, Right})
                                   : nullptr;
  }
  return HostObject::scalar(Value);
}

/// The left side is no place that is followed: what it may be a part of is
/// forgotten.
HostObject OperatorEvaluator::assignUnfollowed(const BinaryOperator *E) {
  evalChildren(State, E);
  if (auto Syntactic = syntacticPlace(E->getLHS()))
    Places.forget(*Syntactic);
  return HostObject();
}

HostObject OperatorEvaluator::assign(const BinaryOperator *E) {
  if (E->getOpcode() == BO_Assign && attributeWrite(Places, E->getLHS())) {
    HostObject Value = State.Tree.eval(E->getRHS());
    // As below, the right side may have changed the left.
    if (auto W = attributeWrite(Places, E->getLHS()))
      writeAttribute(Places, *W, Value);
    return Value;
  }
  if (!Places.placeOf(E->getLHS()))
    return assignUnfollowed(E);
  HostObject New;
  if (E->getOpcode() == BO_Assign) {
    New = State.Tree.eval(E->getRHS());
  } else {
    const auto *C = cast<CompoundAssignOperator>(E);
    HostExpr Right = State.Tree.evalScalar(E->getRHS());
    HostObject Old = State.Tree.eval(E->getLHS());
    auto LeftType = hostTypeOf(State.Ctx, C->getComputationLHSType());
    auto Type = hostTypeOf(State.Ctx, C->getComputationResultType());
    auto Op = arithmeticOp(E->getOpcode());
    if (LeftType && Type && Op && Right && Old.K == Kind::Scalar)
      New = HostObject::scalar(
          hostApply(*Op, *Type, {hostCast(Old.Expr, *LeftType), Right}));
  }
  // The right side may have changed what the left side leads to.
  auto P = Places.placeOf(E->getLHS());
  if (!P)
    return assignUnfollowed(E);
  Places.write(*P, std::move(New));
  return Places.read(*P);
}

HostObject OperatorEvaluator::logic(const BinaryOperator *E) {
  HostExpr Left = State.Tree.evalScalar(E->getLHS());
  HostExpr Right;
  HostEnv::Delta Changes;
  {
    BranchScope MayRun(State.frame());
    Right = State.Tree.evalScalar(E->getRHS());
    Changes = MayRun.way().Changes;
  }
  if (!Changes.empty())
    Joins.joinPossible(std::move(Changes));
  auto Op = E->getOpcode() == BO_LAnd ? HostOp::LogicalAnd : HostOp::LogicalOr;
  return HostObject::scalar(hostApply(Op, HostType(), {Left, Right}));
}

HostObject OperatorEvaluator::conditional(const ConditionalOperator *E) {
  HostExpr Condition = State.Tree.evalScalar(E->getCond());
  auto Walk = [&](const Expr *Side, HostObject &Value) {
    BranchScope Branch(State.frame());
    Value = State.Tree.eval(Side);
    return Branch.way();
  };
  HostObject A, B;
  Way Then = Walk(E->getTrueExpr(), A);
  Way Else = Walk(E->getFalseExpr(), B);
  const auto Known = truthOf(Condition);
  // A side that throws or exits leaves the other one.
  const bool TakeThen = Known.value_or(Then.ReachesEnd && !Else.ReachesEnd);
  if (Known || Then.ReachesEnd != Else.ReachesEnd) {
    State.frame().Env.applyDelta(TakeThen ? Then.Changes : Else.Changes);
    return TakeThen ? A : B;
  }
  if (!Then.Changes.empty() || !Else.Changes.empty())
    Joins.join({std::move(Then.Changes), std::move(Else.Changes)}, Condition);
  return Joins.merge(E->getType(), "", Condition, A, B);
}
