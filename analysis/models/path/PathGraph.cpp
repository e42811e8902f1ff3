//===- PathGraph.cpp - Control flow as the critical path sees it ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/CriticalPath.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
/// Notes what the blocks of \p R have to do with copies.
void noteCopies(const KernelSummary &Kernel, const PathSteps &Steps,
                PathGraph::Region &R) {
  for (const PathGraph::Item &I : R.Items) {
    if (I.IsLoop)
      continue;
    for (InstrId Id : Kernel.Blocks[I.Id].Instrs) {
      const PathSteps::Step &In = Steps.Steps[Id];
      R.EndsGroups |= In.Copying == CopyStep::EndsGroup;
      if (!In.waitsForCopies())
        continue;
      R.WaitsForCopies = true;
      R.WaitsForOthers |= In.Copying == CopyStep::WaitsForOthers;
      R.MostCopiesLeft = std::max<unsigned>(R.MostCopiesLeft, In.CopiesLeft);
    }
  }
}

/// The loop's ancestors and itself that lie directly in \p Region; NoId if the
/// loop is not inside it. \p Region is NoId for the kernel.
LoopId childLoopIn(const KernelSummary &Kernel, LoopId Loop, LoopId Region) {
  while (Loop != NoId && Loop < Kernel.Loops.size()) {
    LoopId Parent = Kernel.Loops[Loop].Parent;
    if (Parent == Region)
      return Loop;
    Loop = Parent;
  }
  return NoId;
}
} // namespace

PathGraph::PathGraph(const KernelSummary &Kernel,
                     llvm::ArrayRef<double> BlockShares,
                     llvm::ArrayRef<double> LoopShares,
                     std::shared_ptr<const PathSteps> Known)
    : Kernel(Kernel), Steps(Known ? std::move(Known)
                                  : std::make_shared<const PathSteps>(Kernel)) {
  const size_t NumLoops = Kernel.Loops.size();
  const size_t NumBlocks = Kernel.Blocks.size();
  auto Share = [&](BlockId B) {
    return B < BlockShares.size() ? BlockShares[B] : 1.0;
  };

  Regions.resize(NumLoops + 1);
  // The item of each block in the region at hand.
  std::vector<uint32_t> ItemOf(NumBlocks);
  for (size_t RegionId = 0; RegionId <= NumLoops; ++RegionId) {
    Region &R = Regions[RegionId];
    const LoopId L = RegionId == NumLoops ? NoId : LoopId(RegionId);
    std::fill(ItemOf.begin(), ItemOf.end(), NoId);
    std::vector<uint32_t> LoopItem(NumLoops, NoId);

    // Blocks are in reverse post order, so a loop's header comes first.
    for (BlockId B = 0; B < NumBlocks; ++B) {
      if ((L != NoId && !Steps->InLoop[L][B]) || Share(B) <= 0)
        continue;
      LoopId Innermost = Kernel.Blocks[B].InnermostLoop;
      LoopId Child = Innermost == L ? NoId : childLoopIn(Kernel, Innermost, L);
      if (Child == NoId) {
        ItemOf[B] = R.Items.size();
        R.Items.push_back({false, B, std::min(Share(B), 1.0), {}});
        continue;
      }
      if (LoopItem[Child] == NoId) {
        LoopItem[Child] = R.Items.size();
        R.Items.push_back({true, Child, 1, {}});
      }
      ItemOf[B] = LoopItem[Child];
    }

    for (BlockId B = 0; B < NumBlocks; ++B) {
      if (ItemOf[B] == NoId)
        continue;
      for (BlockId Succ : Kernel.Blocks[B].Succs) {
        if (Succ >= NumBlocks || ItemOf[Succ] == NoId)
          continue;
        if (L != NoId && Succ == Kernel.Loops[L].Header) {
          if (!llvm::is_contained(R.LatchItems, ItemOf[B]))
            R.LatchItems.push_back(ItemOf[B]);
          continue;
        }
        // Edges inside a step, and those against the order of an irreducible
        // cycle, say nothing about when control arrives.
        Item &To = R.Items[ItemOf[Succ]];
        if (ItemOf[B] < ItemOf[Succ] && !llvm::is_contained(To.From, ItemOf[B]))
          To.From.push_back(ItemOf[B]);
      }
    }
    // A loop is entered as often as what leads to it is executed.
    for (Item &I : R.Items)
      if (I.IsLoop && !I.From.empty()) {
        double Entered = 0;
        for (uint32_t From : I.From)
          Entered += R.Items[From].Share;
        I.Share = std::min(Entered,
                           I.Id < LoopShares.size() ? LoopShares[I.Id] : 1.0);
      }
    noteCopies(Kernel, *Steps, R);
  }
}

std::vector<double> gpuperf::blockShares(const KernelSummary &Kernel,
                                         const WarpProfile &Profile,
                                         PathOf Whose) {
  auto Executions = [&](BlockId B) {
    if (B >= Profile.Blocks.size())
      return 0.0;
    const BlockProfile &P = Profile.Blocks[B];
    return Whose == PathOf::MeanBlock ? P.MeanExecutions : P.LongestExecutions;
  };
  std::vector<double> Shares(Kernel.Blocks.size(), 0);
  for (BlockId B = 0; B < Shares.size(); ++B) {
    double Iterations = 0;
    LoopId L = Kernel.Blocks[B].InnermostLoop;
    if (L < Kernel.Loops.size())
      for (BlockId Latch : Kernel.Loops[L].Latches)
        Iterations += Executions(Latch);
    else
      Iterations = Executions(0);
    double Own = Executions(B);
    if (Own > 0)
      Shares[B] = Iterations > 0 ? std::min(Own / Iterations, 1.0) : 1.0;
  }
  return Shares;
}

std::vector<double> gpuperf::loopShares(const KernelSummary &Kernel,
                                        const WarpProfile &Profile) {
  std::vector<double> Shares(Kernel.Loops.size(), 1);
  for (LoopId Id = 0; Id < Shares.size(); ++Id) {
    const KernelLoop &L = Kernel.Loops[Id];
    double Around = 0;
    if (L.Parent == NoId)
      Around = Profile.Blocks[0].MeanExecutions;
    else
      for (BlockId Latch : Kernel.Loops[L.Parent].Latches)
        Around += Profile.Blocks[Latch].MeanExecutions;
    const double PerEntry =
        Profile.Loops[Id].MeanTrip + (L.TestsBeforeBody ? 1 : 0);
    if (Around > 0 && PerEntry > 0)
      Shares[Id] = std::min(
          Profile.Blocks[L.Header].MeanExecutions / PerEntry / Around, 1.0);
  }
  return Shares;
}
