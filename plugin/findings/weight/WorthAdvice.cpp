//===- WorthAdvice.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/weight/WorthAdvice.h"
#include "analysis/advice/Plausible.h"

namespace gpuperf {

double timesMade(const LaunchAnswer &Answer) {
  double Times = 0;
  for (const LaunchContext &C : Answer.Contexts)
    Times += static_cast<double>(C.Count);
  return std::max(Times, 1.0);
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
  return On.P && restsOnGuessedPaths(*On.P) &&
         On.P->TimeUs.Hi > MostFactor * On.P->TimeUs.Lo;
}

} // namespace gpuperf
