//===- NamesAny.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/NamesAny.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace {
class NameFinder : public ConstDynamicRecursiveASTVisitor {
public:
  explicit NameFinder(const llvm::DenseSet<const ValueDecl *> &Of) : Of(Of) {}
  bool Found = false;

  bool VisitDeclRefExpr(const DeclRefExpr *Ref) override {
    Found |= Of.contains(Ref->getDecl());
    return !Found;
  }

private:
  const llvm::DenseSet<const ValueDecl *> &Of;
};
} // namespace

bool gpuperf::namesAny(const Stmt &S,
                       const llvm::DenseSet<const ValueDecl *> &Of) {
  NameFinder Finder(Of);
  Finder.TraverseStmt(&S);
  return Finder.Found;
}
