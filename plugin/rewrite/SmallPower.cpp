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
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

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

/// Whether \p E stands where a product needs no parentheses.
static bool takesProduct(const Expr &E, ASTContext &Ctx) {
  DynTypedNode At = DynTypedNode::create(E);
  while (true) {
    const auto Parents = Ctx.getParents(At);
    if (Parents.size() != 1)
      return false;
    const DynTypedNode &Parent = Parents[0];
    if (Parent.get<ImplicitCastExpr>() || Parent.get<ExprWithCleanups>()) {
      At = Parent;
      continue;
    }
    if (const auto *Op = Parent.get<BinaryOperator>())
      return Op->isAdditiveOp() || Op->isAssignmentOp();
    return Parent.get<VarDecl>() || Parent.get<ReturnStmt>() ||
           Parent.get<ParenExpr>() || Parent.get<CallExpr>();
  }
}

namespace {
class Finder : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Finder(ASTContext &Ctx) : Ctx(Ctx), SM(Ctx.getSourceManager()) {}
  std::vector<SmallPower> Found;

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
    P.Call = Call;
    P.Exponent = *Exponent;
    P.Products = *Exponent < 1 ? 0 : static_cast<unsigned>(*Exponent) - 1;
    P.OfDoubles = !Type->isSpecificBuiltinType(BuiltinType::Float) &&
                  F->getName() != "powf";
    P.Called = F->getName().str();
    P.Begin = SM.getExpansionLoc(Call->getBeginLoc());
    P.End = SM.getExpansionRange(Call->getEndLoc()).getEnd();
    propose(P, *Base, *F);
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

  void propose(SmallPower &P, const Expr &Base, const FunctionDecl &F) {
    // Longer ones are no easier to read for being written twice.
    constexpr size_t Longest = 32;
    std::string Text = textOf(Base);
    const bool IsPlain = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr,
                             CXXOperatorCallExpr, CallExpr>(Base);
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
    if (P.Call->getBeginLoc().isMacroID() || P.Call->getEndLoc().isMacroID() ||
        Base.getBeginLoc().isMacroID() || Base.getEndLoc().isMacroID())
      P.WhyNoFix = "it comes from a macro";
    else if (!Fits)
      P.WhyNoFix = "the base is long; keep it in a variable";
    else if (P.Products > 0 && !Repeats)
      P.WhyNoFix = "'" + Text + "' would be called more than once";
    else if (Base.getType()->isIntegerType())
      P.WhyNoFix = "the product of integers may overflow";
    else
      P.Replacement = P.Products == 0 || takesProduct(*P.Call, Ctx)
                          ? P.Instead
                          : "(" + P.Instead + ")";
  }

  ASTContext &Ctx;
  const SourceManager &SM;
};
} // namespace

std::vector<SmallPower>
gpuperf::findSmallPowers(ASTContext &Ctx, const FunctionDecl &Definition) {
  Finder F(Ctx);
  if (Definition.getBody())
    F.TraverseStmt(Definition.getBody());
  return std::move(F.Found);
}
