//===- Symbols.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Symbols.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

HostSymbols::Place HostSymbols::placeOf(const Expr *E, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  return {SM.getSpellingLoc(E->getBeginLoc()),
          SM.getSpellingLoc(E->getEndLoc())};
}

HostExpr HostSymbols::find(const Expr *E, const ASTContext &Ctx) const {
  // A dim3 made of the literal alone has the literal's place, too. The list of
  // a declaration such as "check((call()), 1, 2);" outside a function has no
  // type.
  if (Values.empty() || E->getType().isNull() ||
      !E->getType()->isArithmeticType() ||
      isa<DeclRefExpr, MemberExpr, CallExpr>(E))
    return nullptr;
  auto It = Values.find(placeOf(E, Ctx));
  return It == Values.end() ? nullptr : It->second;
}

bool gpuperf::hasOnlySymbols(const HostExpr &E) {
  std::vector<std::string> Names = freeNames(E);
  return !Names.empty() && llvm::all_of(Names, HostSymbols::isName);
}
