//===- ThreadRows.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/guessed/ThreadRows.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace gpuperf {

namespace {
/// Looks for `threadIdx.y` and `threadIdx.z` in functions and in what they
/// call.
class Rows : public RecursiveASTVisitor<Rows> {
public:
  bool Found = false;

  bool shouldVisitTemplateInstantiations() const { return true; }

  void look(const FunctionDecl &F) {
    const FunctionDecl *Body = nullptr;
    if (F.hasBody(Body) && Seen.insert(Body).second)
      TraverseStmt(Body->getBody());
  }
  bool VisitMSPropertyRefExpr(MSPropertyRefExpr *E) {
    return see(E->getBaseExpr(), E->getPropertyDecl()->getName());
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return see(E->getBase(), E->getMemberDecl()->getDeclName().getAsString());
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *F = Call->getDirectCallee())
      look(*F);
    return !Found;
  }

private:
  bool see(const Expr *Base, llvm::StringRef Member) {
    Base = Base->IgnoreParenCasts();
    // clang keeps the object of a property aside, to evaluate it once.
    if (const auto *Kept = dyn_cast<OpaqueValueExpr>(Base))
      if (const Expr *Source = Kept->getSourceExpr())
        Base = Source->IgnoreParenCasts();
    const auto *Of = dyn_cast<DeclRefExpr>(Base);
    if (Of && Of->getDecl()->getDeclName().isIdentifier() &&
        Of->getDecl()->getName() == "threadIdx" &&
        (Member == "y" || Member == "z"))
      Found = true;
    return !Found;
  }

  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
};
} // namespace

bool asksForRows(const FunctionDecl &Kernel) {
  Rows R;
  R.look(Kernel);
  return R.Found;
}

} // namespace gpuperf
