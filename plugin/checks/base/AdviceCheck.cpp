//===- AdviceCheck.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/AdviceCheck.h"
#include "plugin/launch/SameNumber.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf {

AdviceCheck::AdviceCheck(llvm::StringRef Name,
                         clang::tidy::ClangTidyContext *Context)
    : LaunchCheck(Name, Context),
      MinGainOption(Options.getLocalOrGlobal("GpuperfMinGainPercent", "10")) {}

void AdviceCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) {
  LaunchCheck::storeOptions(Opts);
  Options.store(Opts, "GpuperfMinGainPercent", MinGainOption);
}

bool AdviceCheck::readOptions(const FileAnalysis &File) {
  double Percent = 0;
  if (llvm::StringRef(MinGainOption).trim().getAsDouble(Percent) ||
      !(Percent >= 0 && Percent < 100)) {
    if (!File.Launches.empty())
      diag(File.Launches.front().Site.Where,
           "GpuperfMinGainPercent: '%0' is not a number from 0 to 99")
          << MinGainOption;
    return false;
  }
  MinGainPercent = Percent;
  return true;
}

bool AdviceCheck::gridIsGiven(const LaunchAnswer &Answer) {
  return llvm::none_of(Answer.Bound.GridFrom, [](Provenance From) {
    return From == Provenance::Unknown;
  });
}

std::string AdviceCheck::leastOfTriedSizes() {
  return "sizes are not known here: the share is the least one at the sizes "
         "that were tried";
}

std::string AdviceCheck::madeWithSameNumber(const LaunchAnswer &Answer,
                                            const FileAnalysis &File,
                                            llvm::StringRef With) {
  llvm::SmallVector<std::string, 4> Kernels;
  for (const LaunchAnswer &Other : File.Launches)
    if (sharesGridNumber(Answer.Site, Other.Site) &&
        !llvm::is_contained(Kernels, Other.Site.KernelName))
      Kernels.push_back(Other.Site.KernelName);
  if (Kernels.empty())
    return "";
  const bool IsOne = Kernels.size() == 1;
  return llvm::formatv("the launch{0} of '{1}' {2} made with the same number: "
                       "check what {3} {4}",
                       IsOne ? "" : "es", llvm::join(Kernels, "' and '"),
                       IsOne ? "is" : "are", IsOne ? "it does" : "they do",
                       With)
      .str();
}

void AdviceCheck::reportFile(const FileAnalysis &File) {
  if (readOptions(File))
    LaunchCheck::reportFile(File);
}

} // namespace gpuperf
