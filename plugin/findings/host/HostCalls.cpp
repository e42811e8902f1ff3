//===- HostCalls.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/HostCalls.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace gpuperf;

bool gpuperf::isLoop(const Stmt *S) {
  if (const auto *Once = dyn_cast_or_null<DoStmt>(S)) {
    const auto *Zero = dyn_cast<IntegerLiteral>(Once->getCond()->IgnoreCasts());
    const auto *False =
        dyn_cast<CXXBoolLiteralExpr>(Once->getCond()->IgnoreCasts());
    return !(Zero && Zero->getValue() == 0) && !(False && !False->getValue());
  }
  return isa_and_nonnull<ForStmt, WhileStmt, CXXForRangeStmt>(S);
}

llvm::StringRef gpuperf::calledName(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  return F && F->getIdentifier() ? F->getName() : StringRef();
}

llvm::StringRef gpuperf::runtimeName(StringRef Name) {
  return Name.consume_front("cuda") || Name.consume_front("hip") ? Name
                                                                 : StringRef();
}
