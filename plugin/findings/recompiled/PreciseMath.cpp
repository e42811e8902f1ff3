//===- PreciseMath.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/PreciseMath.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/host/Mutations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace gpuperf;
using namespace clang;

static bool isFloat(QualType T) {
  const auto *B = T.getCanonicalType()->getAs<BuiltinType>();
  return B && B->getKind() == BuiltinType::Float;
}

/// The name of a function of floats that has a fast form, or nothing. sincosf
/// returns nothing: what it takes says what it is of.
static llvm::StringRef fastElsewhere(const CallExpr &Call) {
  static const llvm::StringSet<> Fast = {
      "sin",  "cos",   "tan", "exp",    "exp10", "exp2",  "log",
      "log2", "log10", "pow", "sincos", "sqrt",  "rsqrt", "fdivide"};
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || F->getNumParams() == 0 ||
      !isFloat(F->getParamDecl(0)->getType()))
    return {};
  const llvm::StringRef Name = F->getName();
  return Fast.contains(Name.ends_with("f") ? Name.drop_back() : Name)
             ? Name
             : llvm::StringRef();
}

/// Whether a division by \p Divisor is a product already: by a power of two,
/// whose reciprocal is exact.
static bool isProduct(const ASTContext &Ctx, const Expr &Divisor) {
  Expr::EvalResult Value;
  if (Divisor.isValueDependent() || !Divisor.EvaluateAsRValue(Value, Ctx) ||
      !Value.Val.isFloat())
    return false;
  return Value.Val.getFloat().getExactInverse(nullptr);
}

namespace {
class PreciseVisitor : public RecursiveASTVisitor<PreciseVisitor> {
public:
  explicit PreciseVisitor(const ASTContext &Ctx) : Ctx(Ctx) {}
  std::vector<PreciseUse> Uses;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCallExpr(CallExpr *Call) {
    if (const llvm::StringRef Name = fastElsewhere(*Call); !Name.empty())
      Uses.push_back({Name.str(), Call->getBeginLoc()});
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if ((B->getOpcode() == BO_Div || B->getOpcode() == BO_DivAssign) &&
        isFloat(B->getType()) && isFloat(B->getRHS()->getType()) &&
        !isProduct(Ctx, *B->getRHS()))
      Uses.push_back({"division", B->getOperatorLoc(), B});
    return true;
  }

private:
  const ASTContext &Ctx;
};
} // namespace

std::vector<PreciseUse> gpuperf::preciseUsesOf(ASTContext &Ctx,
                                               const FunctionDecl &Kernel) {
  PreciseVisitor Visitor(Ctx);
  for (const FunctionDecl *F : userFunctionsOf(Ctx, Kernel))
    Visitor.TraverseStmt(F->getBody());
  return std::move(Visitor.Uses);
}

static bool isOne(const ASTContext &Ctx, const Expr *E) {
  Expr::EvalResult Value;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Value, Ctx))
    return false;
  return Value.Val.isFloat() ? Value.Val.getFloat().isExactlyValue(1.0)
                             : Value.Val.isInt() && Value.Val.getInt() == 1;
}

namespace {
/// Whether an expression has the same value wherever the kernel computes it.
class SameEachTime : public RecursiveASTVisitor<SameEachTime> {
public:
  SameEachTime(const FunctionDecl &Kernel, const MutationSet &Changed)
      : Kernel(Kernel), Changed(Changed) {}
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (isa<EnumConstantDecl>(Ref->getDecl()))
      return true;
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || Changed.Everything || Changed.touches(V))
      return false;
    if (const auto *P = dyn_cast<ParmVarDecl>(V))
      return P->getDeclContext() == &Kernel && P->getType()->isArithmeticType();
    return V->isUsableInConstantExpressions(V->getASTContext());
  }
  bool VisitCallExpr(CallExpr *) { return false; }
  bool VisitUnaryOperator(UnaryOperator *U) {
    return U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *) { return false; }
  bool VisitMemberExpr(MemberExpr *) { return false; }

private:
  const FunctionDecl &Kernel;
  const MutationSet &Changed;
};
} // namespace

CheaperDivision gpuperf::cheaperDivision(ASTContext &Ctx,
                                         const FunctionDecl &Kernel,
                                         const PreciseUse &Use) {
  if (!Use.Division)
    return CheaperDivision::None;
  const Expr *Divisor = Use.Division->getRHS();
  const auto *Root = dyn_cast<CallExpr>(Divisor->IgnoreParenImpCasts());
  if (Root && Use.Division->getOpcode() == BO_Div &&
      isOne(Ctx, Use.Division->getLHS()) &&
      llvm::is_contained({"sqrt", "sqrtf"}, fastElsewhere(*Root)))
    return CheaperDivision::Rsqrt;
  MutationSet Changed;
  collectMutations(Ctx, Kernel.getBody(), Changed);
  SameEachTime Same(Kernel, Changed);
  return Same.TraverseStmt(const_cast<Expr *>(Divisor))
             ? CheaperDivision::Reciprocal
             : CheaperDivision::None;
}

std::string gpuperf::divisorText(const ASTContext &Ctx, const PreciseUse &Use) {
  const Expr *Divisor = Use.Division->getRHS()->IgnoreParens();
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(Divisor->getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
      .str();
}
