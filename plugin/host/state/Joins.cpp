//===- Joins.cpp - Where ways through the code meet -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Joins.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

std::optional<bool> host::truthOf(const HostExpr &E) {
  auto V = constantValue(E);
  if (!V)
    return std::nullopt;
  return V->IsFloating ? V->Floating != 0 : V->Integer != 0;
}

static bool isZeroOrOne(const HostExpr &E) {
  auto V = constantValue(E);
  return V && !V->IsFloating && (V->Integer == 0 || V->Integer == 1);
}

/// A choice is worth keeping if it asks for no name that the values do not ask
/// for themselves: (n % b) ? n / b + 1 : n / b, but not argc > 1 ? 64 : 128; or
/// if it rounds up: n / b + (n % b ? 1 : 0). Inside a helper all are kept: the
/// caller decides.
bool Joiner::worthChoosing(const HostExpr &Condition, const HostExpr &A,
                           const HostExpr &B) const {
  if (State.inHelper() || (isZeroOrOne(A) && isZeroOrOne(B)))
    return true;
  std::vector<std::string> OfValues = freeNames(A);
  llvm::append_range(OfValues, freeNames(B));
  std::vector<std::string> Asked = freeNames(Condition);
  return !Asked.empty() && llvm::all_of(Asked, [&](const std::string &Name) {
    return HostSymbols::isName(Name) || llvm::is_contained(OfValues, Name);
  });
}

HostObject Joiner::merge(QualType T, llvm::StringRef Name,
                         const HostExpr &Condition, const HostObject &A,
                         const HostObject &B) const {
  if (sameObject(A, B))
    return A;
  if (Condition && A.K == Kind::Scalar && B.K == Kind::Scalar) {
    auto Type = hostTypeOf(State.Ctx, T);
    if (Type && worthChoosing(Condition, A.Expr, B.Expr))
      if (HostExpr Choice =
              hostApply(HostOp::Select, *Type, {Condition, A.Expr, B.Expr}))
        return HostObject::scalar(Choice);
  }
  if (Condition && A.K == Kind::Record && B.K == Kind::Record) {
    HostObject O = HostObject::record(Name.str());
    for (const HostField &F : A.Fields) {
      std::string FieldName;
      if (!Name.empty())
        FieldName = (Name + "." + F.Field->getName()).str();
      if (const HostObject *Other = B.field(F.Field))
        O.setField(F.Field, merge(F.Field->getType(), FieldName, Condition,
                                  F.Value, *Other));
    }
    return O;
  }
  return mergeObjects(State.Ctx, T, Name, A, B);
}

/// What \p V holds at the end of \p Way; nothing: it does not exist there.
std::optional<HostObject> Joiner::valueOn(const HostEnv::Delta &Way,
                                          const VarDecl *V) const {
  if (auto It = Way.find(V); It != Way.end())
    return It->second;
  if (const HostObject *Before = State.frame().Env.get(V))
    return *Before;
  if (!V)
    return HostObject::record("this");
  if (V->isLocalVarDeclOrParm() && !isa<ParmVarDecl>(V))
    return std::nullopt; // out of scope on that way
  HostPlace P;
  P.Base = V;
  return Places.read(P);
}

void Joiner::join(std::vector<HostEnv::Delta> Ways, const HostExpr &Condition) {
  assert(!Ways.empty() && "control comes from somewhere");
  llvm::MapVector<const VarDecl *, bool> Changed;
  for (const auto &W : Ways)
    for (const auto &Entry : W)
      Changed[Entry.first] = true;
  const HostExpr Choice = Ways.size() == 2 ? Condition : nullptr;
  for (const auto &Entry : Changed) {
    const VarDecl *V = Entry.first;
    HostPlace P;
    P.Base = V;
    std::optional<HostObject> Merged = valueOn(Ways.front(), V);
    for (const auto &W : llvm::drop_begin(Ways)) {
      if (!Merged)
        break;
      auto Here = valueOn(W, V);
      // A way on which the variable got no value is not gone by a program that
      // reads it afterwards: it has the value of the others.
      if (Here && Here->Unset)
        continue;
      if (Here && Merged->Unset)
        Merged = Here;
      else if (Here)
        Merged = merge(placeType(P), V ? Names.ofPlace(P) : "this", Choice,
                       *Merged, *Here);
      else
        Merged.reset();
    }
    if (!V && Merged && Merged->K != Kind::Record)
      Merged.reset();
    State.frame().Env.set(V, std::move(Merged));
  }
}

void Joiner::joinPossible(HostEnv::Delta Changes) {
  std::vector<HostEnv::Delta> Ways(1);
  Ways.push_back(std::move(Changes));
  join(std::move(Ways), nullptr);
}

HostObject Joiner::foldReturns(const Frame &F, QualType T) const {
  if (F.Lost || F.Returns.empty())
    return HostObject();
  HostObject V = F.Returns.back().Value;
  for (const Return &R : llvm::drop_begin(llvm::reverse(F.Returns))) {
    if (R.Always)
      V = R.Value;
    else
      V = merge(T, "", R.Condition, R.Value, V);
  }
  return V;
}
