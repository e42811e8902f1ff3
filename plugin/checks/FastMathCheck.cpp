//===- FastMathCheck.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/FastMathCheck.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/recompiled/FastMath.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace clang;

namespace gpuperf {

void FastMathCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  auto Analyze = [&](const ParseChange &Change,
                     llvm::function_ref<void(const FileAnalysis &)> Use) {
    analyzeAsIf(Change, Use);
  };
  const auto Found = findFastMath(*Ctx, File, Assume, MinGainPercent, Analyze);
  if (!Found)
    return;
  const std::string Kernel = Found->Answer->Site.KernelName;
  diag(Found->Where, "%0") << fmt::format(
      "precise {} of floats: {} of the time of '{}' on {}",
      llvm::join(Found->Functions, ", "),
      formatShareOfTime(100 * (1 - Found->WithUs.Value / Found->TimeUs.Value),
                        Found->OpenSizes),
      Kernel, Found->On->Gpu);
  auto Note = [&](const std::string &Text,
                  SourceLocation At = SourceLocation()) {
    diag(At.isValid() ? At : Found->Where, "%0", DiagnosticIDs::Note) << Text;
  };
  if (Found->Cheaper == CheaperDivision::Rsqrt)
    Note("rsqrtf(x) is 1 / sqrtf(x) in one instruction and a few more, without "
         "any flag; it is off by 2 units in the last place at most",
         Found->Division);
  if (Found->Cheaper == CheaperDivision::Reciprocal)
    Note("'" + Found->Divisor +
             "' is the same each time: its reciprocal, computed once, makes "
             "the division a product, without any flag; it is off by a unit "
             "in the last place more",
         Found->Division);
  Note("nvcc's -use_fast_math takes the GPU's own instructions instead, as "
       "__sinf, __expf and __fdividef do at one place; they are off by some "
       "units in the last place, by more for large arguments, and denormals "
       "are zero: only you know whether that will do");
  if (!Found->Others.empty())
    Note("the same holds for '" + llvm::join(Found->Others, "', '") +
         "' of this file");
  if (Found->OpenSizes)
    Note(leastOfTriedSizes() + ", compiled with it", Found->Answer->Site.Where);
  else
    Note(fmt::format("predicted {} -> {} in this launch, compiled with it",
                     formatTimeUs(Found->TimeUs.Value),
                     formatTimeUs(Found->WithUs.Value)),
         Found->Answer->Site.Where);
}

} // namespace gpuperf
