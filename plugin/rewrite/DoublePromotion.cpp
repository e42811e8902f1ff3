//===- DoublePromotion.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/DoublePromotion.h"
#include "plugin/rewrite/FloatRange.h"
#include "plugin/rewrite/SmallPower.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace gpuperf;

static bool isType(QualType T, BuiltinType::Kind Kind) {
  if (T.isNull())
    return false;
  const auto *B = T.getCanonicalType()->getAs<BuiltinType>();
  return B && B->getKind() == Kind;
}
static bool isDouble(QualType T) { return isType(T, BuiltinType::Double); }
static bool isFloat(QualType T) { return isType(T, BuiltinType::Float); }

/// The function's name for floats; empty: not a math function that has one.
static std::string floatName(llvm::StringRef Name) {
  const bool Known =
      llvm::StringSwitch<bool>(Name)
          .Cases({"sqrt", "rsqrt", "cbrt", "rcbrt", "exp", "exp2", "exp10"},
                 true)
          .Cases({"expm1", "log", "log2", "log10", "log1p", "pow"}, true)
          .Cases({"sin", "cos", "tan", "asin", "acos", "atan", "atan2"}, true)
          .Cases({"sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}, true)
          .Cases({"sinpi", "cospi", "fabs", "floor", "ceil", "round"}, true)
          .Cases({"trunc", "rint", "nearbyint", "fmin", "fmax", "fmod"}, true)
          .Cases({"remainder", "hypot", "rhypot", "copysign", "fma"}, true)
          .Cases({"fdim", "erf", "erfc", "tgamma", "lgamma", "ldexp"}, true)
          .Default(false);
  if (Known)
    return (Name + "f").str();
  if (Name == "abs")
    return "fabsf";
  // Overloaded for both.
  if (Name == "min" || Name == "max")
    return Name.str();
  return "";
}

/// Whether \p S or what it is made of is such a power of a float.
static bool hasSmallPower(const Stmt &S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  return (Call && isPowerOfFloat(Ctx, *Call) &&
          smallExponent(*Call->getArg(1), Ctx)) ||
         llvm::any_of(S.children(), [&](const Stmt *Part) {
           return Part && hasSmallPower(*Part, Ctx);
         });
}

namespace {
/// What a double expression is made of.
class Operands {
public:
  Operands(ASTContext &Ctx) : Ctx(Ctx), SM(Ctx.getSourceManager()) {}

  /// False if a double that the program asked for takes part.
  bool visit(const Expr *E, unsigned Depth = 0);

  bool HasFloat = false, HasInteger = false, HasWideInteger = false;
  bool HasSmallPower = false; ///< DoublePromotion::LeavesSmallPower
  unsigned WidestIntegerBits = 0;
  struct Reason {
    std::string Text;
    SourceLocation Where;
  };
  /// Literals first in the source; functions only where there is none.
  std::optional<Reason> Literal, Function;
  std::vector<FixItHint> Fixes;
  std::string WhyNoFix;

private:
  bool visitLiteral(const FloatingLiteral &E);
  bool visitCast(const ImplicitCastExpr &E, unsigned Depth);
  bool visitNamed(const Expr &E);
  bool visitCall(const CallExpr &E, unsigned Depth);
  bool visitInteger(const Expr &E);
  void visitFloat(const Expr &E);
  void noFix(std::string Why) {
    if (WhyNoFix.empty())
      WhyNoFix = std::move(Why);
  }
  void noFixInMacro(SourceLocation Loc) {
    noFix("it comes from the macro '" +
          Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts()).str() + "'");
  }

  ASTContext &Ctx;
  const SourceManager &SM;
};
} // namespace

bool Operands::visitLiteral(const FloatingLiteral &E) {
  if (!isDouble(E.getType()))
    return false;
  // What a float cannot hold has to be a double.
  llvm::APFloat Value = E.getValue();
  bool LosesInfo = false;
  const auto Status =
      Value.convert(llvm::APFloat::IEEEsingle(),
                    llvm::APFloat::rmNearestTiesToEven, &LosesInfo);
  if (Status & (llvm::APFloat::opOverflow | llvm::APFloat::opUnderflow) ||
      Value.isDenormal())
    return false;
  const SourceLocation Loc = E.getLocation();
  const LangOptions &Opts = Ctx.getLangOpts();
  if (Loc.isMacroID()) {
    if (!Literal)
      Literal = {Lexer::getImmediateMacroName(Loc, SM, Opts).str(),
                 SM.getExpansionLoc(Loc)};
    noFixInMacro(Loc);
    return true;
  }
  const std::string Text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(Loc), SM, Opts).str();
  if (!Literal)
    Literal = {Text, Loc};
  // Only a plain literal takes the suffix.
  if (Text.empty() || !(llvm::isHexDigit(Text.back()) || Text.back() == '.'))
    noFix("its text is not a plain literal");
  else
    Fixes.push_back(FixItHint::CreateInsertion(
        Lexer::getLocForEndOfToken(Loc, 0, SM, Opts), "f"));
  return true;
}

bool Operands::visitInteger(const Expr &E) {
  Expr::EvalResult Constant;
  if (!E.isValueDependent() && E.EvaluateAsInt(Constant, Ctx))
    return true;
  HasInteger = true;
  HasWideInteger |= Ctx.getTypeSize(E.getType()) > 32;
  // A byte is promoted to an int before it is converted.
  WidestIntegerBits =
      std::max(WidestIntegerBits, static_cast<unsigned>(Ctx.getTypeSize(
                                      E.IgnoreParenImpCasts()->getType())));
  return true;
}

void Operands::visitFloat(const Expr &E) {
  HasFloat = true;
  HasSmallPower |= hasSmallPower(E, Ctx);
}

/// A double with a name is honest unless it is no more than a literal.
bool Operands::visitNamed(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType().isConstQualified() || !V->getInit() ||
      V->getInit()->isValueDependent() || !V->getInit()->isEvaluatable(Ctx))
    return false;
  if (!Literal)
    Literal = {V->getNameAsString(), SM.getExpansionLoc(Ref->getLocation())};
  noFix("the constant '" + V->getNameAsString() + "' is a double");
  return true;
}

bool Operands::visitCast(const ImplicitCastExpr &E, unsigned Depth) {
  const Expr *From = E.getSubExpr();
  switch (E.getCastKind()) {
  case CK_NoOp:
    return visit(From, Depth);
  case CK_FloatingCast:
    if (!isFloat(From->getType()))
      return false;
    visitFloat(*From);
    return true;
  case CK_IntegralToFloating:
    return visitInteger(*From);
  case CK_LValueToRValue:
    return visitNamed(*From);
  default:
    return false;
  }
}

bool Operands::visitCall(const CallExpr &E, unsigned Depth) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F || !F->getDeclName().isIdentifier() ||
      (F->getBuiltinID() == 0 && !SM.isInSystemHeader(F->getLocation())))
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(E.getCallee()->IgnoreParenImpCasts());
  const std::string Name = floatName(F->getName());
  if (!Ref || Name.empty())
    return false;
  const bool IsOverloaded = Name == F->getName();
  for (const Expr *Arg : E.arguments()) {
    QualType T = Arg->IgnoreParenImpCasts()->getType();
    if (isDouble(Arg->getType()) && Arg->isPRValue()) {
      if (!visit(Arg, Depth + 1))
        return false;
    } else if (isFloat(Arg->getType()) && Arg->isPRValue()) {
      visitFloat(*Arg); // std::pow(float, int) and the like
    } else if (Arg->getType()->isIntegerType() && Arg->isPRValue()) {
      visitInteger(*Arg);
    } else {
      return false;
    }
    if (IsOverloaded && T->isIntegerType())
      noFix("'" + F->getNameAsString() +
            "' of a float and an integer is "
            "ambiguous");
  }
  const SourceLocation Loc = Ref->getBeginLoc();
  if (!Function)
    Function = {F->getNameAsString(), SM.getExpansionLoc(Loc)};
  if (Loc.isMacroID() || Ref->getLocation().isMacroID()) {
    noFixInMacro(Loc.isMacroID() ? Loc : Ref->getLocation());
    return true;
  }
  if (Ref->hasExplicitTemplateArgs())
    noFix("'" + F->getNameAsString() + "' has template arguments");
  if (!IsOverloaded)
    Fixes.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(Loc, Ref->getLocation()), Name));
  return true;
}

bool Operands::visit(const Expr *E, unsigned Depth) {
  constexpr unsigned Deepest = 200;
  if (!E || Depth > Deepest || E->isTypeDependent() || E->isValueDependent() ||
      E->containsErrors())
    return false;
  E = E->IgnoreParens();
  if (const auto *L = dyn_cast<FloatingLiteral>(E))
    return visitLiteral(*L);
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return visitCast(*C, Depth + 1);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
           visit(U->getSubExpr(), Depth + 1);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isMultiplicativeOp() || B->isAdditiveOp()) &&
           isDouble(B->getType()) && visit(B->getLHS(), Depth + 1) &&
           visit(B->getRHS(), Depth + 1);
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return visit(C->getTrueExpr(), Depth + 1) &&
           visit(C->getFalseExpr(), Depth + 1);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(C) &&
           isDouble(C->getType()) && visitCall(*C, Depth + 1);
  return false;
}

namespace {
class PromotionFinder {
public:
  PromotionFinder(ASTContext &Ctx) : Ctx(Ctx), SM(Ctx.getSourceManager()) {}
  void walk(const Stmt *S);
  std::vector<DoublePromotion> Found;

private:
  void look(const Stmt &S);
  const Expr &wholeOf(const Expr &Part) const;
  void add(const Expr &Whole, Operands &Of, bool IsComparison,
           unsigned ToIntegerBits = 0);

  ASTContext &Ctx;
  const SourceManager &SM;
  llvm::DenseMap<const Stmt *, const Stmt *> ParentOf;
};
} // namespace

void PromotionFinder::add(const Expr &Whole, Operands &Of, bool IsComparison,
                          unsigned ToIntegerBits) {
  const auto &Cause = Of.Literal ? Of.Literal : Of.Function;
  // Constants alone are computed by the compiler.
  if (!Cause || !(Of.HasFloat || Of.HasInteger))
    return;
  DoublePromotion P;
  P.Begin = SM.getExpansionLoc(Whole.getBeginLoc());
  P.End = SM.getExpansionRange(Whole.getEndLoc()).getEnd();
  P.Cause = "'" + Cause->Text + "'";
  P.CauseLoc = Cause->Where;
  P.IsComparison = IsComparison;
  P.FromIntegers = Of.HasInteger;
  P.ToIntegerBits = ToIntegerBits;
  P.LeavesSmallPower = Of.HasSmallPower;
  if (Of.HasWideInteger && Of.WhyNoFix.empty())
    Of.WhyNoFix = "a float cannot hold its 64-bit integers";
  if (Of.WhyNoFix.empty())
    if (const std::string Leaves = leavesFloatRange(Ctx, wholeOf(Whole));
        !Leaves.empty())
      Of.WhyNoFix = "a float holds 1.2e-38 to 3.4e38, and " + Leaves +
                    " may go beyond it here although the result does not";
  P.WhyNoFix = std::move(Of.WhyNoFix);
  if (P.WhyNoFix.empty())
    P.Fixes = std::move(Of.Fixes);
  for (const DoublePromotion &Other : Found)
    if (Other.Begin == P.Begin && Other.CauseLoc == P.CauseLoc)
      return;
  Found.push_back(std::move(P));
}

/// Of `pow(x, 7)` with a float (isPowerOfFloat), the name. Of exponents that a
/// product does for, nothing (SmallPower.h).
static const DeclRefExpr *powerOfFloat(const Stmt &S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  return Call && isPowerOfFloat(Ctx, *Call) &&
                 !smallExponent(*Call->getArg(1), Ctx)
             ? dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts())
             : nullptr;
}

/// The expression that \p Part takes part in, as far as nvcc computes it in
/// double where \p Part is one.
const Expr &PromotionFinder::wholeOf(const Expr &Part) const {
  const Expr *Whole = &Part;
  const auto *Outermost = dyn_cast<BinaryOperator>(Whole);
  if (Outermost &&
      (Outermost->isComparisonOp() || Outermost->isCompoundAssignmentOp()))
    return *Whole;
  while (const auto *Around = dyn_cast_or_null<Expr>(ParentOf.lookup(Whole))) {
    if (!Around->getType()->isArithmeticType())
      break;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Around);
        Cast && isFloat(Cast->getType()) &&
        !isFloat(Cast->getSubExpr()->getType()))
      break;
    const auto *Binary = dyn_cast<BinaryOperator>(Around);
    if (Binary && Binary->isComparisonOp())
      return *Around;
    if (Binary && Binary->isCompoundAssignmentOp() && Binary->getRHS() == Whole)
      return *Around;
    if (!(isa<ImplicitCastExpr, ParenExpr, UnaryOperator, ConditionalOperator,
              CallExpr>(Around) ||
          (Binary && (Binary->isMultiplicativeOp() || Binary->isAdditiveOp()))))
      break;
    Whole = Around;
  }
  return *Whole;
}

void PromotionFinder::look(const Stmt &S) {
  if (const DeclRefExpr *Name = powerOfFloat(S, Ctx)) {
    Operands Of(Ctx);
    Of.HasFloat = true;
    Of.Function = {"pow", SM.getExpansionLoc(Name->getBeginLoc())};
    if (Name->getBeginLoc().isMacroID() || Name->getLocation().isMacroID())
      Of.WhyNoFix = "it comes from a macro";
    else
      Of.Fixes.push_back(FixItHint::CreateReplacement(
          CharSourceRange::getTokenRange(Name->getBeginLoc(),
                                         Name->getLocation()),
          "powf"));
    add(*cast<Expr>(&S), Of, /*IsComparison=*/false);
    return;
  }
  // A float has 24 bits: enough for what is cut to a byte, but for a value next
  // to an integer, which may come out on the other side of it.
  constexpr unsigned ShortBits = 16;
  if (const auto *C = dyn_cast<CastExpr>(&S);
      C && C->getCastKind() == CK_FloatingToIntegral) {
    const auto Bits = static_cast<unsigned>(Ctx.getTypeSize(C->getType()));
    Operands Of(Ctx);
    if (Bits > ShortBits || C->getType()->isBooleanType() ||
        !isDouble(C->getSubExpr()->getType()) || !Of.visit(C->getSubExpr()) ||
        Of.WidestIntegerBits > ShortBits)
      return;
    Of.WhyNoFix = "a result next to an integer may be cut to the other one";
    add(*C->getSubExpr(), Of, /*IsComparison=*/false, Bits);
    return;
  }
  if (const auto *C = dyn_cast<CastExpr>(&S)) {
    if (C->getCastKind() != CK_FloatingCast || !isFloat(C->getType()) ||
        !isDouble(C->getSubExpr()->getType()))
      return;
    Operands Of(Ctx);
    if (Of.visit(C->getSubExpr()))
      add(*C->getSubExpr(), Of, /*IsComparison=*/false);
    return;
  }
  if (const auto *A = dyn_cast<CompoundAssignOperator>(&S)) {
    if (!isFloat(A->getLHS()->getType()) ||
        !isDouble(A->getComputationResultType()))
      return;
    Operands Of(Ctx);
    if (!Of.visit(A->getRHS()))
      return;
    Of.HasFloat = true;
    add(*A, Of, /*IsComparison=*/false);
    return;
  }
  const auto *B = dyn_cast<BinaryOperator>(&S);
  if (!B || !B->isComparisonOp() || !isDouble(B->getLHS()->getType()) ||
      !isDouble(B->getRHS()->getType()))
    return;
  Operands Of(Ctx);
  if (Of.visit(B->getLHS()) && Of.visit(B->getRHS()) && Of.HasFloat)
    add(*B, Of, /*IsComparison=*/true);
}

void PromotionFinder::walk(const Stmt *Body) {
  llvm::SmallVector<const Stmt *, 64> Work = {Body};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    look(*S);
    // In source order.
    llvm::SmallVector<const Stmt *, 8> Children(S->children());
    for (const Stmt *Child : Children)
      ParentOf[Child] = S;
    Work.append(Children.rbegin(), Children.rend());
  }
}

/// Bodies of all instantiations that are there of the template that \p F is
/// one of; nothing if they cannot be listed.
static std::optional<llvm::SmallVector<const FunctionDecl *, 4>>
instantiationsOf(const FunctionDecl &F) {
  llvm::SmallVector<const FunctionDecl *, 4> Out;
  const FunctionTemplateDecl *Template = F.getPrimaryTemplate();
  if (!Template ||
      F.getTemplateSpecializationKind() != TSK_ImplicitInstantiation)
    return std::nullopt;
  for (const FunctionDecl *Other :
       const_cast<FunctionTemplateDecl *>(Template)->specializations()) {
    const FunctionDecl *Body = nullptr;
    if (Other->hasBody(Body) && Body->isTemplateInstantiation())
      Out.push_back(Body);
  }
  return Out;
}

static std::vector<DoublePromotion> findIn(ASTContext &Ctx,
                                           const FunctionDecl &Definition) {
  PromotionFinder F(Ctx);
  F.walk(Definition.getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(&Definition))
    for (const CXXCtorInitializer *Init : C->inits())
      F.walk(Init->getInit());
  return std::move(F.Found);
}

std::vector<DoublePromotion>
gpuperf::findDoublePromotions(ASTContext &Ctx, const FunctionDecl &Definition) {
  std::vector<DoublePromotion> Found = findIn(Ctx, Definition);
  if (Found.empty() || !Definition.isTemplateInstantiation())
    return Found;
  // One text, many functions: all must want the same.
  auto All = instantiationsOf(Definition);
  const SourceManager &SM = Ctx.getSourceManager();
  const bool Here =
      SM.isInMainFile(SM.getExpansionLoc(Definition.getLocation()));
  for (DoublePromotion &P : Found) {
    bool Agreed = All && Here;
    if (Agreed)
      for (const FunctionDecl *Other : *All) {
        std::vector<DoublePromotion> Theirs =
            Other == &Definition ? Found : findIn(Ctx, *Other);
        Agreed &= llvm::any_of(Theirs, [&](const DoublePromotion &T) {
          return T.Begin == P.Begin && T.CauseLoc == P.CauseLoc &&
                 T.WhyNoFix.empty();
        });
      }
    if (Agreed || !P.WhyNoFix.empty())
      continue;
    P.Fixes.clear();
    P.WhyNoFix = All && Here
                     ? "other instantiations of the template compute it "
                       "in double"
                     : "the template may have other instantiations";
  }
  return Found;
}
