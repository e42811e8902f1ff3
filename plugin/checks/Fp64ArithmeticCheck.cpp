//===- Fp64ArithmeticCheck.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/Fp64ArithmeticCheck.h"
#include "analysis/advice/lines/Fp64Cost.h"
#include "analysis/report/Wording.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/findings/KernelLines.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace gpuperf {

Fp64ArithmeticCheck::Line
Fp64ArithmeticCheck::lineOf(SourceLocation Loc) const {
  auto [File, Offset] = SM->getDecomposedLoc(Loc);
  return {File, SM->getLineNumber(File, Offset)};
}

const std::vector<DoublePromotion> &
Fp64ArithmeticCheck::promotionsOf(const FunctionDecl &F) {
  auto [It, New] = ByFunction.try_emplace(&F);
  if (New)
    It->second = findDoublePromotions(*Ctx, F);
  return It->second;
}

void Fp64ArithmeticCheck::reportFile(const FileAnalysis &File) {
  ByFunction.clear();
  FixesByLine.clear();
  LineCheck::reportFile(File);
  ByFunction.clear();
  FixesByLine.clear();
}

std::vector<LineFinding> Fp64ArithmeticCheck::find(const LaunchAnswer &Answer,
                                                   const GpuAnswer &On,
                                                   const GpuModel &Gpu) {
  std::vector<LineFinding> Out;
  if (!usesDoubles(*On.Kernel))
    return Out;
  std::vector<const DoublePromotion *> Found;
  std::vector<PromotedLines> Lines;
  for (const FunctionDecl *F : userFunctionsOf(*Ctx, *Answer.Site.Kernel))
    for (const DoublePromotion &P : promotionsOf(*F)) {
      PromotedLines R;
      R.File = lineIn(*SM, *On.Kernel, P.Begin).File;
      R.Line = lineOf(P.Begin).second;
      R.EndLine = std::max(R.Line, lineOf(P.End).second);
      R.FromIntegers = P.FromIntegers;
      Found.push_back(&P);
      Lines.push_back(R);
    }
  if (Lines.empty())
    return Out;
  auto Cost = costOfPromotions(*On.Kernel, On.Asked, Gpu, *On.P, Lines);
  if (!Cost)
    return Out;

  // Everything on one line is one finding with one fix. Lines that are hardly
  // ever executed are left out, as they do not cost the time.
  constexpr double Hardly = 0.01;
  double PerThread = 0;
  std::map<Line, double> OfLine;
  for (size_t I = 0; I < Lines.size(); ++I) {
    OfLine[lineOf(Found[I]->Begin)] += Cost->PerThread[I];
    PerThread += Cost->PerThread[I];
  }
  std::erase_if(OfLine, [&](auto &L) { return L.second < Hardly * PerThread; });
  const size_t Others = OfLine.size() - 1;
  const Line *Last = nullptr;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const DoublePromotion &P = *Found[I];
    auto It = OfLine.find(lineOf(P.Begin));
    if (It == OfLine.end())
      continue;
    addFixes(It->first, P);
    if (Last == &It->first || !(Cost->PerThread[I] > 0))
      continue;
    Last = &It->first;
    LineFinding &F = Out.emplace_back();
    const bool OnLine = lineOf(P.CauseLoc) == It->first;
    F.Where = {Lines[I].File, Lines[I].Line,
               SM->getExpansionColumnNumber(OnLine ? P.CauseLoc : P.Begin)};
    F.TimeUs = On.P->TimeUs;
    F.WithoutUs = Cost->WithoutUs;
    F.Text = P.FromIntegers && !P.IsComparison
                 ? P.Cause + " makes this expression double, and it is rounded "
                             "to a float"
                 : P.Cause + " makes this " +
                       (P.IsComparison ? "comparison" : "expression") +
                       " of floats double";
    if (Others > 0)
      F.Text += formatv(", with {0} more line{1} like it", Others,
                        Others == 1 ? "" : "s");
    F.Notes.push_back(formatv(
        "{0} of the {1} such instructions of a thread; FP64 is {2} times as "
        "slow as FP32 on {3}",
        formatNumber(It->second), formatNumber(PerThread),
        formatNumber(fp64Slowdown(Gpu)), On.Gpu));
    F.Notes.push_back(P.WhyNoFix.empty()
                          ? "the fix computes it in single precision"
                          : "no fix-it: " + P.WhyNoFix);
  }
  return Out;
}

void Fp64ArithmeticCheck::addFixes(Line At, const DoublePromotion &P) {
  auto &Fixes = FixesByLine[At];
  for (const FixItHint &Fix : P.Fixes)
    if (llvm::none_of(Fixes, [&](const FixItHint &Known) {
          return Known.RemoveRange.getBegin() == Fix.RemoveRange.getBegin();
        }))
      Fixes.push_back(Fix);
}

void Fp64ArithmeticCheck::addFix(DiagnosticBuilder &Diag, SourceLocation Where,
                                 const LineFinding &, const GpuAnswer &) {
  auto It = FixesByLine.find(lineOf(Where));
  if (It == FixesByLine.end())
    return;
  for (const FixItHint &Fix : It->second)
    Diag << Fix;
}

} // namespace gpuperf
