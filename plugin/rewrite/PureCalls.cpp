//===- PureCalls.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/PureCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;
using namespace clang;

namespace {
constexpr unsigned MaxCallDepth = 6, MaxLevel = 100;

bool isMath(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"ceil", "ceilf", "ceill", "floor", "floorf"}, true)
      .Cases({"round", "roundf", "trunc", "truncf", "lround"}, true)
      .Cases({"min", "max", "fmin", "fmax", "fminf", "fmaxf"}, true)
      .Cases({"abs", "fabs", "fabsf", "sqrt", "sqrtf", "pow", "powf"}, true)
      .Cases({"log2", "log2f", "umin", "umax", "llmin", "llmax"}, true)
      .Default(false);
}

class Reader {
public:
  explicit Reader(const ASTContext &Ctx) : Ctx(Ctx) {}

  bool function(const FunctionDecl *F) {
    if (F->isConstexpr() || F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>())
      return true;
    const SourceManager &SM = Ctx.getSourceManager();
    if (F->getLocation().isInvalid() || F->getBuiltinID() ||
        SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())))
      return F->getDeclName().isIdentifier() && isMath(F->getName());
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || CallDepth >= MaxCallDepth)
      return false;
    if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isVirtual())
      return false;
    ++CallDepth;
    const FunctionDecl *Outer = Own;
    Own = Definition;
    const bool Pure = statement(Definition->getBody(), 0);
    Own = Outer;
    --CallDepth;
    return Pure;
  }

private:
  const ASTContext &Ctx;
  const FunctionDecl *Own = nullptr;
  unsigned CallDepth = 0;

  /// A variable of the function's own.
  bool isOwn(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    while (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return false;
      E = M->getBase()->IgnoreParenImpCasts();
    }
    const auto *D = dyn_cast<DeclRefExpr>(E);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return V && V->getDeclContext() == Own && !V->isStaticLocal() &&
           !V->getType()->isReferenceType();
  }

  bool statement(const Stmt *S, unsigned Level) {
    if (!S)
      return true;
    if (Level > MaxLevel ||
        isa<CUDAKernelCallExpr, CXXNewExpr, CXXDeleteExpr, AsmStmt, LambdaExpr>(
            S))
      return false;
    if (const auto *C = dyn_cast<CallExpr>(S))
      if (!C->getDirectCallee() || !function(C->getDirectCallee()))
        return false;
    if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
      const CXXRecordDecl *R = C->getConstructor()->getParent();
      const bool IsDim3 =
          R->getDeclName().isIdentifier() && R->getName() == "dim3";
      if (!IsDim3 && !C->getConstructor()->isTrivial() &&
          !function(C->getConstructor()))
        return false;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B && B->isAssignmentOp() && !isOwn(B->getLHS()))
      return false;
    if (const auto *U = dyn_cast<UnaryOperator>(S);
        U && U->isIncrementDecrementOp() && !isOwn(U->getSubExpr()))
      return false;
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return statement(Child, Level + 1);
    });
  }
};
} // namespace

bool gpuperf::onlyComputes(const ASTContext &Ctx, const FunctionDecl *F) {
  return F && Reader(Ctx).function(F);
}
