//===- ClosureWalk.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/ClosureWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace gpuperf;

void ClosureWalk::push(const Stmt *S) {
  if (S && Seen.insert(S).second)
    Work.push_back(S);
}

void ClosureWalk::addFunction(const FunctionDecl *F) {
  if (!F || F->isImmediateFunction() ||
      !Seen.insert(F->getCanonicalDecl()).second)
    return;
  Callees.push_back(F);
}

void ClosureWalk::addDestructor(QualType Type) {
  Type = Ctx.getBaseElementType(Type);
  if (Type.isNull() || !Type.isDestructedType())
    return;
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (Record && Record->hasDefinition())
    addFunction(Record->getDestructor());
}

/// Constructing an object refers to the whole vtable.
void ClosureWalk::addVirtualMethods(const CXXRecordDecl &Record) {
  if (!Record.hasDefinition() || !Record.isDynamicClass())
    return;
  if (!Seen.insert(Record.getCanonicalDecl()).second)
    return;
  for (const CXXMethodDecl *Method : Record.methods())
    if (Method->isVirtual() && !Method->isPureVirtual())
      addFunction(Method);
  for (const CXXBaseSpecifier &Base : Record.bases())
    if (const CXXRecordDecl *BaseRecord = Base.getType()->getAsCXXRecordDecl())
      addVirtualMethods(*BaseRecord);
}

void ClosureWalk::addVariable(const VarDecl &V) {
  if (V.hasLocalStorage())
    return;
  const VarDecl *Definition = V.getDefinition(Ctx);
  if (!Definition)
    Definition = &V;
  if (!Seen.insert(Definition->getCanonicalDecl()).second)
    return;
  // A function-local one is emitted with its function.
  if (!Definition->isLocalVarDecl())
    Variables.push_back(Definition);
  if (Definition->isInvalidDecl() && Error.isInvalid())
    Error = Definition->getLocation();
  // The initialiser may hold the address of a function.
  push(Definition->getInit());
}

void ClosureWalk::visitDecl(const Decl &D) {
  if (D.isInvalidDecl() && Error.isInvalid())
    Error = D.getLocation();
  const auto *Variable = dyn_cast<VarDecl>(&D);
  if (!Variable)
    return;
  addDestructor(Variable->getType());
  push(Variable->getInit());
  if (const auto *Decomposition = dyn_cast<DecompositionDecl>(&D))
    for (const BindingDecl *Binding : Decomposition->bindings()) {
      push(Binding->getBinding());
      if (const VarDecl *Holding = Binding->getHoldingVar())
        visitDecl(*Holding);
    }
}

void ClosureWalk::visit(const Stmt &S) {
  if (const auto *E = dyn_cast<Expr>(&S))
    if (Error.isInvalid() &&
        (E->containsErrors() || E->isTypeDependent() || E->isValueDependent()))
      Error = E->getBeginLoc();

  switch (S.getStmtClass()) {
  // Not evaluated.
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::CXXTypeidExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::OffsetOfExprClass:
    return;

  case Stmt::DeclRefExprClass: {
    const ValueDecl *D = cast<DeclRefExpr>(S).getDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      addFunction(F);
    else if (const auto *V = dyn_cast<VarDecl>(D))
      addVariable(*V);
    else if (const auto *B = dyn_cast<BindingDecl>(D))
      push(B->getBinding());
    break;
  }
  case Stmt::MemberExprClass: {
    const ValueDecl *D = cast<MemberExpr>(S).getMemberDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      addFunction(F);
    else if (const auto *V = dyn_cast<VarDecl>(D))
      addVariable(*V);
    break;
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    const CXXConstructorDecl *Constructor =
        cast<CXXConstructExpr>(S).getConstructor();
    addFunction(Constructor);
    addVirtualMethods(*Constructor->getParent());
    break;
  }
  case Stmt::CXXInheritedCtorInitExprClass:
    addFunction(cast<CXXInheritedCtorInitExpr>(S).getConstructor());
    break;
  case Stmt::CXXBindTemporaryExprClass:
    addFunction(cast<CXXBindTemporaryExpr>(S).getTemporary()->getDestructor());
    break;
  case Stmt::CXXNewExprClass:
    addFunction(cast<CXXNewExpr>(S).getOperatorNew());
    addFunction(cast<CXXNewExpr>(S).getOperatorDelete());
    break;
  case Stmt::CXXDeleteExprClass:
    addFunction(cast<CXXDeleteExpr>(S).getOperatorDelete());
    addDestructor(cast<CXXDeleteExpr>(S).getDestroyedType());
    break;
  case Stmt::CXXDefaultArgExprClass:
    push(cast<CXXDefaultArgExpr>(S).getExpr());
    return;
  case Stmt::CXXDefaultInitExprClass:
    push(cast<CXXDefaultInitExpr>(S).getExpr());
    return;
  case Stmt::OpaqueValueExprClass:
    push(cast<OpaqueValueExpr>(S).getSourceExpr());
    return;
  case Stmt::InitListExprClass:
    push(cast<InitListExpr>(S).getArrayFiller());
    break;
  case Stmt::LambdaExprClass:
    // The body belongs to the call operator, which whoever calls it names.
    for (const Expr *Init : cast<LambdaExpr>(S).capture_inits())
      push(Init);
    addDestructor(cast<LambdaExpr>(S).getType());
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S).decls())
      visitDecl(*D);
    return;
  case Stmt::GotoStmtClass:
    // A label that is nowhere makes CodeGen build a malformed function.
    if (Error.isInvalid() && !cast<GotoStmt>(S).getLabel()->getStmt())
      Error = S.getBeginLoc();
    break;
  case Stmt::AddrLabelExprClass:
    if (Error.isInvalid() && !cast<AddrLabelExpr>(S).getLabel()->getStmt())
      Error = S.getBeginLoc();
    break;
  case Stmt::IfStmtClass: {
    const auto &If = cast<IfStmt>(S);
    if (!If.isConstexpr())
      break;
    std::optional<const Stmt *> Taken = If.getNondiscardedCase(Ctx);
    if (!Taken)
      break;
    push(If.getInit());
    push(*Taken);
    return;
  }
  default:
    break;
  }
  for (const Stmt *Child : S.children())
    push(Child);
}

void ClosureWalk::walkStmt(const Stmt *S) {
  push(S);
  while (!Work.empty())
    visit(*Work.pop_back_val());
}

void ClosureWalk::walk(const FunctionDecl &Definition) {
  for (const ParmVarDecl *Parameter : Definition.parameters()) {
    if (Parameter->isInvalidDecl() && Error.isInvalid())
      Error = Parameter->getLocation();
    addDestructor(Parameter->getType());
  }
  walkStmt(Definition.getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      walkStmt(Init->getInit());
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(Definition)) {
    const CXXRecordDecl *Record = cast<CXXMethodDecl>(Definition).getParent();
    for (const FieldDecl *Field : Record->fields())
      addDestructor(Field->getType());
    for (const CXXBaseSpecifier &Base : Record->bases())
      addDestructor(Base.getType());
  }
}

void ClosureWalk::walk(const VarDecl &Definition) {
  addVariable(Definition);
  walkStmt(nullptr);
}

void ClosureWalk::walkDestruction(const VarDecl &Variable) {
  addDestructor(Variable.getType());
}
