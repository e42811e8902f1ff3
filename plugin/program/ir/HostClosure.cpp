//===- HostClosure.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/ir/HostClosure.h"
#include "plugin/ast/ClosureWalk.h"
#include "plugin/ast/ModuleKernels.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gpuperf::program {

namespace {

/// Whether CodeGen emits the body of \p F for the host; of a kernel it emits
/// the function that launches it.
bool runsOnHost(const FunctionDecl &F) {
  return !F.hasAttr<CUDAGlobalAttr>() &&
         (!F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAHostAttr>());
}

class HostClosure {
public:
  explicit HostClosure(ASTContext &Ctx) : Ctx(Ctx), Walk(Ctx) {}

  llvm::SetVector<Decl *> run() {
    for (Decl *D : Ctx.getTraversalScope())
      addRoots(*D);
    followAll();
    // The symbols by which a module is asked for kernels may be any.
    if (llvm::any_of(Walk.Callees, [](const FunctionDecl *F) {
          return handleRequestOf(*F).has_value();
        }))
      for (Decl *D : Ctx.getTraversalScope())
        addKernels(*D);
    llvm::SetVector<Decl *> Out;
    // What a header holds is initialised before what the user's code does.
    for (const VarDecl *V : Walk.Variables)
      if (auto *D = const_cast<VarDecl *>(V); !Roots.contains(D))
        Out.insert(D);
    Out.insert(Roots.begin(), Roots.end());
    Out.insert(Reached.begin(), Reached.end());
    return Out;
  }

private:
  void addRoots(Decl &D);
  void addRoot(FunctionDecl &F);
  void addRoot(VarDecl &V);
  void follow(const FunctionDecl &Definition);
  void followAll();
  void addKernels(Decl &D);

  ASTContext &Ctx;
  ClosureWalk Walk;
  llvm::SetVector<Decl *> Roots, Reached;
};

void HostClosure::addRoot(FunctionDecl &F) {
  if (F.doesThisDeclarationHaveABody() && !F.isDependentContext() &&
      !F.isInvalidDecl() && Ctx.DeclMustBeEmitted(&F))
    Roots.insert(&F);
}

void HostClosure::addRoot(VarDecl &V) {
  if (V.isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
      !V.isTemplated() && !V.isInvalidDecl() && Ctx.DeclMustBeEmitted(&V))
    Roots.insert(&V);
}

void HostClosure::addRoots(Decl &D) {
  if (isa<TranslationUnitDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D).decls())
      addRoots(*Inner);
    return;
  }
  if (Ctx.getSourceManager().isInSystemHeader(D.getLocation()))
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D).decls())
      addRoots(*Inner);
  } else if (auto *F = dyn_cast<FunctionDecl>(&D)) {
    addRoot(*F);
  } else if (auto *V = dyn_cast<VarDecl>(&D)) {
    addRoot(*V);
  } else if (auto *Template = dyn_cast<FunctionTemplateDecl>(&D)) {
    // Explicit instantiations stand in no list of declarations.
    for (FunctionDecl *S : Template->specializations())
      if (S->getTemplateSpecializationKind() ==
              TSK_ExplicitInstantiationDefinition &&
          S->getDefinition())
        addRoot(*S->getDefinition());
  } else if (auto *Record = dyn_cast<CXXRecordDecl>(&D);
             Record && !Record->isDependentContext() &&
             Record->getTemplateSpecializationKind() ==
                 TSK_ExplicitInstantiationDefinition) {
    for (Decl *Member : Record->decls()) {
      if (auto *F = dyn_cast<FunctionDecl>(Member); F && F->getDefinition())
        addRoot(*F->getDefinition());
      else if (auto *V = dyn_cast<VarDecl>(Member); V && V->getDefinition())
        addRoot(*V->getDefinition());
    }
  }
}

/// Adds the host stubs of the file's kernels.
void HostClosure::addKernels(Decl &D) {
  if (Ctx.getSourceManager().isInSystemHeader(D.getLocation()))
    return;
  if (isa<TranslationUnitDecl, NamespaceDecl, LinkageSpecDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D).decls())
      addKernels(*Inner);
  } else if (auto *F = dyn_cast<FunctionDecl>(&D);
             F && F->hasAttr<CUDAGlobalAttr>() && !F->isTemplated() &&
             !F->isInvalidDecl() && F->doesThisDeclarationHaveABody()) {
    Reached.insert(F);
  }
}

void HostClosure::follow(const FunctionDecl &Definition) {
  if (!runsOnHost(Definition))
    return;
  Walk.Error = SourceLocation();
  Walk.walk(Definition);
}

void HostClosure::followAll() {
  for (Decl *D : Roots)
    if (auto *F = dyn_cast<FunctionDecl>(D))
      follow(*F);
    else
      Walk.walk(*cast<VarDecl>(D));
  // Both lists grow while what they hold is followed.
  size_t Callee = 0, Variable = 0;
  while (Callee < Walk.Callees.size() || Variable < Walk.Variables.size()) {
    if (Variable < Walk.Variables.size()) {
      Walk.walkDestruction(*Walk.Variables[Variable++]);
      continue;
    }
    const FunctionDecl *Definition = nullptr;
    const FunctionDecl *F = Walk.Callees[Callee++];
    if (!F->isDefined(Definition) || Definition->hasSkippedBody() ||
        Definition->isInvalidDecl() || Definition->isTemplated())
      continue;
    follow(*Definition);
    // An error in a preamble is not among those of this parse.
    if (Walk.Error.isInvalid() || !Definition->isFromASTFile())
      Reached.insert(const_cast<FunctionDecl *>(Definition));
  }
}

} // namespace

llvm::SetVector<Decl *> hostDefinitions(ASTContext &Ctx) {
  return HostClosure(Ctx).run();
}

} // namespace gpuperf::program
