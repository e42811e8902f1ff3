//===- WorthAdvice.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/weight/WorthAdvice.h"
#include "analysis/advice/Plausible.h"
#include "llvm/ADT/STLExtras.h"

namespace gpuperf {

double leastSavedUs(const LaunchAnswer &Answer, const FileAnalysis &File) {
  constexpr double LeastOfRunUs = 5;
  const bool IsWhole = (File.Program.Ended == RunEnd::Returned ||
                        File.Program.Ended == RunEnd::Exited) &&
                       !Answer.Contexts.empty() && Answer.MoreContexts == 0 &&
                       llvm::none_of(Answer.Contexts, [](const auto &C) {
                         return C.InLeftLoop;
                       });
  return IsWhole ? LeastOfRunUs : LeastSavedUs;
}

bool takesOtherBlocks(const KernelSummary &K) {
  return K.Independence.Proven || K.Independence.ProvenIfUnchanged;
}

bool sweepsBlocks(const LaunchAnswer &Answer) {
  std::optional<Dim3> First;
  for (const LaunchContext &C : Answer.Contexts) {
    if (!C.Bound.L)
      continue;
    if (First && !(*First == C.Bound.L->Block))
      return true;
    First = C.Bound.L->Block;
  }
  return false;
}

bool isMostlyLaunch(const GpuAnswer &On) { return isMostlyLaunching(*On.P); }

bool isMostlyGuess(const GpuAnswer &On) {
  constexpr double MostFactor = 64;
  const Estimate &Time = On.P->TimeUs;
  return restsOnGuessedPaths(*On.P) && Time.Hi > MostFactor * Time.Lo;
}

} // namespace gpuperf
