//===- Fp64ArithmeticCheck.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/Fp64ArithmeticCheck.h"
#include "analysis/advice/arithmetic/Fp64Sums.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/PowerCost.h"
#include "plugin/findings/doubles/RepeatedDivisions.h"
#include "plugin/findings/doubles/WantedDigits.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace gpuperf {

/// So many times slower than in float a GPU computes that is slow at doubles.
static constexpr double SlowAtDouble = 8;

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

std::vector<const DoublePromotion *>
Fp64ArithmeticCheck::promotionsOfKernel(const FunctionDecl &Kernel) {
  std::vector<const DoublePromotion *> Out;
  for (const FunctionDecl *F : userFunctionsOf(*Ctx, Kernel))
    for (const DoublePromotion &P : promotionsOf(*F))
      Out.push_back(&P);
  return Out;
}

/// Names the other kernels that the file launches in which the same literals
/// and functions make as many expressions double, in a text of their own: they
/// are mended alike, whatever that gains there. Empty: there is none.
std::string Fp64ArithmeticCheck::noteOfAlikes(const FunctionDecl &Kernel) {
  auto CausesOf = [this](const FunctionDecl &Of,
                         std::set<SourceLocation> &Places) {
    std::multiset<std::string> Causes;
    for (const DoublePromotion *P : promotionsOfKernel(Of)) {
      Causes.insert(P->Cause);
      Places.insert(P->Begin);
    }
    return Causes;
  };
  std::set<SourceLocation> Places;
  const std::multiset<std::string> Causes = CausesOf(Kernel, Places);
  std::vector<std::string> Alikes;
  for (const LaunchAnswer &Other : Reported->Launches) {
    if (!Other.Site.Kernel)
      continue;
    const std::string Name = "'" + Other.Site.KernelName + "'";
    std::set<SourceLocation> Theirs;
    if (CausesOf(*Other.Site.Kernel, Theirs) == Causes &&
        llvm::none_of(Theirs,
                      [&](SourceLocation At) { return Places.contains(At); }) &&
        !llvm::is_contained(Alikes, Name))
      Alikes.push_back(Name);
  }
  constexpr size_t MostNamed = 4;
  if (Alikes.empty())
    return "";
  const size_t More = Alikes.size() - std::min(Alikes.size(), MostNamed);
  Alikes.resize(Alikes.size() - More);
  return "the same stands in " +
         llvm::join(Alikes, Alikes.size() == 2 ? " and " : ", ") +
         (More ? " and " + std::to_string(More) + " more" : "") +
         " of this file";
}

void Fp64ArithmeticCheck::reportFile(const FileAnalysis &File) {
  auto Forget = [this] {
    ByFunction.clear();
    FixesByLine.clear();
    LinesOf.clear();
    Fixed.clear();
    LineOfKernel.clear();
    WantsDigits.reset();
    DivisionsLead.clear();
    Reported = nullptr;
  };
  Forget();
  Reported = &File;
  LineCheck::reportFile(File);
  Forget();
}

std::vector<LineFinding> Fp64ArithmeticCheck::find(const LaunchAnswer &Answer,
                                                   const GpuAnswer &On,
                                                   const GpuModel &Gpu) {
  std::vector<LineFinding> Out;
  if (!usesDoubles(*On.Kernel))
    return Out;
  struct InFile {
    std::vector<const DoublePromotion *> Found;
    std::vector<PromotedLines> Lines;
  };
  llvm::MapVector<FileID, InFile> ByFile;
  for (const DoublePromotion *P : promotionsOfKernel(*Answer.Site.Kernel)) {
    PromotedLines R;
    R.File = lineIn(*SM, *On.Kernel, P->Begin).File;
    R.Line = lineOf(P->Begin).second;
    R.EndLine = std::max(R.Line, lineOf(P->End).second);
    // In a macro, all columns are those of its use.
    if (P->Begin.isFileID() && P->End.isFileID()) {
      R.Column = SM->getSpellingColumnNumber(P->Begin);
      R.EndColumn = SM->getSpellingColumnNumber(
          Lexer::getLocForEndOfToken(P->End, 0, *SM, Ctx->getLangOpts()));
    }
    R.FromIntegers = P->FromIntegers;
    InFile &At = ByFile[lineOf(P->Begin).first];
    At.Found.push_back(P);
    At.Lines.push_back(R);
  }
  // An editor applies a fix to one file only.
  for (auto &[At, F] : ByFile)
    if (auto Finding = findInFile(At, F.Found, F.Lines, On, Gpu))
      Out.push_back(std::move(*Finding));
  if (Out.size() == 1)
    if (std::string Alikes = noteOfAlikes(*Answer.Site.Kernel); !Alikes.empty())
      Out.front().Notes.push_back(std::move(Alikes));
  return Out.empty() ? findOfDoubles(Answer, On, Gpu) : Out;
}

bool Fp64ArithmeticCheck::isDigitsWanted() {
  if (!WantsDigits)
    WantsDigits = wantsDigitsOfDouble(*Ctx);
  return *WantsDigits;
}

/// What a kernel that computes in double on purpose could do: divide less,
/// which costs no digits, or else compute in float.
std::vector<LineFinding>
Fp64ArithmeticCheck::findOfDoubles(const LaunchAnswer &Answer,
                                   const GpuAnswer &On, const GpuModel &Gpu) {
  std::vector<LineFinding> Out;
  if (fp64Slowdown(Gpu) < SlowAtDouble)
    return Out;
  auto Division = findRepeatedDivisions(*Ctx, Answer, On, Gpu);
  auto Whole = findOfKernel(Answer, On, Gpu);
  const bool Leads =
      DivisionsLead
          .try_emplace(Answer.Site.Kernel,
                       Division && Division->gainPercent() >= MinGainPercent)
          .first->second;
  if (Leads && Division) {
    if (Whole)
      Division->Notes.push_back(
          "float instead of double would save more of it, where 7 decimal "
          "digits suffice; only you know whether they do");
    Out.push_back(std::move(*Division));
  }
  if (!Leads && Whole)
    Out.push_back(std::move(*Whole));
  return Out;
}

/// Whether the file launches the kernel's template for other types as well, so
/// that its user has chosen double here.
static bool isLaunchedInFloat(const LaunchAnswer &Answer,
                              const FileAnalysis &File) {
  const FunctionTemplateDecl *Template =
      Answer.Site.Kernel->getPrimaryTemplate();
  return Template &&
         llvm::any_of(File.Launches, [&](const LaunchAnswer &Other) {
           return Other.Site.Kernel &&
                  Other.Site.Kernel->getPrimaryTemplate() == Template &&
                  llvm::any_of(Other.PerGpu, [](const GpuAnswer &On) {
                    return On.Kernel && !usesDoubles(*On.Kernel);
                  });
         });
}

/// A kernel whose arithmetic is double throughout, where that takes most of its
/// time. Double may be what its author wants: whoever names a GPU that is slow
/// at it wants to know what it costs, once per file.
std::optional<LineFinding>
Fp64ArithmeticCheck::findOfKernel(const LaunchAnswer &Answer,
                                  const GpuAnswer &On, const GpuModel &Gpu) {
  constexpr double LeastPercent = 50;
  if (!Answer.Site.Kernel || isLaunchedInFloat(Answer, *Reported) ||
      isDigitsWanted())
    return std::nullopt;
  // What the note proposes decides what the other time is.
  constexpr double Most = 0.5, OneOfSomeTens = 1.0 / 32;
  const bool IsOfSums = shareOfFp64Sums(*On.Kernel, *On.P) > Most;
  auto Cost = costOfDoubles(*On.Kernel, On.Asked, Gpu, *On.P,
                            IsOfSums ? OneOfSomeTens : 1);
  if (!Cost)
    return std::nullopt;
  LineFinding F;
  F.TimeUs = On.P->TimeUs;
  F.WithoutUs = Cost->WithoutUs;
  if (F.gainPercent() < LeastPercent)
    return std::nullopt;
  // Where powers that a product would do for are told (gpuperf-constant-power),
  // they are a part of this cost, which is claimed once.
  if (const auto Powers =
          findPowerCost(*SM, smallPowersOf(*Ctx, *Answer.Site.Kernel), On, Gpu);
      Powers && 100 * (On.P->TimeUs.Value - Powers->WithoutUs.Value) >=
                    MinGainPercent * On.P->TimeUs.Value)
    return std::nullopt;
  auto [At, New] = LineOfKernel.try_emplace(Answer.Site.Kernel);
  if (New)
    At->second = heaviestFp64Line(*On.Kernel, *On.P);
  if (At->second.Line == 0)
    return std::nullopt;
  F.Where = At->second;
  F.Blocks = Cost->Blocks;
  F.IsOfKernel = true;
  F.Text = formatv("double-precision arithmetic, {0} times as slow as float",
                   formatNumber(fp64Slowdown(Gpu)));
  F.Notes.push_back(
      IsOfSums
          ? "most of it adds to a sum, and a sum in double of values in float "
            "is no faster: where 7 decimal digits suffice for the values, add "
            "up some tens of them in float and these sums in double; where "
            "values of both signs cancel, that leaves too few digits, and a "
            "sum that is kept in two floats (TwoSum: six additions for each "
            "value) leaves nearly those of double and gains less"
          : "float where 7 decimal digits suffice, with double kept for sums "
            "and differences that need more, gains most of it; only you know "
            "which do");
  if (!IsOfSums && llvm::is_contained(fp64SumsOf(*On.Kernel), true))
    F.Notes.push_back("the share leaves the sums of its loops in double");
  F.Notes.push_back("on a GPU with FP64 at half of float's rate (v100, a100, "
                    "h100) the source is right as it is");
  return F;
}

/// Clang shows so many lines around the place of a diagnostic and its fixes. If
/// a fix stands further above, it numbers the lines wrong: the first one is
/// told then, and not \p Lead. \p OfLine: the lines that are told.
size_t Fp64ArithmeticCheck::shownFirst(
    size_t Lead, llvm::ArrayRef<const DoublePromotion *> Found,
    llvm::ArrayRef<double> PerThread, const std::map<Line, double> &OfLine) {
  constexpr unsigned MostShown = 16;
  size_t First = Lead;
  for (size_t I = 0; I < Found.size(); ++I)
    if (PerThread[I] > 0 && OfLine.count(lineOf(Found[I]->Begin)) &&
        lineOf(Found[I]->Begin) < lineOf(Found[First]->Begin))
      First = I;
  return lineOf(Found[First]->Begin).second + MostShown <=
                 lineOf(Found[Lead]->Begin).second
             ? First
             : Lead;
}

/// All lines of one file are one finding, at the line with the most
/// instructions: they share the double-precision units, so that mending one of
/// them gains little.
std::optional<LineFinding>
Fp64ArithmeticCheck::findInFile(FileID File,
                                llvm::ArrayRef<const DoublePromotion *> Found,
                                llvm::ArrayRef<PromotedLines> Lines,
                                const GpuAnswer &On, const GpuModel &Gpu) {
  auto Cost = costOfPromotions(*On.Kernel, On.Asked, Gpu, *On.P, Lines);
  if (!Cost)
    return std::nullopt;
  // Lines that are hardly ever executed are left out: they do not cost the
  // time.
  constexpr double Hardly = 0.01;
  double PerThread = 0;
  std::map<Line, double> OfLine;
  for (size_t I = 0; I < Lines.size(); ++I) {
    OfLine[lineOf(Found[I]->Begin)] += Cost->PerThread[I];
    PerThread += Cost->PerThread[I];
  }
  std::erase_if(OfLine, [&](auto &L) { return L.second < Hardly * PerThread; });
  std::optional<size_t> Lead;
  std::vector<std::pair<Line, std::string>> Unfixed;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const DoublePromotion &P = *Found[I];
    auto It = OfLine.find(lineOf(P.Begin));
    if (It == OfLine.end() || !(Cost->PerThread[I] > 0))
      continue;
    addFixes(It->first, P);
    if (!P.WhyNoFix.empty())
      Unfixed.push_back({It->first, P.WhyNoFix});
    if (!Lead || It->second > OfLine[lineOf(Found[*Lead]->Begin)])
      Lead = I;
  }
  if (!Lead)
    return std::nullopt;
  Lead = shownFirst(*Lead, Found, Cost->PerThread, OfLine);
  const DoublePromotion &P = *Found[*Lead];
  const Line At = lineOf(P.Begin);
  LineFinding F;
  F.Where = {Lines[*Lead].File, Lines[*Lead].Line,
             SM->getExpansionColumnNumber(lineOf(P.CauseLoc) == At ? P.CauseLoc
                                                                   : P.Begin)};
  F.TimeUs = On.P->TimeUs;
  F.WithoutUs = Cost->WithoutUs;
  F.Blocks = Cost->Blocks;
  if (P.ToIntegerBits)
    F.Text = formatv("{0} makes this expression double, and it is cut to an "
                     "integer of {1} bits",
                     P.Cause, P.ToIntegerBits);
  else if (P.FromIntegers && !P.IsComparison)
    F.Text = P.Cause + " makes this expression double, and it is rounded to a "
                       "float";
  else
    F.Text = P.Cause + " makes this " +
             (P.IsComparison ? "comparison" : "expression") +
             " of floats double";
  llvm::SmallVector<SourceLine, 8> Others;
  std::set<Line> &All = LinesOf[At];
  for (const auto &[L, Count] : OfLine) {
    All.insert(L);
    if (L != At)
      Others.push_back({Lines[*Lead].File, L.second, 1});
  }
  if (!Others.empty())
    F.Text += ", as on " + listLines(Others, Lines[*Lead].File);
  const std::string Slow = formatv("FP64 is {0} times as slow as FP32 on {1}",
                                   formatNumber(fp64Slowdown(Gpu)), On.Gpu);
  // How often a loop runs may have been assumed.
  const bool Known =
      On.Asked.Why.empty() || llvm::none_of(F.Blocks, [&](BlockId B) {
        return On.Kernel->Blocks[B].InnermostLoop != NoId;
      });
  const std::string Count =
      !Known ? ""
      : Others.empty()
          ? formatv(
                "a thread executes {0} double-precision instructions for it",
                formatNumber(PerThread))
                .str()
          : formatv(
                "{0} of the {1} double-precision instructions that a thread "
                "executes for them are of this line",
                formatNumber(OfLine[At]), formatNumber(PerThread))
                .str();
  F.Notes.push_back(Count.empty() ? Slow : Count + "; " + Slow);
  const bool AnyFix =
      llvm::any_of(All, [&](const Line &L) { return !FixesByLine[L].empty(); });
  if (AnyFix)
    F.Notes.push_back(All.size() == 1
                          ? "the fix computes it in single precision"
                          : "the fix computes them in single precision");
  if (P.LeavesSmallPower)
    F.Notes.push_back("nvcc computes the 'pow' of a float and an integer in it "
                      "in double as well: the time holds once that is a "
                      "product, which gpuperf-constant-power writes");
  if (P.ToIntegerBits)
    F.Notes.push_back("an 'f' behind the literals computes it in float, whose "
                      "24 bits are more than the integer has");
  constexpr size_t MostTold = 3;
  for (size_t I = 0; I < std::min(Unfixed.size(), MostTold); ++I)
    F.Notes.push_back(Unfixed[I].first == At
                          ? "no fix-it: " + Unfixed[I].second
                          : formatv("no fix-it for line {0}: {1}",
                                    Unfixed[I].first.second, Unfixed[I].second)
                                .str());
  if (Unfixed.size() > MostTold)
    F.Notes.push_back(formatv("no fix-it for {0} more expressions",
                              Unfixed.size() - MostTold));
  return F;
}

void Fp64ArithmeticCheck::addFixes(Line At, const DoublePromotion &P) {
  auto &Fixes = FixesByLine[At];
  for (const FixItHint &Fix : P.Fixes)
    if (llvm::none_of(Fixes, [&](const FixItHint &Known) {
          return Known.RemoveRange.getBegin() == Fix.RemoveRange.getBegin();
        }))
      Fixes.push_back(Fix);
}

void Fp64ArithmeticCheck::addFix(CheckMessage &Diag, SourceLocation Where,
                                 const LineFinding &, const GpuAnswer &) {
  for (const Line &L : LinesOf[lineOf(Where)])
    if (Fixed.insert(L).second)
      for (const FixItHint &Fix : FixesByLine[L])
        Diag << Fix;
}

} // namespace gpuperf
