//===- SmallPower.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/SmallPower.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gpuperf;

std::optional<double> gpuperf::smallExponent(const Expr &Exponent,
                                             const ASTContext &Ctx) {
  const Expr *E = &Exponent;
  if (E->isValueDependent() || E->isTypeDependent())
    return std::nullopt;
  Expr::EvalResult Result;
  double Value = 0;
  if (E->getType()->isIntegerType()) {
    if (!E->EvaluateAsInt(Result, Ctx))
      return std::nullopt;
    Value = static_cast<double>(Result.Val.getInt().getExtValue());
  } else {
    llvm::APFloat Float(0.0);
    if (!E->getType()->isRealFloatingType() || !E->EvaluateAsFloat(Float, Ctx))
      return std::nullopt;
    Value = Float.convertToDouble();
  }
  for (double Small : {2.0, 3.0, 4.0, 0.5})
    if (Value == Small)
      return Value;
  return std::nullopt;
}

/// Whether the exponent is written there as a number. One with a name may be
/// meant to be changed.
static bool isLiteral(const Expr &Exponent) {
  const Expr *E = Exponent.IgnoreParenImpCasts();
  return isa<IntegerLiteral, FloatingLiteral>(E) &&
         !E->getBeginLoc().isMacroID();
}

namespace {
class Finder : public ConstDynamicRecursiveASTVisitor {
public:
  Finder(ASTContext &Ctx, bool InTemplate)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), InTemplate(InTemplate) {}
  std::vector<SmallPower> Found;

  bool TraverseStmt(const Stmt *S) override {
    Around.push_back(S);
    const bool Go = ConstDynamicRecursiveASTVisitor::TraverseStmt(S);
    Around.pop_back();
    return Go;
  }

  bool VisitCallExpr(const CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *Name =
        dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (!F || !Name || !F->getIdentifier() || Call->getNumArgs() != 2 ||
        (F->getName() != "pow" && F->getName() != "powf") ||
        (F->getBuiltinID() == 0 && !SM.isInSystemHeader(F->getLocation())) ||
        Call->isTypeDependent() || Call->containsErrors())
      return true;
    const auto Exponent = smallExponent(*Call->getArg(1), Ctx);
    const Expr *Base = Call->getArg(0)->IgnoreParenImpCasts();
    const QualType Type = Base->getType();
    if (!Exponent || !(Type->isIntegerType() || Type->isRealFloatingType()))
      return true;
    SmallPower P;
    P.Exponent = *Exponent;
    P.Products = *Exponent < 1 ? 0 : static_cast<unsigned>(*Exponent) - 1;
    P.OfDoubles = !Type->isSpecificBuiltinType(BuiltinType::Float) &&
                  F->getName() != "powf";
    P.NarrowsInNvcc =
        !P.OfDoubles && F->getName() == "pow" &&
        Call->getArg(1)->IgnoreParenImpCasts()->getType()->isIntegerType();
    P.Called = F->getName().str();
    P.Begin = SM.getExpansionLoc(Call->getBeginLoc());
    P.End = SM.getExpansionRange(Call->getEndLoc()).getEnd();
    propose(P, *Call, *Base);
    Found.push_back(std::move(P));
    return true;
  }

private:
  std::string textOf(const Expr &E) const {
    return Lexer::getSourceText(
               CharSourceRange::getTokenRange(E.getSourceRange()), SM,
               Ctx.getLangOpts())
        .str();
  }

  /// Whether the call that is visited stands where a product needs no
  /// parentheses.
  bool takesProduct() const {
    for (const Stmt *S : llvm::drop_begin(llvm::reverse(Around))) {
      if (isa<ImplicitCastExpr, ExprWithCleanups>(S))
        continue;
      if (const auto *Op = dyn_cast<BinaryOperator>(S))
        return Op->isAdditiveOp() || Op->isAssignmentOp();
      return isa<DeclStmt, ReturnStmt, ParenExpr, CallExpr>(S);
    }
    return false;
  }

  void propose(SmallPower &P, const CallExpr &Call, const Expr &Base) {
    // Longer ones are no easier to read for being written twice.
    constexpr size_t Longest = 32;
    const std::string Text = textOf(Base);
    const bool IsPlain = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(Base);
    const bool Fits = !Text.empty() && Text.size() <= Longest &&
                      !llvm::StringRef(Text).contains('\n');
    const bool Repeats = !Base.HasSideEffects(Ctx);
    if (P.Products == 0) {
      P.Instead = std::string(P.OfDoubles ? "sqrt(" : "sqrtf(") +
                  (Fits ? Text : "x") + ")";
    } else {
      std::string Factor = !Fits || !Repeats ? "x"
                           : IsPlain         ? Text
                                             : "(" + Text + ")";
      P.Instead = Factor;
      for (unsigned I = 0; I < P.Products; ++I)
        P.Instead += " * " + Factor;
    }
    P.WhyNoFix = whyNoFix(P, Call, Base, Fits, Repeats);
    if (P.WhyNoFix.empty())
      P.Replacement =
          P.Products == 0 || takesProduct() ? P.Instead : "(" + P.Instead + ")";
  }

  std::string whyNoFix(const SmallPower &P, const CallExpr &Call,
                       const Expr &Base, bool Fits, bool Repeats) const {
    for (SourceLocation At : {Call.getBeginLoc(), Call.getEndLoc(),
                              Base.getBeginLoc(), Base.getEndLoc()})
      if (At.isMacroID())
        return "it comes from a macro";
    if (InTemplate)
      return "the template may have instantiations of other types";
    if (!isLiteral(*Call.getArg(1)))
      return "the exponent has a name and may be meant to be changed";
    if (!Fits)
      return "the base is long; keep it in a variable";
    if (P.Products > 0 && !Repeats)
      return "'" + textOf(Base) + "' would be called more than once";
    if (Base.getType()->isIntegerType())
      return "the product of integers may overflow";
    if (!P.OfDoubles &&
        !Call.getType()->isSpecificBuiltinType(BuiltinType::Float))
      return "the call gives a double, and the product of floats is a float";
    return "";
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  const bool InTemplate; ///< the text is that of other functions as well
  llvm::SmallVector<const Stmt *, 16>
      Around; ///< what is visited, innermost last
};
} // namespace

std::vector<SmallPower>
gpuperf::findSmallPowers(ASTContext &Ctx, const FunctionDecl &Definition) {
  Finder F(Ctx, Definition.isTemplateInstantiation());
  if (Definition.getBody())
    F.TraverseStmt(Definition.getBody());
  return std::move(F.Found);
}
