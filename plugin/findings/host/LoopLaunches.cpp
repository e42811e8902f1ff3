//===- LoopLaunches.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/LoopLaunches.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/WhatIf.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/host/HostCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace gpuperf;

llvm::SmallVector<const clang::FunctionDecl *, 0>
gpuperf::launchingFunctions(const FileAnalysis &File, clang::ASTContext &Ctx) {
  llvm::SetVector<const clang::FunctionDecl *> Out;
  for (const LaunchAnswer &Answer : File.Launches)
    if (Answer.Site.Function && !Answer.Site.InDeviceCode)
      Out.insert(Answer.Site.Function);
  if (!Out.empty())
    Out.insert_range(hostFunctionsOf(Ctx, Out.getArrayRef()));
  return Out.takeVector();
}

llvm::SmallVector<AskedLaunch, 4>
gpuperf::askedLaunches(llvm::ArrayRef<const clang::CallExpr *> Calls,
                       const FileAnalysis &File, const HostBindings &Assume,
                       const WithGuessedBlocks *Guessed) {
  auto Find = [](const FileAnalysis &In, const clang::CallExpr *Call) {
    auto It = llvm::find_if(In.Launches, [&](const LaunchAnswer &A) {
      return A.Site.Call == Call;
    });
    return It == In.Launches.end() ? nullptr : &*It;
  };
  llvm::SmallVector<AskedLaunch, 4> Out;
  for (const clang::CallExpr *Call : Calls) {
    AskedLaunch L{Find(File, Call), &Assume};
    if (Guessed)
      if (const LaunchAnswer *With = Find(Guessed->File, Call))
        L = {With, &Guessed->Assume, true};
    if (!L.Answer)
      return {};
    Out.push_back(L);
  }
  return Out;
}

static double threadsOf(const Launch &L) {
  return static_cast<double>(L.Grid.count()) *
         static_cast<double>(L.Block.count());
}

std::vector<TimedLaunch>
gpuperf::timedLaunches(llvm::ArrayRef<AskedLaunch> Launches, size_t Index,
                       const GpuModel &Gpu, uint64_t Threads) {
  std::vector<TimedLaunch> Out;
  for (const auto &[Answer, Assume, HasGuessedBlock] : Launches) {
    const GpuAnswer &On = Answer->PerGpu[Index];
    if (!On.P || !On.Kernel)
      return {};
    const clang::CallExpr *Call = Answer->Site.Call;
    if (On.Open.empty() && !hasOpenSizes(*Answer, *Assume)) {
      Out.push_back({Call, On.Kernel, On.Asked, *On.P, HasGuessedBlock, 0});
      continue;
    }
    std::optional<TimedLaunch> Longest;
    const bool GridGrows = !openNamesOfGrid(*Answer, *Assume).empty();
    for (Launch &L : launchesAtOtherSizes(*Answer, *Assume, Threads)) {
      auto P = predictAsIf(*On.Kernel, L, Gpu, *On.P);
      if (!P || !isPlausible(*On.Kernel, *P, Gpu) ||
          (Longest && Longest->P.TimeUs.Value >= P->TimeUs.Value))
        continue;
      const double Grown = GridGrows ? threadsOf(L) : 0;
      Longest = TimedLaunch{Call,          On.Kernel, std::move(L),
                            std::move(*P), true,      Grown};
    }
    if (!Longest)
      return {};
    Out.push_back(std::move(*Longest));
  }
  return Out;
}

LaunchesTime gpuperf::timeOf(llvm::ArrayRef<TimedLaunch> Launches) {
  LaunchesTime Out;
  for (const TimedLaunch &L : Launches) {
    Out.Us += L.P.TimeUs.Value;
    Out.MostUs += L.P.TimeUs.Hi;
    Out.IsKnown &= !L.IsAssumed;
  }
  return Out;
}
