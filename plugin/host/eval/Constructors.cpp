//===- Constructors.cpp - Objects that a constructor makes ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Constructors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

static bool bindsMutably(QualType T) {
  return T->isReferenceType() && !T->getPointeeType().isConstQualified();
}

/// A dim3 is known by its meaning, so a declaration of its constructor is
/// enough: dimensions that are not given are 1.
HostObject ConstructorCalls::dim3Of(const CXXRecordDecl *Dim3,
                                    llvm::ArrayRef<HostObject> Args) const {
  HostObject O = HostObject::record();
  unsigned I = 0;
  for (const FieldDecl *F : Dim3->fields()) {
    auto H = hostTypeOf(State.Ctx, F->getType());
    if (!H || I >= 3)
      return HostObject();
    HostExpr V = I < Args.size() ? Args[I].Expr : hostInteger(1);
    // From uint3: the same fields by name.
    if (Args.size() == 1 && Args[0].K == Kind::Record) {
      V = nullptr;
      for (const HostField &From : Args[0].Fields)
        if (From.Field->getName() == F->getName())
          V = From.Value.Expr;
    }
    O.setField(F, HostObject::scalar(hostCast(V, *H)));
    ++I;
  }
  return O;
}

HostObject ConstructorCalls::eval(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  std::vector<HostObject> Args;
  std::vector<HostPlace> Changed;
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    if (I < C->getNumParams() && bindsMutably(C->getParamDecl(I)->getType()) &&
        Argument->isLValue())
      if (auto P = syntacticPlace(Argument))
        Changed.push_back(*P);
    Args.push_back(State.Tree.eval(Argument));
  }
  if (C->isCopyOrMoveConstructor() && !Args.empty()) {
    if (C->isTrivial() || C->isDefaulted() || E->isElidable())
      return Args[0];
    return HostObject();
  }
  for (const HostPlace &P : Changed)
    Places.forget(P);

  const CXXRecordDecl *R = C->getParent();
  if (R->isUnion() || R->isLambda() || !R->hasTrivialDestructor())
    return HostObject();
  if (R->getDeclName().isIdentifier() && R->getName() == "dim3")
    return dim3Of(R, Args);
  HostObject O = E->requiresZeroInitialization() ? Constants.zero(E->getType())
                                                 : HostObject::record();
  const FunctionDecl *Definition = nullptr;
  if (C->hasBody(Definition) && !Inline.isTooDeep() &&
      !Definition->isDependentContext() && R->getNumBases() == 0)
    return Inline.construct(cast<CXXConstructorDecl>(Definition), std::move(O),
                            Args);
  // A trivial constructor has no body because it does nothing.
  return C->isTrivial() ? O : HostObject();
}
