//===- Places.cpp - Reading and writing host variables --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

/// How many references to references are followed, and how many nodes of one
/// lvalue are looked at.
static constexpr unsigned MaxAliases = 8, MaxLvalueNodes = 64;

HostPlace PlaceTable::resolveAlias(HostPlace P) {
  for (unsigned I = 0;
       I < MaxAliases && P.Base && P.Base->getType()->isReferenceType(); ++I) {
    const HostObject *O = lookup(P.Base);
    if (!O || O->K != Kind::Address)
      return P;
    HostPlace Target = O->Place;
    Target.Path.append(P.Path.begin(), P.Path.end());
    P = std::move(Target);
  }
  return P;
}

/// The lvalue that \p E passes on unchanged; null: \p E makes a value of it, or
/// is something else.
static const Expr *passedOn(const Expr *E) {
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getCastKind() == CK_NoOp ? C->getSubExpr() : nullptr;
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return M->getSubExpr()->isGLValue() ? M->getSubExpr() : nullptr;
  if (const auto *W = dyn_cast<ExprWithCleanups>(E))
    return W->getSubExpr();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return S->getReplacement();
  return nullptr;
}

/// What stands at \p Path in what a pointer points to, if that is known.
std::optional<HostPlace>
PlaceTable::behind(const HostObject &Pointer,
                   llvm::ArrayRef<const FieldDecl *> Path) {
  if (Pointer.K != Kind::Address)
    return std::nullopt;
  HostPlace Target = Pointer.Place;
  Target.Path.append(Path.begin(), Path.end());
  return resolveAlias(std::move(Target));
}

std::optional<HostPlace> PlaceTable::placeOf(const Expr *E) {
  HostPlace P;
  for (unsigned I = 0; I < MaxLvalueNodes; ++I) {
    E = E->IgnoreParens();
    if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
      P.Base = dyn_cast<VarDecl>(D->getDecl());
      if (!P.Base)
        return std::nullopt;
      return resolveAlias(std::move(P));
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_Deref)
        return std::nullopt;
      const Expr *Sub = U->getSubExpr()->IgnoreParenImpCasts();
      if (isa<CXXThisExpr>(Sub))
        return P;
      auto Pointer = placeOf(Sub);
      return Pointer ? behind(read(*Pointer), P.Path) : std::nullopt;
    }
    const auto *M = dyn_cast<MemberExpr>(E);
    if (!M) {
      E = passedOn(E);
      if (!E)
        return std::nullopt;
      continue;
    }
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl())) {
      P.Base = V;
      return resolveAlias(std::move(P));
    }
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || F->getType()->isReferenceType())
      return std::nullopt;
    P.Path.insert(P.Path.begin(), F);
    E = M->getBase();
    if (!M->isArrow())
      continue;
    E = E->IgnoreParenCasts();
    if (isa<CXXThisExpr>(E))
      return P;
    if (auto Pointer = placeOf(E))
      return behind(read(*Pointer), P.Path);
    if (auto Target = addressTaken(E))
      return behind(HostObject::address(*Target), P.Path);
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<HostPlace> PlaceTable::addressTaken(const Expr *E) {
  E = E->IgnoreParenCasts();
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (!U || U->getOpcode() != UO_AddrOf)
    return std::nullopt;
  return placeOf(U->getSubExpr());
}

/// What \p V holds in the function that is walked or, for a helper, in the
/// nearest caller that has it: helpers see the variables of their callers
/// through captures and pointers. Null: nothing is held.
const HostObject *PlaceTable::lookup(const VarDecl *V) {
  if (const HostObject *O = State.frame().Env.get(V))
    return O;
  if (!V || !V->isLocalVarDeclOrParm())
    return nullptr;
  for (Frame *F = State.frame().Caller; F; F = F->Caller) {
    if (F->Escaped.contains(V) || F->Lost)
      return nullptr;
    if (const HostObject *O = F->Env.get(V))
      return O;
  }
  return nullptr;
}

/// What is written to \p P is what is read from it later.
bool PlaceTable::isTracked(const HostPlace &P) {
  if (!P.Base)
    return !State.frame().ThisEscaped && !State.frame().Lost;
  if (P.Base->getType().isVolatileQualified())
    return false;
  if (isImmutable(State.Ctx, P.Base->getType()))
    return true;
  for (Frame *F = State.Current; F; F = F->Caller)
    if (F->Escaped.contains(P.Base) || F->Lost)
      return false;
  // A static local keeps its value from call to call: its initialiser does not
  // say what it holds, unless nothing changes it.
  return !P.Base->isStaticLocal() ||
         (State.Hooks.NeverChanged && State.Hooks.NeverChanged(P.Base));
}

HostObject PlaceTable::read(const HostPlace &P) {
  QualType T = placeType(P);
  if (!isTracked(P))
    return unknownObject(State.Ctx, T, Names.ofPlace(P));
  HostObject O;
  if (const HostObject *Held = lookup(P.Base))
    O = *Held;
  else if (P.Base)
    O = Initials.of(P.Base);
  else
    O = HostObject::record("this");
  for (const FieldDecl *F : P.Path) {
    if (O.K != Kind::Record || F->getType().isVolatileQualified())
      return HostObject();
    if (const HostObject *Field = O.field(F)) {
      HostObject Copy = *Field;
      O = std::move(Copy);
      continue;
    }
    std::string Name;
    if (O.Name == "this")
      Name = F->getName().str();
    else if (!O.Name.empty() && !F->getName().empty())
      Name = O.Name + "." + F->getName().str();
    if (Name.size() > MaxNameLength)
      Name.clear();
    O = unknownObject(State.Ctx, F->getType(), Name);
  }
  return O;
}

/// \p Into with the field at \p Path replaced.
static void setPath(HostObject &Into, llvm::ArrayRef<const FieldDecl *> Path,
                    HostObject V) {
  if (Path.empty()) {
    Into = std::move(V);
    return;
  }
  if (Into.K != Kind::Record)
    Into = HostObject::record();
  HostObject Inner;
  if (const HostObject *Old = Into.field(Path.front()))
    Inner = *Old;
  else if (Path.size() > 1)
    Inner = HostObject::record(
        Into.Name.empty() ? ""
                          : Into.Name + "." + Path.front()->getName().str());
  setPath(Inner, Path.drop_front(), std::move(V));
  Into.setField(Path.front(), std::move(Inner));
}

void PlaceTable::write(const HostPlace &P, HostObject V) {
  if (!isTracked(P))
    return;
  // A helper may only change what is its own; its caller forgets the rest.
  if (State.inHelper() && P.Base && !State.frame().Env.get(P.Base) &&
      !(State.frame().Function &&
        P.Base->getDeclContext() == State.frame().Function))
    return;
  for (const FieldDecl *F : P.Path)
    if (F->getParent()->isUnion() || F->isBitField())
      V = HostObject(); // the other members change with it
  if (auto H = hostTypeOf(State.Ctx, placeType(P)); H && V.K == Kind::Scalar)
    V = HostObject::scalar(hostCast(V.Expr, *H));
  V = Names.named(P, std::move(V));
  if (P.Path.empty()) {
    State.frame().Env.set(P.Base, std::move(V));
    return;
  }
  HostPlace Whole;
  Whole.Base = P.Base;
  HostObject O = read(Whole);
  if (!P.Base && O.K != Kind::Record)
    O = HostObject::record("this");
  if (O.K != Kind::Record && O.K != Kind::None)
    return;
  setPath(O, P.Path, std::move(V));
  State.frame().Env.set(P.Base, std::move(O));
}

void PlaceTable::forget(const HostPlace &Place) {
  HostPlace P = resolveAlias(Place);
  if (!P.Base && P.Path.empty()) {
    State.frame().Env.set(nullptr, std::nullopt);
    return;
  }
  write(P, unknownObject(State.Ctx, placeType(P), Names.ofPlace(P)));
}

void PlaceTable::escape(const HostPlace &Place) {
  HostPlace P = resolveAlias(Place);
  if (!P.Base)
    State.frame().ThisEscaped = true;
  else
    State.frame().Escaped.insert(P.Base);
}

void PlaceTable::forgetShared() {
  std::vector<const VarDecl *> Shared;
  State.frame().Env.forEachKey([&](const VarDecl *V) {
    if (!V ||
        (!V->isLocalVarDeclOrParm() && !isImmutable(State.Ctx, V->getType())))
      Shared.push_back(V);
  });
  for (const VarDecl *V : Shared) {
    // The members of an object under construction or inside a helper are its
    // own: the helper's object is a copy.
    if (!V && State.inHelper())
      continue;
    HostPlace P;
    P.Base = V;
    if (V)
      State.frame().Env.set(
          V, unknownObject(State.Ctx, V->getType(), Names.ofPlace(P)));
    else
      State.frame().Env.set(nullptr, std::nullopt);
  }
}

void PlaceTable::forgetAll(const MutationSet &M) {
  if (M.Everything)
    return State.giveUp();
  for (const HostPlace &P : M.Places)
    forget(P);
  if (M.CallsUserCode)
    forgetShared();
}
