//===- LoneThreadLoss.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LoneThreadLoss.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/kernel/VisitNodes.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;

/// What is left of the time at most, at sizes of which nobody says that the
/// program has them.
static constexpr double MostLeft = 0.5;

static double share(const LoneThread &F) {
  return F.WithoutUs.Value / F.TimeUs.Value;
}

namespace {
/// The sizes that a launch leaves open, tried one after the other.
class SizesOfLaunch {
public:
  SizesOfLaunch(const LaunchAnswer &Answer, const GpuAnswer &On,
                const GpuModel &Gpu, const HostBindings &Assume)
      : Answer(Answer), On(On), Gpu(Gpu), Assume(Assume),
        Open(openNames(Answer.Site, Answer.Bound, Assume)) {}

  std::optional<LoneThreadLoss> least() const {
    const std::vector<std::string> OfLoops = openNamesOfLoops();
    // A loop inside of another one is mostly the one along a row. It is named
    // for all sizes, where it gains at all.
    auto Found = leastBy(OfLoops, innermostLoops());
    if (!Found)
      Found = leastBy(OfLoops, {});
    if (Found)
      Found->IsOpen = true;
    return Found;
  }

private:
  std::optional<LoneThreadLoss> leastBy(llvm::ArrayRef<std::string> OfLoops,
                                        llvm::ArrayRef<LoopId> Of) const {
    switch (OfLoops.size()) {
    case 0:
      return leastOf(atOtherSizes(), Of);
    case 1:
      return leastOfLengths(OfLoops.front(), Of);
    case 2:
      return leastAtLargeSizes(Of);
    default: // A condition on more names is no help.
      return std::nullopt;
    }
  }

  llvm::SmallVector<LoopId, 4> innermostLoops() const {
    const std::vector<KernelLoop> &Loops = On.Kernel->Loops;
    llvm::SmallVector<LoopId, 4> Out;
    for (LoopId Id = 0; Id < Loops.size(); ++Id)
      if (llvm::none_of(Loops,
                        [&](const KernelLoop &L) { return L.Parent == Id; }))
        Out.push_back(Id);
    return Out;
  }

  /// The open names that say how often the loops run.
  std::vector<std::string> openNamesOfLoops() const {
    llvm::SmallVector<ExprId, 8> Of;
    for (const KernelLoop &L : On.Kernel->Loops)
      if (L.BackedgeTaken != NoExpr)
        Of.push_back(L.BackedgeTaken);
    std::vector<std::string> Names;
    visitNodes(On.Kernel->Exprs, Of, [&](const ExprNode &N) {
      for (std::string &Name : namesIn(N, Answer.Site))
        if (llvm::is_contained(Open, Name) && !llvm::is_contained(Names, Name))
          Names.push_back(std::move(Name));
    });
    return Names;
  }

  /// The least of what is lost by the loops \p Of, or by those that are found
  /// first; nothing where one launch that is plausible loses less than half of
  /// its time by them.
  std::optional<LoneThreadLoss> leastOf(llvm::ArrayRef<Launch> Launches,
                                        llvm::ArrayRef<LoopId> Of) const {
    std::optional<LoneThreadLoss> Least;
    for (const Launch &L : Launches) {
      const auto P = predictAsIf(*On.Kernel, L, Gpu, *On.P);
      if (!P || !isPlausible(*On.Kernel, *P, Gpu) || isMostlyLaunching(*P))
        continue;
      auto Found = findLoneThread(*On.Kernel, L, Gpu, *P,
                                  Least ? llvm::ArrayRef(Least->Loops) : Of);
      if (!Found || share(*Found) > MostLeft)
        return std::nullopt;
      if (!Least || share(*Found) > share(*Least))
        Least = LoneThreadLoss{std::move(*Found), false, ""};
    }
    return Least;
  }

  /// Small grids and grids that fill a GPU.
  static constexpr uint64_t Grids[] = {1, FillingThreads};

  std::vector<Launch> atOtherSizes() const {
    std::vector<Launch> Out;
    for (uint64_t Threads : Grids)
      llvm::append_range(Out, launchesAtOtherSizes(Answer, Assume, Threads));
    return Out;
  }

  std::optional<LoneThreadLoss>
  leastAtLargeSizes(llvm::ArrayRef<LoopId> Of) const {
    if (!areLargeTogether(Open))
      return std::nullopt;
    std::vector<Launch> Launches;
    for (uint64_t Threads : Grids)
      llvm::append_range(Launches,
                         launchesAtLargeSizes(Answer, Assume, Threads));
    auto Least = leastOf(Launches, Of);
    if (Least)
      Least->OnlyWhere = llvm::join(Open, " and ") + " are " +
                         std::to_string(LargeSize) + " or more";
    return Least;
  }

  /// The least from the smallest value of \p Name on that has it.
  std::optional<LoneThreadLoss>
  leastOfLengths(const std::string &Name, llvm::ArrayRef<LoopId> Of) const {
    std::optional<LoneThreadLoss> Least;
    for (int64_t Length : {4096, 512, 128, 32}) {
      std::vector<Launch> Launches;
      for (uint64_t Threads : Grids)
        llvm::append_range(
            Launches, launchesWhere(Answer, Assume, {Name}, Length, Threads));
      auto Here = leastOf(Launches, Least ? llvm::ArrayRef(Least->Loops) : Of);
      // The longest of them may be more than the GPU's memory holds.
      if (!Here && !Least)
        continue;
      if (!Here)
        break;
      if (!Least || share(*Here) > share(*Least))
        Least = std::move(Here);
      Least->OnlyWhere = Name + " is " + std::to_string(Length) + " or more";
    }
    return Least;
  }

  const LaunchAnswer &Answer;
  const GpuAnswer &On;
  const GpuModel &Gpu;
  const HostBindings &Assume;
  const std::vector<std::string> Open;
};
} // namespace

std::optional<LoneThreadLoss>
gpuperf::findLoneThreadLoss(const LaunchAnswer &Answer, const GpuAnswer &On,
                            const GpuModel &Gpu, const HostBindings &Assume) {
  if (hasOpenSizes(Answer, Assume))
    return SizesOfLaunch(Answer, On, Gpu, Assume).least();
  auto Found = findLoneThread(*On.Kernel, On.Asked, Gpu, *On.P);
  if (!Found)
    return std::nullopt;
  return LoneThreadLoss{std::move(*Found), false, ""};
}
