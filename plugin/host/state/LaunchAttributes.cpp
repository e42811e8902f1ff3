//===- LaunchAttributes.cpp - Clusters in a launch's attributes -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/LaunchAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

bool host::isLaunchAttribute(QualType T) {
  const auto *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  if (!R)
    return false;
  // The runtime's headers call the struct cudaLaunchAttribute_st.
  return R->getName() == "cudaLaunchAttribute" ||
         R->getName() == "cudaLaunchAttribute_st";
}

std::optional<HostPlace> host::attributesAt(PlaceTable &Places, const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() != UO_AddrOf)
      return std::nullopt;
    E = U->getSubExpr()->IgnoreParens();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return attributesAt(Places, S->getBase());
    return Places.placeOf(E);
  }
  auto P = Places.placeOf(E);
  if (!P || !E->getType()->isPointerType())
    return P;
  HostObject Pointer = Places.read(*P);
  if (Pointer.K != Kind::Address)
    return std::nullopt;
  return Pointer.Place;
}

std::optional<AttributeWrite> host::attributeWrite(PlaceTable &Places,
                                                   const Expr *E) {
  llvm::SmallVector<const FieldDecl *, 4> Path; // from the last member
  const Expr *Attribute = nullptr;
  bool IsPointer = false;
  for (const auto *M = dyn_cast<MemberExpr>(E->IgnoreParens()); M;
       M = dyn_cast<MemberExpr>(Attribute)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F)
      return std::nullopt;
    Path.push_back(F);
    Attribute = M->getBase()->IgnoreParens();
    IsPointer = M->isArrow();
    if (IsPointer || isLaunchAttribute(Attribute->getType()))
      break;
  }
  if (!Attribute)
    return std::nullopt;
  QualType T = Attribute->getType();
  if (!isLaunchAttribute(IsPointer ? T->getPointeeType() : T) ||
      (Path.size() == 1 && Path[0]->getName() == "val"))
    return std::nullopt;
  std::optional<HostPlace> At;
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(Attribute); S && !IsPointer)
    At = attributesAt(Places, S->getBase());
  else
    At =
        IsPointer ? attributesAt(Places, Attribute) : Places.placeOf(Attribute);
  if (!At || !At->Base)
    return std::nullopt;
  AttributeWrite W;
  W.Attributes = std::move(*At);
  W.OfCluster =
      Path.size() >= 2 && Path[Path.size() - 2]->getName() == "clusterDim";
  if (W.OfCluster && Path.size() == 3)
    W.Axis = Path[0];
  return W;
}

void host::writeAttribute(PlaceTable &Places, const AttributeWrite &W,
                          const HostObject &Value) {
  if (!W.OfCluster)
    return;
  // The array's own initialiser has no fields.
  if (HostObject Old = Places.read(W.Attributes); Old.K != Kind::Record)
    Places.write(W.Attributes, HostObject::record());
  auto WriteAxis = [&](const FieldDecl *Axis, const HostObject &V) {
    HostPlace P = W.Attributes;
    P.Path.push_back(Axis);
    Places.write(P, V);
  };
  if (W.Axis)
    return WriteAxis(W.Axis, Value);
  if (Value.K != Kind::Record || Value.Fields.size() != 3)
    return Places.forget(W.Attributes);
  for (const HostField &F : Value.Fields)
    WriteAxis(F.Field, F.Value);
}

bool host::assignAttribute(PlaceTable &Places, const Expr *E,
                           const HostObject &Value) {
  if (auto W = attributeWrite(Places, E)) {
    writeAttribute(Places, *W, Value);
    return true;
  }
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    E = M->isArrow() ? nullptr : M->getBase()->IgnoreParens(); // `.val`
  const auto *S = dyn_cast_or_null<ArraySubscriptExpr>(E);
  if (!S || !isLaunchAttribute(S->getType()))
    return false;
  if (auto P = attributesAt(Places, S->getBase()); P && P->Base)
    Places.forget(*P);
  return true;
}

HostObject host::clusterOf(PlaceTable &Places, const HostObject &Config) {
  HostObject Attributes;
  bool Any = false;
  for (const HostField &F : Config.Fields) {
    if (F.Field->getName() == "attrs" && F.Value.K == Kind::Address)
      Attributes = Places.read(F.Value.Place);
    if (F.Field->getName() == "numAttrs") {
      auto N = constantValue(F.Value.Expr);
      Any = N && !N->IsFloating && N->Integer > 0;
    }
  }
  return Any ? Attributes : HostObject();
}
