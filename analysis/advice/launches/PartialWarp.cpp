//===- PartialWarp.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/PartialWarp.h"

namespace gpuperf {

std::optional<PartialWarp> findPartialWarp(const Launch &L, bool GridKnown,
                                           unsigned WarpSize) {
  constexpr uint64_t MaxThreads = 1024; // of every GPU that is programmable
  uint64_t Threads = L.Block.count();
  if (WarpSize == 0 || Threads == 0 || Threads > MaxThreads ||
      Threads % WarpSize == 0)
    return std::nullopt;
  if (Threads < WarpSize && GridKnown && L.Grid.count() <= 1)
    return std::nullopt;
  PartialWarp P;
  P.WarpSize = WarpSize;
  P.WarpsPerBlock = L.warpsPerBlock(WarpSize);
  P.LargerBlock = P.WarpsPerBlock * WarpSize;
  P.SmallerBlock = P.LargerBlock - WarpSize;
  P.IdleLanes = P.LargerBlock - Threads;
  return P;
}

std::optional<Estimate> timeWithBlocksOf(uint64_t Threads,
                                         const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu) {
  Launch Other = L;
  const uint64_t All = L.Grid.X * L.Block.X;
  Other.Block = {Threads, 1, 1};
  Other.Grid.X = All / Threads + (All % Threads != 0);
  auto P = predictLaunch(Kernel, Other, Gpu);
  if (P)
    return P->TimeUs;
  llvm::consumeError(P.takeError());
  return std::nullopt;
}

} // namespace gpuperf
