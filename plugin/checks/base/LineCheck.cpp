//===- LineCheck.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/LineCheck.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gpuperf {

void LineCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  auto Find = [this](const LaunchAnswer &Answer, const GpuAnswer &On,
                     const GpuModel &Gpu) { return find(Answer, On, Gpu); };
  for (const LineLoss &Loss :
       findLineLosses(File, Assume, *SM, MinGainPercent, Find)) {
    {
      auto Diag = diag(Loss.Where, "%0: %1%2 of the time of '%3' on %4%5")
                  << Loss.Found.Text
                  << (Loss.OpenNames.empty() ? "" : "at least ")
                  << formatPercent(Loss.Found.gainPercent() / 100)
                  << Loss.Launch->Site.KernelName << Loss.On->Gpu
                  << (Loss.OnlyWhere.empty() ? "" : " where " + Loss.OnlyWhere);
      addFix(Diag, Loss.Where, Loss.Found, *Loss.On);
    }
    for (const std::string &Note : Loss.Found.Notes)
      diag(Loss.Where, "%0", DiagnosticIDs::Note) << Note;
    if (!Loss.OpenNames.empty()) {
      constexpr size_t MostNamed = 3;
      const auto Names = llvm::ArrayRef(Loss.OpenNames).take_front(MostNamed);
      diag(Loss.Launch->Site.Where,
           "%0%1 %2 not known here: the share is the least one at the sizes "
           "that "
           "were tried",
           DiagnosticIDs::Note)
          << llvm::join(Names, Names.size() == 2 ? " and " : ", ")
          << (Names.size() < Loss.OpenNames.size() ? " and more" : "")
          << (Loss.OpenNames.size() == 1 ? "is" : "are");
      continue;
    }
    diag(Loss.Launch->Site.Where,
         Loss.Launches > 1
             ? "predicted %0 -> %1 in this launch, the worst of %2"
             : "predicted %0 -> %1 in this launch",
         DiagnosticIDs::Note)
        << formatTimeUs(Loss.Found.TimeUs.Value)
        << formatTimeUs(Loss.Found.WithoutUs.Value) << Loss.Launches;
  }
}

} // namespace gpuperf
