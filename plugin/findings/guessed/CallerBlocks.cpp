//===- CallerBlocks.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/guessed/CallerBlocks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace gpuperf;

using Numbers = std::array<std::optional<uint64_t>, 3>;

/// The constructor call that makes the dim3 \p E, or the variable that it
/// names; null where there is none of three numbers.
static const CXXConstructExpr *makes(const Expr *E) {
  for (unsigned Steps = 0; E && Steps < 8; ++Steps) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
      if (Made->getNumArgs() == 3)
        return Made;
      E = Made->getNumArgs() == 1 ? Made->getArg(0) : nullptr;
    } else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      E = V && !isa<ParmVarDecl>(V) ? V->getInit() : nullptr;
    } else
      return nullptr;
  }
  return nullptr;
}

namespace {
class Callers : public ConstDynamicRecursiveASTVisitor {
public:
  Callers(const ASTContext &Ctx, const FunctionDecl &Of, unsigned Index)
      : Ctx(Ctx), Of(*Of.getCanonicalDecl()), Index(Index) {}
  std::optional<Numbers> Said;

  bool VisitCallExpr(const CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || F->getCanonicalDecl() != &Of || Index >= Call->getNumArgs())
      return true;
    Numbers Here;
    if (const CXXConstructExpr *Dim = makes(Call->getArg(Index)))
      for (unsigned D = 0; D < 3; ++D) {
        const Expr *E = Dim->getArg(D);
        if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
          E = Default->getExpr();
        Expr::EvalResult R;
        if (!E->isValueDependent() && E->EvaluateAsInt(R, Ctx) &&
            R.Val.getInt().isStrictlyPositive() &&
            R.Val.getInt().getActiveBits() < 32)
          Here[D] = R.Val.getInt().getZExtValue();
      }
    if (!Said)
      Said = Here;
    for (unsigned D = 0; D < 3; ++D)
      if ((*Said)[D] != Here[D])
        (*Said)[D].reset();
    return true;
  }

private:
  const ASTContext &Ctx;
  const FunctionDecl &Of;
  const unsigned Index;
};
} // namespace

Numbers gpuperf::blockSaidByCallers(ASTContext &Ctx,
                                    const FunctionDecl &Function,
                                    llvm::StringRef Parameter) {
  for (unsigned I = 0; I < Function.getNumParams(); ++I) {
    if (Function.getParamDecl(I)->getName() != Parameter)
      continue;
    Callers In(Ctx, Function, I);
    for (const Decl *D : Ctx.getTranslationUnitDecl()->decls())
      if (!Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
        In.TraverseDecl(D);
    return In.Said.value_or(Numbers());
  }
  return {};
}
