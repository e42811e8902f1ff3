//===- RepeatedDivisions.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/doubles/RepeatedDivisions.h"
#include "analysis/advice/arithmetic/QuotientCost.h"
#include "analysis/advice/lines/LineList.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/findings/KernelLines.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using namespace gpuperf;
using llvm::formatv;

namespace {
/// The divisions of doubles in a function.
class Divisions : public RecursiveASTVisitor<Divisions> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  std::vector<const BinaryOperator *> Found;

  bool VisitBinaryOperator(BinaryOperator *Op) {
    if (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_DivAssign)
      if (Op->getRHS()->getType()->isSpecificBuiltinType(BuiltinType::Double))
        Found.push_back(Op);
    return true;
  }
};
} // namespace

/// \p E as it is written, if that is short.
static std::string textOf(const Expr &E, const ASTContext &Ctx) {
  constexpr size_t Longest = 60;
  // A macro is written as it is used.
  const SourceManager &SM = Ctx.getSourceManager();
  const std::string Text =
      Lexer::getSourceText(SM.getExpansionRange(E.getSourceRange()), SM,
                           Ctx.getLangOpts())
          .str();
  return Text.size() <= Longest && !llvm::StringRef(Text).contains('\n') ? Text
                                                                         : "";
}

/// What \p Of makes of \p Ops, each in quotes, once; \p Else where one has no
/// text, or they are more than a few.
static std::string
namesOf(llvm::ArrayRef<const BinaryOperator *> Ops,
        llvm::function_ref<std::string(const BinaryOperator &)> Of,
        llvm::StringRef Else) {
  constexpr size_t MostNamed = 3;
  std::vector<std::string> Names;
  for (const BinaryOperator *Op : Ops) {
    const std::string Text = Of(*Op);
    if (Text.empty())
      return Else.str();
    if (!llvm::is_contained(Names, "'" + Text + "'"))
      Names.push_back("'" + Text + "'");
  }
  if (Names.size() > MostNamed)
    return Else.str();
  return llvm::join(Names, Names.size() == 2 ? " and " : ", ");
}

/// "x and y" for the axes of which \p Axes has the bits.
static std::string axesText(uint8_t Axes) {
  std::vector<std::string> Names;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Axes & (1u << Axis))
      Names.push_back(std::string(1, "xyz"[Axis]));
  return llvm::join(Names, " and ");
}

/// On which of \p Axes the launch has several threads.
static uint8_t longAxes(uint8_t Axes, const Launch &L) {
  uint8_t Out = 0;
  const uint64_t Threads[] = {L.Grid.X * L.Block.X, L.Grid.Y * L.Block.Y,
                              L.Grid.Z * L.Block.Z};
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if ((Axes & (1u << Axis)) && Threads[Axis] > 1)
      Out |= 1u << Axis;
  return Out;
}

/// What the divisions of \p Line are, and what is to be done about them.
static void describe(LineFinding &F, const RepeatedQuotientLine &Line,
                     llvm::ArrayRef<const BinaryOperator *> Ops,
                     const Launch &L, const ASTContext &Ctx) {
  const std::string Divisor = namesOf(
      Ops,
      [&](const auto &Op) { return textOf(*Op.getRHS()->IgnoreParens(), Ctx); },
      "numbers");
  const std::string Quotient = namesOf(
      Ops,
      [&](const auto &Op) {
        return Op.getOpcode() == BO_Div ? textOf(Op, Ctx) : std::string();
      },
      "it");
  Expr::EvalResult Value;
  const Expr &By = *Ops.front()->getRHS();
  const bool IsConstant = Ops.size() == 1 && !By.isValueDependent() &&
                          By.EvaluateAsRValue(Value, Ctx) &&
                          Value.Val.isFloat();
  const auto Counts = [](llvm::StringRef Names) {
    return Names.count("'") > 2 ? " are" : " is";
  };
  const bool IsOne = llvm::StringRef(Divisor).count("'") == 2;
  const char *LastBit = "double stays, and a result may differ in its last bit";
  switch (Line.What) {
  case OnceFor::AllQuotient:
    F.Text = "double-precision division in each thread, although " + Quotient +
             Counts(Quotient) + " the same in all of them";
    F.Notes.push_back("let the host compute it once and hand it over: double "
                      "stays, and so does the result");
    return;
  case OnceFor::RowQuotient: {
    const uint8_t All = longAxes(QuotientAxes::All, L);
    const uint8_t Same = longAxes(Line.SameAxes, L);
    F.Text =
        "double-precision division in each thread, although " + Quotient +
        Counts(Quotient) + " the same in all threads" +
        (Same == All ? "" : " that differ on " + axesText(Same) + " alone");
    F.Notes.push_back("compute each of these quotients once, in a small kernel "
                      "before this one, and load them here: double stays, and "
                      "so does the result");
    return;
  }
  case OnceFor::Reciprocal:
    if (IsConstant) {
      F.Text = "double-precision division by the constant " + Divisor;
      F.Notes.push_back(
          formatv("multiply by its reciprocal, which the compiler "
                  "computes: {0}",
                  LastBit));
      return;
    }
    F.Text = "double-precision division by " + Divisor +
             (IsOne ? ", which is" : ", which are") +
             " the same in all threads";
    F.Notes.push_back(formatv("let the host compute the reciprocal once, "
                              "together with other factors that are the same, "
                              "and multiply by it: {0}",
                              LastBit));
    return;
  case OnceFor::ElementReciprocal:
    F.Text = "double-precision division by " + Divisor +
             (IsOne ? ", an element that all threads read"
                    : ", elements that all threads read");
    F.Notes.push_back(formatv("compute its reciprocal once, in a kernel before "
                              "this one, and multiply by it: {0}",
                              LastBit));
    return;
  }
}

std::optional<LineFinding>
gpuperf::findRepeatedDivisions(ASTContext &Ctx, const LaunchAnswer &Answer,
                               const GpuAnswer &On, const GpuModel &Gpu) {
  const auto Cost = costOfQuotients(*On.Kernel, On.Asked, Gpu, *On.P);
  if (!Cost || !Answer.Site.Kernel)
    return std::nullopt;
  Divisions Written;
  for (const FunctionDecl *F : userFunctionsOf(Ctx, *Answer.Site.Kernel))
    Written.TraverseStmt(F->getBody());
  const SourceManager &SM = Ctx.getSourceManager();
  const RepeatedQuotientLine &Lead = Cost->Lines.front();
  std::vector<const BinaryOperator *> Ops;
  for (const BinaryOperator *Op : Written.Found) {
    const SourceLine At =
        lineIn(SM, *On.Kernel, SM.getExpansionLoc(Op->getOperatorLoc()));
    if (At.Line != 0 && At.Line == Lead.Where.Line &&
        At.File == Lead.Where.File &&
        llvm::is_contained(Lead.Columns, At.Column) &&
        !llvm::is_contained(Ops, Op))
      Ops.push_back(Op);
  }
  // A library's divisions are left as they are.
  if (Ops.empty())
    return std::nullopt;
  LineFinding F;
  F.Where = Lead.Where;
  F.TimeUs = On.P->TimeUs;
  F.WithoutUs = Cost->WithoutUs;
  F.Blocks = Cost->Blocks;
  // Another kernel takes its time as well.
  constexpr double LaunchUs = 3;
  if (llvm::any_of(Cost->Lines, [](const RepeatedQuotientLine &Line) {
        return Line.What == OnceFor::RowQuotient ||
               Line.What == OnceFor::ElementReciprocal;
      }))
    F.WorthUs = 2 * LaunchUs;
  describe(F, Lead, Ops, On.Asked, Ctx);
  constexpr double Hardly = 0.05;
  llvm::SmallVector<SourceLine, 8> Others;
  for (const RepeatedQuotientLine &Line :
       llvm::ArrayRef(Cost->Lines).drop_front())
    if (Line.Where.Line != 0 && Line.PerThread >= Hardly * Lead.PerThread &&
        Line.Where.Line != Lead.Where.Line)
      Others.push_back(Line.Where);
  if (const std::string Also = listLines(Others, Lead.Where.File);
      !Also.empty())
    F.Notes.push_back("such divisions stand on " + Also + " as well");
  return F;
}
