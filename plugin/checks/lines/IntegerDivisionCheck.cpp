//===- IntegerDivisionCheck.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/IntegerDivisionCheck.h"
#include "analysis/advice/arithmetic/IntegerDivision.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/findings/KernelLines.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace gpuperf {

namespace {
/// The divisions and remainders of integers in a function whose divisor is no
/// constant.
class Divisions : public RecursiveASTVisitor<Divisions> {
public:
  explicit Divisions(const ASTContext &Ctx) : Ctx(Ctx) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  std::vector<const BinaryOperator *> Found;

  bool VisitBinaryOperator(BinaryOperator *Op) {
    switch (Op->getOpcode()) {
    case BO_Div:
    case BO_Rem:
    case BO_DivAssign:
    case BO_RemAssign: {
      Expr::EvalResult Value;
      if (Op->getType()->isIntegerType() && !Op->isValueDependent() &&
          !Op->getRHS()->EvaluateAsInt(Value, Ctx))
        Found.push_back(Op);
      break;
    }
    default:
      break;
    }
    return true;
  }

private:
  const ASTContext &Ctx;
};

/// What the source says of the divisions at the lines of a finding.
struct DivisionText {
  bool AnyQuotient = false, AnyRemainder = false;
  std::vector<std::string> Divisors; ///< as written, each once
  /// Those of the line that is told are remainders of a sum or a difference: an
  /// index that wraps around.
  bool IsWrap = true;
  std::string Wrapped; ///< what is wrapped first, without a summand '+ n'
  /// The summand was there, or something is taken away: it may lie below 0.
  bool MayBeBelow = false;
  bool IsSplit = false; ///< quotient and remainder of one variable
};

std::string textOf(const Expr *E, const ASTContext &Ctx) {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(E->getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
      .str();
}

const ValueDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? Ref->getDecl() : nullptr;
}

/// The text of the sum \p E without the summand \p Divisor, which is added so
/// that it is never below 0; \p Found: there is one.
std::string withoutSummand(const Expr *E, llvm::StringRef Divisor,
                           const ASTContext &Ctx, bool &Found) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Sum || !Sum->isAdditiveOp())
    return textOf(E, Ctx);
  if (Sum->getOpcode() == BO_Add)
    for (const auto &[Part, Rest] : {std::pair(Sum->getRHS(), Sum->getLHS()),
                                     std::pair(Sum->getLHS(), Sum->getRHS())})
      if (textOf(Part->IgnoreParenImpCasts(), Ctx) == Divisor) {
        Found = true;
        return textOf(Rest, Ctx);
      }
  return withoutSummand(Sum->getLHS(), Divisor, Ctx, Found) + " " +
         Sum->getOpcodeStr().str() + " " + textOf(Sum->getRHS(), Ctx);
}

bool takesAway(const Expr *E) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return Sum && Sum->isAdditiveOp() &&
         (Sum->getOpcode() == BO_Sub || takesAway(Sum->getLHS()) ||
          takesAway(Sum->getRHS()));
}

/// Whether no summand of \p E can lie below 0: all are of unsigned types or
/// constants from 0 on, and none is taken away.
bool isNeverBelow(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return Sum->getOpcode() == BO_Add && isNeverBelow(Sum->getLHS(), Ctx) &&
           isNeverBelow(Sum->getRHS(), Ctx);
  Expr::EvalResult Value;
  if (!E->isValueDependent() && E->EvaluateAsInt(Value, Ctx))
    return !Value.Val.getInt().isNegative();
  return E->getType()->isUnsignedIntegerType();
}

/// \p OfLead: the first of \p Ops, those at the line that is told. \p Written:
/// all of the kernel's; the compiler takes one out of another.
DivisionText describe(llvm::ArrayRef<const BinaryOperator *> Ops, size_t OfLead,
                      llvm::ArrayRef<const BinaryOperator *> Written,
                      const ASTContext &Ctx) {
  DivisionText Out;
  for (const auto &[I, Op] : llvm::enumerate(Ops)) {
    const bool IsRemainder =
        Op->getOpcode() == BO_Rem || Op->getOpcode() == BO_RemAssign;
    (IsRemainder ? Out.AnyRemainder : Out.AnyQuotient) = true;
    const Expr *Divisor = Op->getRHS()->IgnoreParenImpCasts();
    const std::string Text = textOf(Divisor, Ctx);
    if (!Text.empty() && !llvm::is_contained(Out.Divisors, Text))
      Out.Divisors.push_back(Text);
    const auto *Left =
        dyn_cast<BinaryOperator>(Op->getLHS()->IgnoreParenImpCasts());
    const bool IsSum = Left && Left->isAdditiveOp();
    if (I < OfLead)
      Out.IsWrap &= IsRemainder && IsSum;
    // What lies below 0 is a large number where the sum is unsigned, and no
    // comparison finds it.
    if (IsSum && Left->getType()->isUnsignedIntegerType())
      Out.IsWrap &= isNeverBelow(Left, Ctx);
    if (IsRemainder && IsSum && Out.Wrapped.empty()) {
      Out.Wrapped = withoutSummand(Left, Text, Ctx, Out.MayBeBelow);
      Out.MayBeBelow |= takesAway(Left);
      Out.IsWrap &=
          !Out.MayBeBelow || !Left->getType()->isUnsignedIntegerType();
    }
    for (const BinaryOperator *Other : Written)
      Out.IsSplit |=
          Op->getOpcode() != Other->getOpcode() && variableOf(Op->getLHS()) &&
          variableOf(Op->getLHS()) == variableOf(Other->getLHS()) &&
          Text == textOf(Other->getRHS()->IgnoreParenImpCasts(), Ctx);
  }
  Out.IsWrap &= !Out.Wrapped.empty();
  return Out;
}
} // namespace

std::vector<LineFinding> IntegerDivisionCheck::find(const LaunchAnswer &Answer,
                                                    const GpuAnswer &On,
                                                    const GpuModel &Gpu) {
  auto Cost = costOfDivisions(*On.Kernel, On.Asked, Gpu, *On.P);
  if (!Cost || !Answer.Site.Kernel)
    return {};
  Divisions Written(*Ctx);
  for (const FunctionDecl *F : userFunctionsOf(*Ctx, *Answer.Site.Kernel))
    Written.TraverseStmt(F->getBody());
  auto IsAt = [&](const BinaryOperator *Op, const DividingLine &Line) {
    const SourceLine At =
        lineIn(*SM, *On.Kernel, SM->getExpansionLoc(Op->getOperatorLoc()));
    return At.Line != 0 && At.Line == Line.Where.Line &&
           At.File == Line.Where.File;
  };
  // Code of a library is left as it is, and lines that are hardly ever executed
  // are not told.
  constexpr double Hardly = 0.05;
  double All = 0;
  for (const DividingLine &Line : Cost->Lines)
    All += Line.PerThread;
  std::vector<const BinaryOperator *> Ops;
  llvm::SmallVector<SourceLine, 8> Others;
  size_t OpsOfLead = 0;
  std::optional<DividingLine> Lead;
  bool IsWide = false, ByPowers = true;
  for (const DividingLine &Line : Cost->Lines) {
    // One that serves two lines is of neither.
    if (Line.PerThread < Hardly * All || Line.Where.Line == 0)
      continue;
    const size_t Before = Ops.size();
    for (const BinaryOperator *Op : Written.Found)
      if (IsAt(Op, Line) && !llvm::is_contained(Ops, Op))
        Ops.push_back(Op);
    if (Ops.size() == Before)
      return {};
    IsWide |= Line.IsWide;
    ByPowers &= Line.ByPowers;
    if (!Lead) {
      Lead = Line;
      OpsOfLead = Ops.size();
    } else
      Others.push_back(Line.Where);
  }
  if (!Lead)
    return {};
  const DivisionText Text = describe(Ops, OpsOfLead, Written.Found, *Ctx);
  constexpr size_t MostNamed = 3;
  if (Text.Divisors.empty())
    return {};
  const auto Named = llvm::ArrayRef(Text.Divisors).take_front(MostNamed);
  LineFinding F;
  F.Where = Lead->Where;
  F.TimeUs = On.P->TimeUs;
  F.WithoutUs = Cost->WithoutUs;
  F.Blocks = Cost->Blocks;
  F.Text = formatv("integer {0} by '{1}'{2}, {3} the compiler does not know",
                   Text.AnyQuotient && Text.AnyRemainder ? "/ and %"
                   : Text.AnyQuotient                    ? "/"
                                                         : "%",
                   llvm::join(Named, Named.size() == 2 ? "' and '" : "', '"),
                   Named.size() < Text.Divisors.size() ? " and more" : "",
                   ByPowers ? "a power of two, as the loop shifts it, which"
                            : "which");
  if (const std::string Also = listLines(Others, Lead->Where.File);
      !Also.empty())
    F.Text += ", as on " + Also;
  const std::string Divisor = isValidAsciiIdentifier(Text.Divisors.front())
                                  ? "'" + Text.Divisors.front() + "'"
                                  : std::string("the divisor");
  std::vector<LineFinding> Out;
  if (ByPowers) {
    F.Notes.push_back(formatv("each is a routine of some {0} instructions, "
                              "where a shift or a mask is one or two",
                              IsWide ? "30 to 100" : "20"));
    F.Notes.push_back(formatv("let the loop count the logarithm s of {0}: for "
                              "x from 0 on, x / {1} is x >> s, and x % {1} is "
                              "x & ((1 << s) - 1)",
                              Divisor,
                              isValidAsciiIdentifier(Text.Divisors.front())
                                  ? Text.Divisors.front()
                                  : "(" + Text.Divisors.front() + ")"));
    Out.push_back(std::move(F));
    return Out;
  }
  F.Notes.push_back(formatv(
      "each is a routine of some {0} instructions, where a constant divisor "
      "would be a product and a shift",
      IsWide ? "30 to 100" : "20"));
  if (Text.IsWrap && Text.MayBeBelow)
    F.Notes.push_back(
        formatv("where x = '{0}' lies from -{1} to below 2 * {1}, comparisons "
                "wrap it: x < 0 ? x + {1} : x >= {1} ? x - {1} : x",
                Text.Wrapped, Text.Divisors.front()));
  else if (Text.IsWrap)
    F.Notes.push_back(
        formatv("where x = '{0}' lies from 0 to below 2 * {1}, a comparison "
                "wraps it: x >= {1} ? x - {1} : x",
                Text.Wrapped, Text.Divisors.front()));
  else if (Text.IsSplit)
    F.Notes.push_back(
        "a grid and block of two dimensions give row and column without a "
        "division");
  if (IsWide)
    F.Notes.push_back("where all values fit in 32 bits, variables of 32 bits "
                      "take a fraction of it");
  F.Notes.push_back(
      formatv("make {0} a template argument or constexpr where it takes few "
              "values; else the host can compute factor and shift once, as "
              "cutlass::FastDivmod does",
              Divisor));
  Out.push_back(std::move(F));
  return Out;
}

} // namespace gpuperf
