//===- FloatRange.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/FloatRange.h"
#include "plugin/ast/SameExpr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <optional>

using namespace clang;
using namespace gpuperf;

/// Factors beyond it, or below its reciprocal, tell of very large or very small
/// ones beside them: constants of nature, masses of stars.
static constexpr double Extreme = 1e9;
/// A constant factor up to it, or down to its reciprocal, moves the end of the
/// range by no more than that.
static constexpr double Usual = 1e3;
/// A million to this power is still in the range.
static constexpr double SmallExponent = 6;

namespace {
/// How a mathematical function treats values that a float cannot hold.
enum class Treats {
  None,     ///< not a function that is known here
  Grows,    ///< the result may be beyond any float, or below
  Scales,   ///< likewise, and is used as a factor: pow, ldexp
  Bounded,  ///< infinity and zero give what the value gives, rounded to float
  PassesOn, ///< what its operands are
  Changes,  ///< a value in range may come of one that is not
};

/// What is known of the value of a subexpression.
struct Reach {
  bool Huge = false;  ///< may be beyond the largest float
  bool Tiny = false;  ///< may be other than zero and below the smallest float
  bool Scale = false; ///< is a power that is there to scale other factors
  bool NotNegative = false;
  unsigned Factors = 1;          ///< those of it that are not constant
  std::optional<double> Value;   ///< of a constant
  bool HasExtremeFactor = false; ///< see Extreme
  std::string Of;                ///< the name of what is Huge or Tiny
  std::string Factor;            ///< the text of the extreme factor
};

class RangeWalk {
public:
  explicit RangeWalk(const ASTContext &Ctx) : Ctx(Ctx) {}
  Reach visit(const Expr &Of, unsigned Depth = 0);
  Reach compare(const Expr &Left, const Expr &Right);
  Reach multiply(const Reach &A, const Reach &B);
  Reach divide(const Reach &A, const Reach &B);
  Reach add(const Reach &A, const Reach &B, bool Subtracts);
  std::string Leaves;

private:
  void leave(const std::string &What) {
    if (Leaves.empty())
      Leaves = What;
  }
  void lookAtFactors(const Reach &Product);
  Reach visitCall(const CallExpr &E, unsigned Depth);
  Reach visitBinary(const BinaryOperator &E, unsigned Depth);
  bool isNotNegative(const Expr &Of, unsigned Depth = 0) const;
  bool isNotPositive(const Expr &Of, unsigned Depth = 0) const;
  std::optional<double> valueOf(const Expr &E) const;
  std::string textOf(const Expr &E) const;
  std::optional<bool> signOfProduct(const Expr &E, unsigned Depth) const;
  bool isSame(const Expr &A, const Expr &B) const;

  const ASTContext &Ctx;
};
} // namespace

static bool isFloat(QualType T) {
  return T->isSpecificBuiltinType(BuiltinType::Float);
}
static bool isDouble(QualType T) {
  return T->isSpecificBuiltinType(BuiltinType::Double);
}

/// The name of the mathematical function that \p E calls.
static llvm::StringRef calleeOf(const CallExpr &E, const ASTContext &Ctx) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F || !F->getDeclName().isIdentifier() ||
      (F->getBuiltinID() == 0 &&
       !Ctx.getSourceManager().isInSystemHeader(F->getLocation())))
    return "";
  return F->getName();
}

bool gpuperf::isPowerOfFloat(const ASTContext &Ctx, const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  return Call && Call->getNumArgs() == 2 && isFloat(Call->getType()) &&
         isFloat(Call->getArg(0)->getType()) &&
         Call->getArg(1)->getType()->isIntegerType() &&
         calleeOf(*Call, Ctx) == "pow";
}

static Treats treats(llvm::StringRef Name) {
  return llvm::StringSwitch<Treats>(Name)
      .Cases({"exp", "exp2", "exp10", "expm1", "sinh", "cosh", "tgamma"},
             Treats::Grows)
      .Cases({"pow", "ldexp"}, Treats::Scales)
      .Cases({"atan", "tanh", "erf", "erfc"}, Treats::Bounded)
      .Cases({"fabs", "abs", "floor", "ceil", "round", "trunc", "rint"},
             Treats::PassesOn)
      .Cases({"nearbyint", "copysign", "fmin", "fmax", "min", "max", "hypot"},
             Treats::PassesOn)
      .Default(Treats::Changes);
}

std::optional<double> RangeWalk::valueOf(const Expr &E) const {
  Expr::EvalResult Result;
  if (E.isValueDependent() || E.isTypeDependent())
    return std::nullopt;
  if (E.getType()->isIntegerType()) {
    if (!E.EvaluateAsInt(Result, Ctx))
      return std::nullopt;
    return static_cast<double>(Result.Val.getInt().getExtValue());
  }
  llvm::APFloat Float(0.0);
  if (!(isFloat(E.getType()) || isDouble(E.getType())) ||
      !E.EvaluateAsFloat(Float, Ctx))
    return std::nullopt;
  bool Loses = false;
  Float.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &Loses);
  return Float.convertToDouble();
}

std::string RangeWalk::textOf(const Expr &E) const {
  return "'" +
         Lexer::getSourceText(
             CharSourceRange::getTokenRange(E.getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
             .str() +
         "'";
}

/// Whether both name the same variable, or element of an array.
bool RangeWalk::isSame(const Expr &A, const Expr &B) const {
  return isSameExpr(A, B, Ctx) && !A.HasSideEffects(Ctx);
}

static void factorsOf(const Expr &E, llvm::SmallVectorImpl<const Expr *> &Out) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(Plain);
  if (B && B->getOpcode() == BO_Mul) {
    factorsOf(*B->getLHS(), Out);
    factorsOf(*B->getRHS(), Out);
  } else {
    Out.push_back(Plain);
  }
}

/// True: a product that is not negative; false: one that is not positive.
std::optional<bool> RangeWalk::signOfProduct(const Expr &E,
                                             unsigned Depth) const {
  llvm::SmallVector<const Expr *, 4> Factors;
  factorsOf(E, Factors);
  constexpr size_t Most = 8;
  if (Factors.size() < 2 || Factors.size() > Most)
    return std::nullopt;
  bool Positive = true;
  llvm::SmallVector<const Expr *, 4> Single;
  for (const Expr *F : Factors) {
    if (isNotNegative(*F, Depth + 1))
      continue;
    if (isNotPositive(*F, Depth + 1)) {
      Positive = !Positive;
      continue;
    }
    auto *Pair =
        llvm::find_if(Single, [&](const Expr *S) { return isSame(*S, *F); });
    // -x * x is a square, too.
    if (Pair != Single.end()) {
      Single.erase(Pair);
    } else if (const auto *U = dyn_cast<UnaryOperator>(F);
               U && U->getOpcode() == UO_Minus) {
      Positive = !Positive;
      Single.push_back(U->getSubExpr()->IgnoreParenImpCasts());
    } else {
      Single.push_back(F);
    }
  }
  if (!Single.empty())
    return std::nullopt;
  return Positive;
}

static constexpr unsigned Deepest = 30;

bool RangeWalk::isNotNegative(const Expr &Of, unsigned Depth) const {
  if (Depth > Deepest)
    return false;
  if (const auto Value = valueOf(Of))
    return *Value >= 0;
  const Expr *E = Of.IgnoreParenImpCasts();
  if (E->getType()->isUnsignedIntegerType())
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Minus &&
           isNotPositive(*U->getSubExpr(), Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const llvm::StringRef Name = calleeOf(*Call, Ctx);
    if (Name == "pow" || Name == "powf") {
      const auto Power =
          Call->getNumArgs() == 2 ? valueOf(*Call->getArg(1)) : std::nullopt;
      return Power && std::fmod(*Power, 2) == 0;
    }
    return llvm::StringSwitch<bool>(Name)
        .Cases({"sqrt", "sqrtf", "fabs", "fabsf", "abs", "exp", "expf"}, true)
        .Cases({"hypot", "hypotf", "cosh", "coshf"}, true)
        .Default(false);
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return false;
  if (B->getOpcode() == BO_Mul)
    return signOfProduct(*E, Depth) == true;
  return (B->getOpcode() == BO_Add || B->getOpcode() == BO_Div) &&
         isNotNegative(*B->getLHS(), Depth + 1) &&
         isNotNegative(*B->getRHS(), Depth + 1);
}

bool RangeWalk::isNotPositive(const Expr &Of, unsigned Depth) const {
  if (Depth > Deepest)
    return false;
  if (const auto Value = valueOf(Of))
    return *Value <= 0;
  const Expr *E = Of.IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Minus &&
           isNotNegative(*U->getSubExpr(), Depth + 1);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return false;
  if (B->getOpcode() == BO_Mul)
    return signOfProduct(*E, Depth) == false;
  return B->getOpcode() == BO_Div && isNotPositive(*B->getLHS(), Depth + 1) &&
         isNotNegative(*B->getRHS(), Depth + 1);
}

/// What a float holds of it: infinity and zero, with the fix and without.
static Reach rounded(Reach Of) {
  Of.Huge = Of.Tiny = Of.Scale = false;
  return Of;
}

/// The sum of factors and what is known of them, for products and quotients.
static Reach joined(const Reach &A, const Reach &B) {
  Reach Out;
  Out.Scale = A.Scale || B.Scale;
  Out.NotNegative = A.NotNegative && B.NotNegative;
  Out.Factors = A.Factors + B.Factors;
  Out.HasExtremeFactor = A.HasExtremeFactor || B.HasExtremeFactor;
  Out.Of = A.Of.empty() ? B.Of : A.Of;
  Out.Factor = A.Factor.empty() ? B.Factor : A.Factor;
  return Out;
}

/// Whether \p Factor could bring \p Of back into the range: a constant that is
/// far from one, or what a power is there to scale.
static bool bringsBack(const Reach &Factor, const Reach &Of) {
  if (!Of.Huge && !Of.Tiny)
    return false;
  if (!Factor.Value)
    return Of.Scale;
  const double Size = std::fabs(*Factor.Value);
  return Size > Usual || Size < 1 / Usual;
}

void RangeWalk::lookAtFactors(const Reach &Product) {
  constexpr unsigned Several = 2;
  if (Product.HasExtremeFactor && Product.Factors >= Several)
    leave(Product.Factor);
}

Reach RangeWalk::multiply(const Reach &A, const Reach &B) {
  Reach Out = joined(A, B);
  Out.Huge = A.Huge || B.Huge;
  Out.Tiny = A.Tiny || B.Tiny;
  if ((A.Huge && B.Tiny) || (A.Tiny && B.Huge) || bringsBack(A, B) ||
      bringsBack(B, A))
    leave(Out.Of);
  lookAtFactors(Out);
  return Out;
}

Reach RangeWalk::divide(const Reach &A, const Reach &B) {
  Reach Out = joined(A, B);
  Out.Huge = A.Huge || B.Tiny;
  Out.Tiny = A.Tiny || B.Huge;
  // A constant over infinity is zero, and is as small with the value itself.
  if ((A.Huge && B.Huge) || (A.Tiny && B.Tiny) || bringsBack(A, B) ||
      bringsBack(B, A))
    leave(Out.Of);
  lookAtFactors(Out);
  return Out;
}

Reach RangeWalk::add(const Reach &A, const Reach &B, bool Subtracts) {
  Reach Out;
  Out.Huge = A.Huge || B.Huge;
  // What is too small for a float is nothing beside a usual number.
  Out.Tiny = A.Tiny && B.Tiny;
  Out.Scale = A.Scale || B.Scale;
  Out.NotNegative = !Subtracts && A.NotNegative && B.NotNegative;
  Out.Of = A.Of.empty() ? B.Of : A.Of;
  // The difference of two infinities is no number.
  if (A.Huge && B.Huge && !Out.NotNegative)
    leave(Out.Of);
  return Out;
}

Reach RangeWalk::compare(const Expr &Left, const Expr &Right) {
  const Reach A = visit(Left), B = visit(Right);
  if ((A.Huge && B.Huge) || (A.Tiny && B.Tiny) || (A.Tiny && B.Value == 0.0) ||
      (B.Tiny && A.Value == 0.0))
    leave(A.Of.empty() ? B.Of : A.Of);
  return {};
}

Reach RangeWalk::visitCall(const CallExpr &E, unsigned Depth) {
  const llvm::StringRef Name = calleeOf(E, Ctx);
  Reach Any;
  Any.Factors = 1;
  Any.NotNegative = isNotNegative(E);
  const bool WidensInNvcc = isPowerOfFloat(Ctx, E);
  // sqrtf and the like take floats, and functions of the user what they say.
  if (Name.empty() || (Name.ends_with("f") && Name != "erf")) {
    for (const Expr *Arg : E.arguments())
      visit(*Arg, Depth + 1);
    return Any;
  }
  bool First = true;
  const Treats How = treats(Name);
  for (const Expr *Arg : E.arguments()) {
    const Reach Of = visit(*Arg, Depth + 1);
    // The sign of copysign is not a size.
    if (How == Treats::PassesOn && (First || Name != "copysign")) {
      Any.Huge |= Of.Huge;
      Any.Tiny |= Of.Tiny;
      Any.Scale |= Of.Scale;
      if (Any.Of.empty())
        Any.Of = Of.Of;
    } else if ((Of.Huge || Of.Tiny) &&
               (How == Treats::Scales || How == Treats::Changes)) {
      leave(Of.Of);
    }
    First = false;
  }
  if (How != Treats::Grows && How != Treats::Scales)
    return Any;
  // In float it is already as the fix would have it.
  if (!isDouble(E.getType()) && !WidensInNvcc)
    return Any;
  if (Name == "pow") {
    const auto Power = valueOf(*E.getArg(E.getNumArgs() - 1));
    if (Power && std::fabs(*Power) <= SmallExponent)
      return Any;
  }
  const Expr &Operand = *E.getArg(0);
  const bool OfExp = Name == "exp" || Name == "exp2" || Name == "exp10";
  Any.Huge = !OfExp || !isNotPositive(Operand);
  Any.Tiny = !OfExp || !isNotNegative(Operand);
  if (Name == "cosh" || Name == "sinh" || Name == "expm1")
    Any.Tiny = false;
  Any.Scale = How == Treats::Scales;
  // Bases of powers are hardly ever negative.
  Any.NotNegative = OfExp || Name == "cosh" || Name == "pow";
  Any.Of = "'" + Name.str() + "'";
  return Any;
}

Reach RangeWalk::visitBinary(const BinaryOperator &E, unsigned Depth) {
  const Reach A = visit(*E.getLHS(), Depth + 1);
  const Reach B = visit(*E.getRHS(), Depth + 1);
  Reach Out;
  switch (E.getOpcode()) {
  case BO_Mul:
    Out = multiply(A, B);
    break;
  case BO_Div:
    Out = divide(A, B);
    break;
  case BO_Add:
  case BO_Sub:
    Out = add(A, B, E.getOpcode() == BO_Sub);
    break;
  default:
    break;
  }
  Out.NotNegative |= isNotNegative(E);
  return Out;
}

Reach RangeWalk::visit(const Expr &Of, unsigned Depth) {
  Reach Plain;
  constexpr unsigned DeepestWalk = 200;
  if (Depth > DeepestWalk || !Of.getType()->isArithmeticType())
    return Plain;
  if (const auto Value = valueOf(Of)) {
    Plain.Value = Value;
    Plain.Factors = 0;
    Plain.NotNegative = *Value >= 0;
    const double Size = std::fabs(*Value);
    Plain.HasExtremeFactor = isDouble(Of.getType()) && Size > 0 &&
                             (Size > Extreme || Size < 1 / Extreme);
    Plain.Factor = "the product with " + textOf(Of);
    return Plain;
  }
  const Expr *E = Of.IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    Reach Out = visit(*C->getSubExpr(), Depth + 1);
    // Products of floats are computed in float with the fix and without.
    if (C->getCastKind() == CK_FloatingCast)
      Out.Factors = 1;
    return C->getCastKind() == CK_FloatingCast && isFloat(C->getType())
               ? rounded(Out)
               : Out;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus)) {
    Reach Out = visit(*U->getSubExpr(), Depth + 1);
    Out.NotNegative = isNotNegative(*U);
    return Out;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return visitBinary(*B, Depth);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const Reach A = visit(*C->getTrueExpr(), Depth + 1);
    const Reach B = visit(*C->getFalseExpr(), Depth + 1);
    Reach Out = joined(A, B);
    Out.Factors = std::max(A.Factors, B.Factors);
    Out.Huge = A.Huge || B.Huge;
    Out.Tiny = A.Tiny || B.Tiny;
    return Out;
  }
  if (const auto *C = dyn_cast<CallExpr>(E);
      C && !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(C))
    return visitCall(*C, Depth);
  Plain.NotNegative = isNotNegative(*E);
  return Plain;
}

std::string gpuperf::leavesFloatRange(const ASTContext &Ctx,
                                      const Expr &Whole) {
  RangeWalk Walk(Ctx);
  const auto *B = dyn_cast<BinaryOperator>(Whole.IgnoreParens());
  if (B && B->isComparisonOp()) {
    Walk.compare(*B->getLHS(), *B->getRHS());
  } else if (const auto *A = dyn_cast_or_null<CompoundAssignOperator>(B)) {
    const Reach Right = Walk.visit(*A->getRHS());
    switch (A->getOpcode()) {
    case BO_MulAssign:
      Walk.multiply(Reach(), Right);
      break;
    case BO_DivAssign:
      Walk.divide(Reach(), Right);
      break;
    default:
      break;
    }
  } else {
    Walk.visit(Whole);
  }
  return Walk.Leaves;
}
