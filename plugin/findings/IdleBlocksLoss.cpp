//===- IdleBlocksLoss.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/IdleBlocksLoss.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Values of an open name, with factors of two and without.
static constexpr int64_t Sizes[] = {1000, 4096, 16384, 65536, 300007, 1000003};

static double share(const IdleBlocks &I) {
  return I.WithoutUs.Value / I.TimeUs.Value;
}

static IdleBlocksLoss lossOf(const IdleBlocks &Found) {
  IdleBlocksLoss Loss;
  Loss.Found = Found;
  Loss.TimeUs = Found.TimeUs;
  Loss.WithoutUs = Found.WithoutUs;
  return Loss;
}

/// Whether the grid grows with the name.
static bool isInGrid(const LaunchSite &Site, const std::string &Name) {
  return llvm::any_of(Site.Grid, [&](const HostExpr &E) {
    return E && llvm::is_contained(freeNames(E), Name);
  });
}

std::optional<IdleBlocksLoss>
gpuperf::findIdleBlocksLoss(const LaunchAnswer &Answer, const GpuAnswer &On,
                            const GpuModel &Gpu, const HostBindings &Assume) {
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  if (Open.empty()) {
    if (!On.Asked.Why.empty())
      return std::nullopt;
    auto Found = findIdleBlocks(*On.Kernel, On.Asked, Gpu, *On.P);
    if (!Found)
      return std::nullopt;
    return lossOf(*Found);
  }
  if (Open.size() != 1 || !isInGrid(Answer.Site, Open.front()))
    return std::nullopt;
  PredictOptions Options;
  Options.Model = On.P->Model;
  std::optional<IdleBlocksLoss> Least;
  for (int64_t Size : Sizes) {
    HostBindings Values = Assume;
    Values[Open.front()].Integer = Size;
    BoundLaunch Bound = bindLaunch(Answer.Site, Values);
    if (!Bound.L || !(Bound.L->Block == On.Asked.Block) ||
        isGridGuessed(Answer.Site, Bound))
      continue;
    Bound.L->Conditions = On.Asked.Conditions;
    auto P = predictLaunch(*On.Kernel, *Bound.L, Gpu, Options);
    if (!P) {
      llvm::consumeError(P.takeError());
      continue;
    }
    const auto Found = findIdleBlocks(*On.Kernel, *Bound.L, Gpu, *P);
    // Small launches take as long with fewer blocks.
    if (!Found && !Least)
      continue;
    if (!Found)
      return std::nullopt;
    const uint64_t Times = Found->Grid.count() / Found->Enough.count();
    const uint64_t From = Least ? Least->From : static_cast<uint64_t>(Size);
    const uint64_t LeastTimes = Least ? std::min(Least->Times, Times) : Times;
    if (!Least || share(*Found) > share(Least->Found))
      Least = lossOf(*Found);
    Least->From = From;
    Least->Times = LeastTimes;
    Least->Open = Open.front();
  }
  // At the largest size alone it may come from the values that were tried.
  if (Least &&
      Least->From == static_cast<uint64_t>(Sizes[std::size(Sizes) - 1]))
    Least.reset();
  return Least;
}
