//===- SharedConstructors.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/SharedConstructors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace gpuperf;

/// Whether the class stands in namespace cuda, at whatever depth.
static bool isOfCudaLibrary(const CXXRecordDecl &Class) {
  const NamespaceDecl *Outermost = nullptr;
  for (const DeclContext *DC = Class.getDeclContext(); DC; DC = DC->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(DC))
      Outermost = N;
  return Outermost && Outermost->getName() == "cuda";
}

/// Whether objects of \p Class end without a user's code.
static bool endsQuietly(const CXXRecordDecl &Class) {
  const CXXDestructorDecl *D = Class.getDestructor();
  return !D || !D->isUserProvided();
}

/// Whether every member that \p Constructor initialises does nothing.
static bool doesNothing(const CXXConstructorDecl &Constructor) {
  for (const CXXCtorInitializer *I : Constructor.inits()) {
    const auto *Made = dyn_cast<CXXConstructExpr>(I->getInit());
    if (!Made || !Made->getConstructor()->isTrivial())
      return false;
  }
  return true;
}

void SharedConstructors::CompletedImplicitDefinition(const FunctionDecl *F) {
  // The AST is const here, and what is changed in it is what the parse asks of
  // it next.
  auto *Constructor =
      const_cast<CXXConstructorDecl *>(dyn_cast<CXXConstructorDecl>(F));
  if (!Constructor || !Constructor->isDefaultConstructor())
    return;
  const CXXRecordDecl &Class = *Constructor->getParent();
  const bool OfCuda = isOfCudaLibrary(Class);
  if (!OfCuda && (!endsQuietly(Class) || !doesNothing(*Constructor)))
    return;
  Constructor->setTrivial(true);
  if (CXXDestructorDecl *D = Class.getDestructor())
    D->setTrivial(true);
}

/// Whether a parse with the listener may take a shared variable of this type
/// that one without it refuses.
static bool mayBeTaken(QualType Type) {
  if (Type->isDependentType())
    return true; // of a template, of which nothing is known yet
  const CXXRecordDecl *Class =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return false;
  Class = Class->getDefinition();
  if (Class->hasTrivialDefaultConstructor() && Class->hasTrivialDestructor())
    return false;
  return isOfCudaLibrary(*Class) ||
         (!Class->hasUserProvidedDefaultConstructor() && endsQuietly(*Class));
}

/// Whether \p V, of which nothing but this is wrong, is refused for its
/// constructor. In a template it looks sound: its instantiation fails.
static bool isRefusedShared(const VarDecl &V, bool InTemplate) {
  if (!V.hasAttr<CUDASharedAttr>() || (!InTemplate && !V.isInvalidDecl()))
    return false;
  const Expr *Init = V.getInit();
  return !(Init && Init->containsErrors()) && mayBeTaken(V.getType());
}

static bool declaresOne(const Stmt *Root, bool InTemplate) {
  llvm::SmallVector<const Stmt *, 32> Work{Root};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *X : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(X);
            V && isRefusedShared(*V, InTemplate))
          return true;
    Work.append(S->child_begin(), S->child_end());
  }
  return false;
}

bool gpuperf::declaresRefusedShared(const FunctionDecl &F) {
  const FunctionDecl *Definition = nullptr;
  if (F.hasBody(Definition) &&
      declaresOne(Definition->getBody(), /*InTemplate=*/false))
    return true;
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  return (!Definition || F.isInvalidDecl()) && Pattern && Pattern->hasBody() &&
         !Pattern->isInvalidDecl() &&
         declaresOne(Pattern->getBody(), /*InTemplate=*/true);
}
