//===- AdviceCheck.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/AdviceCheck.h"
#include "llvm/ADT/STLExtras.h"

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

void AdviceCheck::reportFile(const FileAnalysis &File) {
  if (readOptions(File))
    LaunchCheck::reportFile(File);
}

} // namespace gpuperf
