//===- BranchFacts.cpp - What a branch says of a variable -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/BranchFacts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

static bool isComparison(HostOp Op) {
  switch (Op) {
  case HostOp::Lt:
  case HostOp::Le:
  case HostOp::Gt:
  case HostOp::Ge:
  case HostOp::Eq:
  case HostOp::Ne:
    return true;
  default:
    return false;
  }
}

/// \p E with the variable \p Name replaced by \p Value.
static HostExpr substitute(const HostExpr &E, llvm::StringRef Name,
                           const HostExpr &Value) {
  if (!E || E->Op == HostOp::Constant)
    return E;
  if (E->Op == HostOp::Unknown)
    return !E->IsText && E->Name == Name ? hostCast(Value, E->Type) : E;
  std::vector<HostExpr> Operands;
  bool Changed = false;
  for (const HostExpr &Operand : E->Operands) {
    Operands.push_back(substitute(Operand, Name, Value));
    Changed |= Operands.back() != Operand;
  }
  if (!Changed)
    return E;
  if (E->Op == HostOp::Cast)
    return hostCast(Operands[0], E->Type);
  // A comparison is made in its operands' type.
  HostType Type = E->Type;
  if (isComparison(E->Op) && Operands[0])
    Type = Operands[0]->Type;
  return hostApply(E->Op, Type, std::move(Operands));
}

static HostObject substitute(const HostObject &O, llvm::StringRef Name,
                             const HostExpr &Value) {
  HostObject Result = O;
  if (O.K == Kind::Scalar) {
    HostExpr E = substitute(O.Expr, Name, Value);
    Result = E ? HostObject::scalar(std::move(E)) : HostObject();
  }
  for (HostField &F : Result.Fields)
    F.Value = substitute(F.Value, Name, Value);
  for (HostObject &Element : Result.Elements)
    Element = substitute(Element, Name, Value);
  return Result;
}

/// The variable that \p E names, if a branch may tell its value.
static const VarDecl *plainVariable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->isLocalVarDeclOrParm() || V->isStaticLocal() ||
      V->getType().isVolatileQualified() || !V->getType()->isIntegerType() ||
      V->getType()->isBooleanType())
    return nullptr;
  return V;
}

/// No other variable of the same function has the name of \p V, so that the
/// name means V wherever it stands in a value.
static bool hasOwnName(const VarDecl *V) {
  const auto *Owner = dyn_cast<FunctionDecl>(V->getDeclContext());
  return Owner && llvm::none_of(Owner->decls(), [&](const Decl *D) {
           const auto *Other = dyn_cast<VarDecl>(D);
           return Other && Other != V && Other->getName() == V->getName();
         });
}

/// \p V still holds the unknown of its own name, and the function that is
/// walked never changes it.
bool BranchFacts::isUnchangedUnknown(const VarDecl *V) {
  HostPlace P;
  P.Base = V;
  HostObject Held = Places.read(P);
  if (Held.K != Kind::Scalar || Held.Expr->Op != HostOp::Unknown ||
      Held.Expr->IsText || Held.Expr->Name != V->getName() || !hasOwnName(V))
    return false;
  return !State.frame().mutations(State.Ctx).touches(V);
}

void BranchFacts::assumeEqual(const Expr *Variable, const Expr *Value,
                              HostEnv::Delta &Facts) {
  Frame &In = State.frame();
  const VarDecl *V = plainVariable(Variable);
  if (!V || !In.Function || In.isHelper() || In.Lost || In.Escaped.contains(V))
    return;
  Expr::EvalResult R;
  if (Value->isValueDependent() || Value->containsErrors() ||
      !Value->EvaluateAsInt(R, State.Ctx) ||
      !R.Val.getInt().isRepresentableByInt64())
    return;
  HostValue Number;
  Number.Integer = R.Val.getInt().getExtValue();
  auto Type = hostTypeOf(State.Ctx, V->getType());
  HostExpr New = Type ? hostConstant(Number, *Type) : nullptr;
  // A negative number may be compared as an unsigned one.
  if (!New || Number.Integer < 0 || !isUnchangedUnknown(V))
    return;

  std::vector<const VarDecl *> Keys;
  In.Env.forEachKey([&](const VarDecl *Key) { Keys.push_back(Key); });
  auto Set = [&](const VarDecl *Key, HostObject O) {
    In.Env.set(Key, O);
    Facts[Key] = std::move(O);
  };
  for (const VarDecl *Key : Keys) {
    const HostObject &Held = *In.Env.get(Key);
    HostObject With = substitute(Held, V->getName(), New);
    if (Key != V && !sameObject(With, Held))
      Set(Key, std::move(With));
  }
  Set(V, HostObject::scalar(New));
}

void BranchFacts::assumeCondition(const Expr *E, bool Holds,
                                  HostEnv::Delta &Facts, unsigned Level) {
  if (!E || Level > 16)
    return;
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_LNot)
    return assumeCondition(U->getSubExpr(), !Holds, Facts, Level + 1);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return;
  if (B->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    assumeCondition(B->getLHS(), Holds, Facts, Level + 1);
    assumeCondition(B->getRHS(), Holds, Facts, Level + 1);
  } else if (B->getOpcode() == (Holds ? BO_EQ : BO_NE)) {
    assumeEqual(B->getLHS(), B->getRHS(), Facts);
    assumeEqual(B->getRHS(), B->getLHS(), Facts);
  }
}

void BranchFacts::drop(HostEnv::Delta &Changes, const HostEnv::Delta &Facts) {
  Changes.remove_if([&](const auto &Entry) {
    auto It = Facts.find(Entry.first);
    return It != Facts.end() && Entry.second && It->second &&
           sameObject(*Entry.second, *It->second);
  });
}

void BranchFacts::forgetAll() {
  Frame &In = State.frame();
  auto Forget = [&](const HostEnv::Delta &Facts) {
    for (const auto &Entry : Facts)
      In.Env.set(Entry.first, std::nullopt);
  };
  for (const HostEnv::Delta *Facts : In.BranchFacts)
    Forget(*Facts);
  for (const JumpTarget *Target : In.Jumps)
    Forget(Target->Facts);
}
