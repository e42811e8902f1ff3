//===- BlockRewriteCover.cpp - Does the grid follow? ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/ExprOnHost.h"
#include "plugin/rewrite/BlockRewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace clang;
using llvm::formatv;

static constexpr const char *AxisNames[] = {"x", "y", "z"};

static std::optional<uint64_t> positive(const HostExpr &E,
                                        const HostBindings &B) {
  auto V = evaluate(E, B);
  if (!V || V->IsFloating || V->Integer <= 0)
    return std::nullopt;
  return static_cast<uint64_t>(V->Integer);
}

std::optional<std::string>
BlockRewriter::whyNotCovered(size_t Index, const KernelSummary &Kernel,
                             const SymbolValues &NewValues) const {
  const LaunchSite &Site = *Readings[Index].Open;
  const HostBindings Old = named(Index, OldValues),
                     Changed = named(Index, NewValues);
  const BlockIndependence &Proof = Kernel.Independence;
  std::vector<int64_t> Steps;
  for (unsigned D = 0; D < 3; ++D)
    for (const HostBindings *B : {&Old, &Changed})
      if (auto V = positive(Site.Block[D], *B); V && *V > 1)
        Steps.push_back(static_cast<int64_t>(*V));
  Steps.push_back(1);
  for (unsigned D = 0; D < 3; ++D) {
    const HostExpr &Grid = Site.Grid[D], &Block = Site.Block[D];
    const DimensionIndependence &Asks = Proof.Dims[D];
    HostExpr Bound = Asks.Needed == ThreadsNeeded::AtLeastBound && Asks.Used
                         ? exprOnHost(Kernel.Exprs, Asks.Bound, Site)
                         : nullptr;
    auto BlockOld = positive(Block, Old), BlockNew = positive(Block, Changed);
    if (!BlockOld || !BlockNew)
      return formatv("the block's {0} cannot be read", AxisNames[D]).str();
    if (!Grid) {
      if (*BlockOld == *BlockNew)
        continue; // whatever it is, it stays
      return "the grid cannot be read from the source";
    }
    unsigned Compared = 0;
    std::vector<HostExpr> Involved = {Grid};
    if (Bound)
      Involved.push_back(Bound);
    for (HostBindings &Probe : probes(Involved, Steps, Old)) {
      auto GridOld = positive(Grid, Probe);
      constexpr uint64_t MostBlocks = 0x7fffffff; // in x, on any device
      for (const auto &Entry : Changed)
        Probe[Entry.getKey()] = Entry.getValue();
      auto GridNew = positive(Grid, Probe);
      if (!GridOld || *GridOld > MostBlocks)
        continue; // the launch does not happen
      ++Compared;
      const uint64_t ThreadsOld = *GridOld * *BlockOld,
                     ThreadsNew = GridNew.value_or(0) * *BlockNew;
      if (GridNew == GridOld && *BlockOld == *BlockNew)
        continue;
      if (ThreadsOld == ThreadsNew && Asks.Needed != ThreadsNeeded::Unchanged)
        continue;
      switch (Asks.Used ? Asks.Needed : ThreadsNeeded::Exact) {
      case ThreadsNeeded::Any:
        continue;
      case ThreadsNeeded::AtLeastBound: {
        if (!Bound)
          return "how many threads have work cannot be read from the launch";
        // What overflows is not defined before, either.
        auto Work = evaluate(Bound, Probe);
        if (!Work || (Work->Integer >= 0 &&
                      ThreadsOld >= static_cast<uint64_t>(Work->Integer) &&
                      ThreadsNew >= static_cast<uint64_t>(Work->Integer)))
          continue;
        return ThreadsNew < ThreadsOld
                   ? formatv("for some sizes the grid would have no thread "
                             "for some of {0}",
                             print(Bound))
                         .str()
                   : formatv("the grid is not known to have a thread for each "
                             "of {0}",
                             print(Bound))
                         .str();
      }
      case ThreadsNeeded::Exact:
        return "the kernel is not known to do the same work with another "
               "number of threads";
      case ThreadsNeeded::Unchanged:
        return formatv("the kernel depends on the block's {0}", AxisNames[D])
            .str();
      }
    }
    if (Compared == 0)
      return "the grid cannot be computed";
  }
  if (Proof.SharedBytesPerThread) {
    auto Bytes = positive(Site.DynamicSharedBytes, Changed);
    uint64_t Threads = 1;
    for (const HostExpr &E : Site.Block)
      Threads *= positive(E, Changed).value_or(1);
    if (!Bytes || *Bytes < Proof.SharedBytesPerThread * Threads)
      return "the dynamic shared memory does not follow the block size";
  }
  for (const LaunchArg &A : Site.Args) {
    auto IsOpen = [&](const HostExpr &E) {
      return llvm::any_of(freeNames(E), [&](const std::string &Name) {
        return Changed.count(Name) > 0;
      });
    };
    if (IsOpen(A.Value) ||
        llvm::any_of(A.Fields, [&](const auto &F) { return IsOpen(F.second); }))
      return formatv("the kernel is told the number, too, as '{0}'",
                     A.ParamName)
          .str();
  }
  return std::nullopt;
}
