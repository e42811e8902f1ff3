//===- Initials.cpp - What variables outside of functions hold at first ---===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Initials.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ScopeExit.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

/// How many initialisers may wait for each other.
static constexpr unsigned MostInProgress = 16;

bool host::isImmutable(const ASTContext &Ctx, QualType T) {
  return T.isConstant(Ctx) || (!T.isNull() && T.isConstQualified());
}

HostObject InitialValues::valueOf(const VarDecl *V, const Expr *Init) {
  HostObject Value;
  if (isImmutable(State.Ctx, V->getType()) &&
      Init->getType()->isArithmeticType())
    Value = Constants.byClang(Init);
  if (Value.K == Kind::None) {
    // Evaluated as a helper is: it has no names of its own and no launches.
    Frame Global;
    Global.Caller = &State.frame();
    State.refillHelperSteps();
    FrameScope Scope(State, Global);
    Value = State.Tree.eval(Init);
  }
  if (Value.K == Kind::Scalar)
    if (auto H = hostTypeOf(State.Ctx, V->getType()))
      Value = HostObject::scalar(hostCast(Value.Expr, *H));
  return Value;
}

HostObject InitialValues::of(const VarDecl *V) {
  HostPlace P;
  P.Base = V;
  HostObject Unknown = unknownObject(State.Ctx, V->getType(), Names.ofPlace(P));
  if (V->isInvalidDecl() || isa<ParmVarDecl>(V))
    return Unknown;
  if (V->isLocalVarDecl() && !V->isStaticLocal())
    return Unknown; // its declaration has not been seen
  const bool StaysAsItIs =
      isImmutable(State.Ctx, V->getType()) ||
      (State.Hooks.NeverChanged && State.Hooks.NeverChanged(V));
  if (!StaysAsItIs)
    return Unknown;
  const VarDecl *Holder = nullptr;
  const Expr *Init = V->getAnyInitializer(Holder);
  if (!Init || Init->isValueDependent() || Init->containsErrors())
    return Unknown;
  // Where the source lacks a constant's initializer, clang says so and goes on
  // with one of its own.
  if (isa<ImplicitValueInitExpr>(Init))
    return Unknown;
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  if (InProgress.size() >= MostInProgress || !InProgress.insert(V).second)
    return Unknown;
  auto Done = llvm::scope_exit([&] { InProgress.erase(V); });
  HostObject Value = valueOf(V, Init);
  if (Value.K == Kind::None)
    Value = Unknown;
  if (Value.K == Kind::Record && Value.Name.empty())
    Value.Name = Names.ofPlace(P);
  Known[V] = Value;
  return Value;
}
