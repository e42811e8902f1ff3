//===- HostCalls.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/HostCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

namespace {
class FunctionFinder : public DynamicRecursiveASTVisitor {
public:
  FunctionFinder() { ShouldVisitTemplateInstantiations = true; }
  std::vector<const FunctionDecl *> Found;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        !F->hasAttr<CUDAGlobalAttr>() &&
        (!F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAHostAttr>()))
      Found.push_back(F);
    return true;
  }
  // Declarations only.
  bool TraverseStmt(Stmt *) override { return true; }
};

class LoopFinder : public ConstDynamicRecursiveASTVisitor {
public:
  std::vector<const Stmt *> Found;

  bool VisitStmt(const Stmt *S) override {
    if (isLoop(S))
      Found.push_back(S);
    return true;
  }
};
} // namespace

bool gpuperf::isLoop(const Stmt *S) {
  if (const auto *Once = dyn_cast_or_null<DoStmt>(S)) {
    const auto *Zero = dyn_cast<IntegerLiteral>(Once->getCond()->IgnoreCasts());
    const auto *False =
        dyn_cast<CXXBoolLiteralExpr>(Once->getCond()->IgnoreCasts());
    return !(Zero && Zero->getValue() == 0) && !(False && !False->getValue());
  }
  return isa_and_nonnull<ForStmt, WhileStmt, CXXForRangeStmt>(S);
}

std::vector<const Stmt *> gpuperf::loopsIn(const Stmt &S) {
  LoopFinder Finder;
  Finder.TraverseStmt(&S);
  return std::move(Finder.Found);
}

llvm::StringRef gpuperf::calledName(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  return F && F->getIdentifier() ? F->getName() : StringRef();
}

llvm::StringRef gpuperf::runtimeName(StringRef Name) {
  return Name.consume_front("cuda") || Name.consume_front("hip") ? Name
                                                                 : StringRef();
}

bool gpuperf::isClock(const CallExpr &Call) {
  const StringRef Name = calledName(Call);
  return llvm::StringSwitch<bool>(Name)
      .Cases({"clock", "time", "now", "gettimeofday", "clock_gettime",
              "omp_get_wtime", "MPI_Wtime", "QueryPerformanceCounter", "sleep",
              "usleep", "nanosleep", "sleep_for", "sleep_until", "Sleep"},
             true)
      .Default(runtimeName(Name) == "EventRecord");
}

bool gpuperf::isOfFile(const CallExpr &Call) {
  return llvm::StringSwitch<bool>(calledName(Call))
      .Cases({"fopen", "fread", "fwrite", "fscanf", "fgets", "scanf", "getline",
              "open", "imread", "imwrite"},
             true)
      .Default(false);
}

bool gpuperf::isOfLibrary(const CallExpr &Call) {
  const StringRef Name = calledName(Call);
  if (llvm::any_of(
          std::initializer_list<StringRef>{
              "cublas", "cudnn", "cufft", "cusparse", "cusolver", "curand",
              "hipblas", "hipfft", "hipsparse", "rocblas"},
          [&](StringRef Library) { return Name.starts_with(Library); }))
    return true;
  const FunctionDecl *F = Call.getDirectCallee();
  const std::string Full = F ? F->getQualifiedNameAsString() : "";
  return llvm::any_of(
      std::initializer_list<StringRef>{"thrust::", "cub::", "hipcub::"},
      [&](StringRef Space) { return StringRef(Full).starts_with(Space); });
}

std::vector<const FunctionDecl *>
gpuperf::hostFunctionsOf(ASTContext &Ctx,
                         llvm::ArrayRef<const FunctionDecl *> Beside) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto FileOf = [&](const Decl *D) {
    return SM.getFileID(SM.getExpansionLoc(D->getLocation()));
  };
  llvm::DenseSet<FileID> Files = {SM.getMainFileID()};
  for (const FunctionDecl *F : Beside)
    Files.insert(FileOf(F));
  FunctionFinder Finder;
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (Files.contains(FileOf(D)))
      Finder.TraverseDecl(D);
  return std::move(Finder.Found);
}
