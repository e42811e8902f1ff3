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
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

static bool givesHostMemory(llvm::StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Cases({"cudaHostGetDevicePointer", "cudaHostAlloc", "cudaMallocHost"},
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
/// What the calls of a function fill with pointers to the host's memory.
struct HostPointers : DynamicRecursiveASTVisitor {
  llvm::SmallPtrSet<const ValueDecl *, 8> Filled;

  bool VisitCallExpr(CallExpr *Call) override {
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

std::vector<std::string>
gpuperf::argumentsInHostMemory(const LaunchSite &Site) {
  std::vector<std::string> Names;
  if (!Site.Function || !Site.Function->hasBody() || !Site.Call ||
      Site.How != LaunchSite::Form::TripleChevron)
    return Names;
  HostPointers Host;
  Host.TraverseStmt(Site.Function->getBody());
  if (Host.Filled.empty())
    return Names;
  for (const Expr *Arg : Site.Call->arguments())
    if (const ValueDecl *D = declOf(Arg);
        D && Host.Filled.contains(D) &&
        !llvm::is_contained(Names, D->getNameAsString()))
      Names.push_back(D->getNameAsString());
  return Names;
}
