//===- ConstantPowerCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/ConstantPowerCheck.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/PowerCost.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;
using llvm::formatv;

namespace gpuperf {

void ConstantPowerCheck::reportFile(const FileAnalysis &File) {
  auto Forget = [this] {
    ByKernel.clear();
    ToldAt.clear();
    Fixed.clear();
  };
  Forget();
  LineCheck::reportFile(File);
  Forget();
}

/// "'x * x' is 1 multiplication".
static std::string costOf(const SmallPower &P) {
  if (P.Products == 0)
    return formatv("that of '{0}' a few", P.Instead);
  return formatv("'{0}' is {1} multiplication{2}", P.Instead, P.Products,
                 P.Products == 1 ? "" : "s");
}

std::vector<LineFinding> ConstantPowerCheck::find(const LaunchAnswer &Answer,
                                                  const GpuAnswer &On,
                                                  const GpuModel &Gpu) {
  if (!Answer.Site.Kernel)
    return {};
  auto [Powers, New] = ByKernel.try_emplace(Answer.Site.Kernel);
  if (New)
    Powers->second = smallPowersOf(*Ctx, *Answer.Site.Kernel);
  const auto Cost = findPowerCost(*SM, Powers->second, On, Gpu);
  if (!Cost)
    return {};
  const PowerCost::Call &Lead = Cost->Calls.front();
  LineFinding F;
  F.Where = Lead.Where;
  F.TimeUs = On.P->TimeUs;
  F.WithoutUs = Cost->WithoutUs;
  F.Blocks = Cost->Blocks;
  F.Text = formatv("'{0}' with the exponent {1}", Lead.Power.Called,
                   formatNumber(Lead.Power.Exponent));
  llvm::SmallVector<SourceLine, 8> Others;
  std::string WhyNoFix;
  std::vector<SmallPower> &Told = ToldAt[Lead.Power.Begin];
  Told.clear();
  for (const PowerCost::Call &C : Cost->Calls) {
    Told.push_back(C.Power);
    if (WhyNoFix.empty())
      WhyNoFix = C.Power.WhyNoFix;
    if (C.Where.Line != F.Where.Line || C.Where.File != F.Where.File)
      Others.push_back(C.Where);
  }
  if (const std::string Also = listLines(Others, F.Where.File); !Also.empty())
    F.Text += ", as on " + Also;
  F.Notes.push_back(
      formatv("the routine for any exponent is some {0} instructions here, {1}",
              std::llround(Lead.PerCall), costOf(Lead.Power)));
  if (llvm::any_of(Told, [](const SmallPower &P) {
        return P.NarrowsInNvcc && !P.Replacement.empty();
      }))
    F.Notes.push_back("nvcc computes 'pow' of a float and an integer in "
                      "double; the product is a float, with 7 decimal digits");
  if (!WhyNoFix.empty())
    F.Notes.push_back("no fix-it" +
                      std::string(Told.size() > 1 ? " for each of them" : "") +
                      ": " + WhyNoFix);
  std::vector<LineFinding> Out;
  Out.push_back(std::move(F));
  return Out;
}

void ConstantPowerCheck::addFix(CheckMessage &Diag, SourceLocation Where,
                                const LineFinding &, const GpuAnswer &) {
  // An editor applies a fix to one file only.
  for (const SmallPower &P : ToldAt[Where])
    if (!P.Replacement.empty() && SM->isWrittenInSameFile(P.Begin, Where) &&
        Fixed.insert(P.Begin).second)
      Diag << FixItHint::CreateReplacement(
          CharSourceRange::getTokenRange(P.Begin, P.End), P.Replacement);
}

} // namespace gpuperf
