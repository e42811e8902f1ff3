//===- ModuleKernels.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/ModuleKernels.h"
#include "plugin/ast/KernelNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

using namespace clang;
using namespace gpuperf;

namespace {
struct HandleApiRow {
  llvm::StringLiteral Name;
  HandleRequest Request;
};
} // namespace

static constexpr HandleApiRow HandleApis[] = {
    // (handle *, module, symbol)
    {"cuModuleGetFunction", {2, true}},
    {"cuLibraryGetKernel", {2, true}},
    {"cudaLibraryGetKernel", {2, true}},
    {"hipModuleGetFunction", {2, true}},
    {"hipLibraryGetKernel", {2, true}},
    // (handle *, kernel)
    {"cuKernelGetFunction", {1, false}},
    {"cudaGetKernel", {1, false}},
    {"cudaGetFuncBySymbol", {1, false}},
    {"hipGetFuncBySymbol", {1, false}},
};

std::optional<HandleRequest> gpuperf::handleRequestOf(const FunctionDecl &F) {
  if (!F.getDeclName().isIdentifier() ||
      !F.getDeclContext()->getRedeclContext()->isFileContext())
    return std::nullopt;
  for (const HandleApiRow &Row : HandleApis)
    if (F.getName() == Row.Name && F.getNumParams() > Row.Request.Kernel)
      return Row.Request;
  return std::nullopt;
}

std::optional<HandleRequest> gpuperf::handleRequestOf(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || E->getNumArgs() < F->getNumParams())
    return std::nullopt;
  return handleRequestOf(*F);
}

bool gpuperf::isKernelHandle(QualType T) {
  T = T.getNonReferenceType();
  if (!T->isPointerType())
    return false;
  const auto *Record = T->getPointeeType()->getAsRecordDecl();
  if (!Record || !Record->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Record->getName())
      .Cases({"CUfunc_st", "CUkern_st"}, true)
      .Cases({"ihipModuleSymbol_t", "ihipKernel_t"}, true)
      .Default(false);
}

/// The kernels that are called \p Name in \p Scope, templates' instantiations
/// among them.
static void addKernels(const DeclContext &Scope, llvm::StringRef Name,
                       ASTContext &Ctx,
                       llvm::SmallVectorImpl<const FunctionDecl *> &Out) {
  for (NamedDecl *D : Scope.lookup(DeclarationName(&Ctx.Idents.get(Name)))) {
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->hasAttr<CUDAGlobalAttr>())
      Out.push_back(F);
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      for (const FunctionDecl *S : T->specializations())
        if (S->hasAttr<CUDAGlobalAttr>())
          Out.push_back(S);
  }
}

/// The namespaces and the name of the function that \p Symbol mangles; empty:
/// it does not mangle one.
static llvm::SmallVector<std::string, 4> pathOf(llvm::StringRef Symbol) {
  const std::string Mangled = Symbol.str(); // the demangler points into it
  llvm::ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Mangled.c_str()) || !Demangler.isFunction())
    return {};
  auto Take = [](char *Text) {
    std::string Out = Text ? Text : "";
    std::free(Text);
    return Out;
  };
  const std::string Context =
      Take(Demangler.getFunctionDeclContextName(nullptr, nullptr));
  llvm::SmallVector<std::string, 4> Path;
  for (llvm::StringRef Rest = Context; !Rest.empty();) {
    const auto [First, Others] = Rest.split("::");
    Path.push_back(First.str());
    Rest = Others;
  }
  Path.push_back(Take(Demangler.getFunctionBaseName(nullptr, nullptr)));
  return Path;
}

const FunctionDecl *gpuperf::kernelNamed(ASTContext &Ctx,
                                         llvm::StringRef Symbol) {
  llvm::SmallVector<const FunctionDecl *, 4> Found;
  const DeclContext *Scope = Ctx.getTranslationUnitDecl();
  if (!Symbol.starts_with("_Z")) {
    addKernels(*Scope, Symbol, Ctx, Found);
    for (const FunctionDecl *F : Found)
      if (F->isExternC())
        return F;
    return Found.size() == 1 ? Found.front() : nullptr;
  }
  const llvm::SmallVector<std::string, 4> Path = pathOf(Symbol);
  if (Path.empty())
    return nullptr;
  for (const std::string &Name : llvm::ArrayRef(Path).drop_back()) {
    const auto In = Scope->lookup(DeclarationName(&Ctx.Idents.get(Name)));
    const auto *Inner =
        In.empty() ? nullptr : dyn_cast<NamespaceDecl>(*In.begin());
    if (!Inner)
      return nullptr;
    Scope = Inner;
  }
  addKernels(*Scope, Path.back(), Ctx, Found);
  for (const FunctionDecl *F : Found)
    if (deviceMangledName(*F) == Symbol)
      return F;
  return nullptr;
}
