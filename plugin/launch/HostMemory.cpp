//===- HostMemory.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/HostMemory.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

static bool givesHostMemory(llvm::StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Cases({"cudaHostGetDevicePointer", "cudaHostAlloc", "cudaMallocHost"},
             true)
      .Cases({"hipHostGetDevicePointer", "hipHostMalloc", "hipMallocHost",
              "hipHostAlloc"},
             true)
      .Default(false);
}

static const ValueDecl *declOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

namespace {
struct AllocationFinder : ConstDynamicRecursiveASTVisitor {
  HostPointers Filled;

  bool VisitCallExpr(const CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() == 0 ||
        !givesHostMemory(Callee->getName()))
      return true;
    const auto *Address =
        dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
    if (Address && Address->getOpcode() == UO_AddrOf)
      if (const ValueDecl *D = declOf(Address->getSubExpr()))
        Filled.insert(D);
    return true;
  }
};
} // namespace

HostPointers gpuperf::hostPointersOf(const FunctionDecl &Function) {
  AllocationFinder Finder;
  if (const Stmt *Body = Function.getBody())
    Finder.TraverseStmt(Body);
  return std::move(Finder.Filled);
}

std::vector<std::string> gpuperf::passedOf(const HostPointers &Pointers,
                                           const CallExpr &Launch) {
  std::vector<std::string> Names;
  for (const Expr *Arg : Launch.arguments())
    if (const ValueDecl *D = declOf(Arg);
        D && Pointers.contains(D) &&
        !llvm::is_contained(Names, D->getNameAsString()))
      Names.push_back(D->getNameAsString());
  return Names;
}
