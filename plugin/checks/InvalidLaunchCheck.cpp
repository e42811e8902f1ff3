//===- InvalidLaunchCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/InvalidLaunchCheck.h"
#include "llvm/ADT/StringMap.h"

namespace gpuperf {

void InvalidLaunchCheck::report(const LaunchAnswer &Answer,
                                const FileAnalysis &File) {
  // A limit that several GPUs have alike is reported once, for the first of
  // them.
  llvm::StringMap<bool> Said;
  for (const GpuAnswer &On : Answer.PerGpu)
    for (const std::string &Violation : On.Violations)
      if (Said.try_emplace(Violation, true).second) {
        speakOf(On);
        diag(Answer.Site.Where, "launch of '%0' fails on %1: %2")
            << Answer.Site.KernelName << On.Gpu << Violation;
      }
  if (!Said.empty() && !File.GpuChoiceNote.empty())
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note)
        << File.GpuChoiceNote;
}

} // namespace gpuperf
