//===- UserFunctions.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/UserFunctions.h"
#include "plugin/ast/ClosureWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace gpuperf;

std::vector<const FunctionDecl *>
gpuperf::userFunctionsOf(ASTContext &Ctx, const FunctionDecl &Kernel) {
  const SourceManager &SM = Ctx.getSourceManager();
  constexpr size_t Most = 2000;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  std::vector<const FunctionDecl *> Out;
  auto Add = [&](const FunctionDecl *F) {
    const FunctionDecl *Body = nullptr;
    if (F && F->hasBody(Body) && !Body->isDependentContext() &&
        !SM.isInSystemHeader(SM.getExpansionLoc(Body->getLocation())) &&
        Seen.insert(Body).second)
      Out.push_back(Body);
  };
  Add(&Kernel);
  for (size_t I = 0; I < Out.size() && Out.size() < Most; ++I) {
    ClosureWalk Walk(Ctx);
    Walk.walk(*Out[I]);
    if (Walk.Error.isValid())
      return {};
    for (const FunctionDecl *Callee : Walk.Callees)
      Add(Callee);
  }
  return Out;
}
