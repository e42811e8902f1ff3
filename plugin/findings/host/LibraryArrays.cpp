//===- LibraryArrays.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/LibraryArrays.h"
#include "plugin/findings/LayoutUses.h"
#include "plugin/findings/host/HostCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gpuperf;

/// Whether \p Name, of a function or a type, is of a library that prescribes
/// how arrays lie.
static bool prescribes(StringRef Name) {
  // Copies of elements of any kind, and what has no arrays.
  for (StringRef Other :
       {"SetVector", "GetVector", "SetMatrix", "GetMatrix", "Alloc", "Malloc",
        "Free", "Create", "Destroy", "Check", "Error"})
    if (Name.contains(Other))
      return false;
  return llvm::any_of(
      std::initializer_list<StringRef>{"cublas", "cudnn", "cufft", "cusparse",
                                       "cusolver", "nppi", "npps", "hipblas",
                                       "hipfft", "hipsparse", "hipsolver",
                                       "rocblas", "rocfft", "rocsparse"},
      [&](StringRef Library) { return Name.starts_with_insensitive(Library); });
}

namespace {
class CallFinder : public ConstDynamicRecursiveASTVisitor {
public:
  explicit CallFinder(llvm::DenseMap<const ValueDecl *, StringRef> &Taken)
      : Taken(Taken) {}

  bool VisitCallExpr(const CallExpr *Call) override {
    const StringRef Name = calledName(*Call);
    if (prescribes(Name))
      for (const Expr *Arg : Call->arguments())
        if (const ValueDecl *D = arrayNamed(*Arg))
          Taken.try_emplace(D, Name);
    return true;
  }

private:
  llvm::DenseMap<const ValueDecl *, StringRef> &Taken;
};
} // namespace

LibraryArrays::LibraryArrays(ASTContext &Ctx) {
  CallFinder Finder(Taken);
  for (const FunctionDecl *F : hostFunctionsOf(Ctx))
    Finder.TraverseStmt(F->getBody());
}

/// The name that a library gives its own elements in the type of a pointer;
/// empty where it is none.
static StringRef elementOfLibrary(QualType Pointer) {
  if (!Pointer->isPointerType())
    return "";
  QualType T = Pointer->getPointeeType();
  while (const auto *Named = T->getAs<TypedefType>()) {
    if (const StringRef Name = Named->getDecl()->getName(); prescribes(Name))
      return Name;
    T = Named->desugar();
  }
  return "";
}

StringRef LibraryArrays::whoseLayout(const LaunchAnswer &Answer,
                                     const KernelSummary &K,
                                     llvm::ArrayRef<AccessId> Accesses) const {
  for (AccessId Id : Accesses) {
    const Access &A = K.Accesses[Id];
    if (A.Base != Access::BaseKind::Argument)
      continue;
    const FunctionDecl *Kernel = Answer.Site.Kernel;
    if (Kernel && A.BaseIndex < Kernel->getNumParams())
      if (const StringRef Of =
              elementOfLibrary(Kernel->getParamDecl(A.BaseIndex)->getType());
          !Of.empty())
        return Of;
    const ValueDecl *D = passedFor(Answer, A.BaseIndex);
    if (!D)
      continue;
    if (auto Function = Taken.find(D); Function != Taken.end())
      return Function->second;
    if (const StringRef Of = elementOfLibrary(D->getType()); !Of.empty())
      return Of;
  }
  return "";
}
