//===- ThreadRows.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/guessed/ThreadRows.h"
#include "plugin/ast/ThreadIndex.h"
#include "plugin/ast/UserFunctions.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

static bool asksForRowsIn(const Stmt *Body) {
  llvm::SmallVector<const Stmt *, 64> Todo = {Body};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    if (!S)
      continue;
    if (const auto *E = dyn_cast<Expr>(S))
      if (const llvm::StringRef Part = gpuperf::threadIndexPart(*E);
          Part == "y" || Part == "z")
        return true;
    llvm::append_range(Todo, S->children());
  }
  return false;
}

bool gpuperf::asksForRows(const FunctionDecl &Kernel) {
  const auto Code = userFunctionsOf(Kernel.getASTContext(), Kernel);
  return Code.empty() || llvm::any_of(Code, [](const FunctionDecl *F) {
           return asksForRowsIn(F->getBody());
         });
}
