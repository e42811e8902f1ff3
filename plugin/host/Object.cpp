//===- Object.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Object.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

HostObject HostObject::scalar(HostExpr E) {
  HostObject O;
  if (E) {
    O.K = Kind::Scalar;
    O.Expr = std::move(E);
  }
  return O;
}

HostObject HostObject::record(std::string Name) {
  HostObject O;
  O.K = Kind::Record;
  O.Name = std::move(Name);
  return O;
}

HostObject HostObject::address(HostPlace P) {
  HostObject O;
  O.K = Kind::Address;
  O.Place = std::move(P);
  return O;
}

HostObject HostObject::function(const FunctionDecl *F) {
  HostObject O;
  O.K = Kind::Function;
  O.Callee = F->getCanonicalDecl();
  return O;
}

HostObject HostObject::handle(const FunctionDecl *F, llvm::StringRef Name) {
  HostObject O;
  O.K = Kind::Function;
  O.Callee = F ? F->getCanonicalDecl() : nullptr;
  O.Name = Name.str();
  return O;
}

HostObject HostObject::text(llvm::StringRef Text) {
  HostObject O;
  O.K = Kind::Text;
  O.Name = Text.str();
  return O;
}

const HostObject *HostObject::field(const FieldDecl *F) const {
  for (const HostField &X : Fields)
    if (X.Field == F)
      return &X.Value;
  return nullptr;
}

void HostObject::setField(const FieldDecl *F, HostObject V) {
  for (HostField &X : Fields)
    if (X.Field == F) {
      X.Value = std::move(V);
      return;
    }
  Fields.push_back({F, std::move(V)});
}

bool gpuperf::sameObject(const HostObject &A, const HostObject &B) {
  if (A.K != B.K)
    return false;
  switch (A.K) {
  case HostObject::Kind::None:
    return false; // two unknowns need not be equal
  case HostObject::Kind::Scalar:
    return sameExpr(A.Expr, B.Expr);
  case HostObject::Kind::Record:
    if (A.Name != B.Name || A.Fields.size() != B.Fields.size())
      return false;
    return llvm::all_of(A.Fields, [&](const HostField &F) {
      const HostObject *Other = B.field(F.Field);
      return Other && sameObject(F.Value, *Other);
    });
  case HostObject::Kind::Address:
    return A.Place == B.Place;
  case HostObject::Kind::List:
    if (A.Elements.size() != B.Elements.size())
      return false;
    for (size_t I = 0; I < A.Elements.size(); ++I)
      if (!sameObject(A.Elements[I], B.Elements[I]))
        return false;
    return true;
  case HostObject::Kind::Function:
    return A.Callee == B.Callee && (A.Callee || A.Name == B.Name);
  case HostObject::Kind::Text:
    return A.Name == B.Name;
  }
  return false;
}

bool gpuperf::isConstantObject(const HostObject &O) {
  switch (O.K) {
  case HostObject::Kind::Scalar:
    return isConstant(O.Expr);
  case HostObject::Kind::Record:
    return O.Name.empty() && !O.Fields.empty() &&
           llvm::all_of(O.Fields, [](const HostField &F) {
             return isConstantObject(F.Value);
           });
  case HostObject::Kind::Function:
  case HostObject::Kind::Text:
    return true;
  default:
    return false;
  }
}

std::optional<HostType> gpuperf::hostTypeOf(const ASTContext &Ctx, QualType T) {
  if (T.isNull() || T->isDependentType())
    return std::nullopt;
  T = T.getNonReferenceType().getCanonicalType();
  if (T.isVolatileQualified())
    return std::nullopt;
  if (const auto *E = T->getAs<EnumType>()) {
    const EnumDecl *D = E->getDecl()->getDefinitionOrSelf();
    T = D->getIntegerType();
    if (T.isNull() || T->isDependentType())
      return std::nullopt;
    T = T.getCanonicalType();
  }
  const auto *B = T->getAs<BuiltinType>();
  if (!B)
    return std::nullopt;
  HostType H;
  switch (B->getKind()) {
  case BuiltinType::Float:
    return HostType{true, true, 32};
  case BuiltinType::Double:
  case BuiltinType::LongDouble:
    return HostType{true, true, 64};
  case BuiltinType::Bool:
    return HostType{false, false, 1};
  default:
    break;
  }
  if (!B->isInteger())
    return std::nullopt;
  uint64_t Bits = Ctx.getTypeSize(T);
  if (Bits > 64)
    return std::nullopt;
  H.IsSigned = B->isSignedInteger();
  H.Bits = static_cast<uint8_t>(Bits);
  return H;
}

HostObject gpuperf::unknownObject(const ASTContext &Ctx, QualType T,
                                  llvm::StringRef Name, bool IsText) {
  if (T.isNull())
    return HostObject();
  T = T.getNonReferenceType();
  if (T.isVolatileQualified())
    return HostObject();
  if (T->isRecordType())
    return HostObject::record(Name.str());
  auto H = hostTypeOf(Ctx, T);
  if (!H || Name.empty())
    return HostObject();
  return HostObject::scalar(hostUnknown(Name, *H, IsText));
}

HostObject gpuperf::mergeObjects(const ASTContext &Ctx, QualType T,
                                 llvm::StringRef Name, const HostObject &A,
                                 const HostObject &B) {
  if (sameObject(A, B))
    return A;
  HostObject Unknown = unknownObject(Ctx, T, Name);
  using Kind = HostObject::Kind;
  if (A.K != Kind::Record || B.K != Kind::Record || Unknown.K != Kind::Record)
    return Unknown;
  // A field that one side does not hold is the same unknown on both sides only
  // if both records go by this name.
  for (const HostField &F : A.Fields) {
    std::string FieldName;
    if (!Name.empty())
      FieldName = (Name + "." + F.Field->getName()).str();
    const HostObject *Other = B.field(F.Field);
    Unknown.setField(F.Field,
                     Other ? mergeObjects(Ctx, F.Field->getType(), FieldName,
                                          F.Value, *Other)
                           : unknownObject(Ctx, F.Field->getType(), FieldName));
  }
  return Unknown;
}

/// Anonymous namespaces cannot be written, so they are not printed.
static std::string withoutAnonymous(std::string Name) {
  constexpr llvm::StringLiteral Anonymous = "(anonymous namespace)::";
  for (size_t At; (At = Name.find(Anonymous)) != std::string::npos;)
    Name.erase(At, Anonymous.size());
  return Name;
}

std::string gpuperf::placeName(const HostPlace &P) {
  std::string Name;
  if (P.Base) {
    const auto *DC = P.Base->getDeclContext();
    // Locals by their name; members and namespace variables as qualified.
    if (!DC->isFunctionOrMethod() && !isa<ParmVarDecl>(P.Base))
      Name = withoutAnonymous(P.Base->getQualifiedNameAsString());
    else
      Name = P.Base->getName().str();
  }
  for (const FieldDecl *F : P.Path) {
    if (F->getName().empty())
      return "";
    if (!Name.empty())
      Name += '.';
    Name += F->getName();
  }
  return Name;
}

QualType gpuperf::placeType(const HostPlace &P) {
  if (!P.Path.empty())
    return P.Path.back()->getType().getNonReferenceType();
  return P.Base ? P.Base->getType().getNonReferenceType() : QualType();
}
