//===- CopyWaits.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/CopyWaits.h"
#include "analysis/lift/ExprBuilder.h"
#include "analysis/machine/BulkCopies.h"
#include "analysis/machine/TensorOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace llvm;

void gpuperf::linkCopies(const Function &F,
                         const DenseMap<const Instruction *, InstrId> &First,
                         const DenseMap<const Instruction *, InstrId> &Last,
                         KernelSummary &K) {
  SmallVector<InstrId, 8> Copies, WaitsForAll;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto Begin = First.find(&I), End = Last.find(&I);
    if (!Call || Begin == First.end() || End == Last.end())
      continue;
    Instr &In = K.Instrs[Begin->second];
    if (isAsyncCopy(*Call)) {
      In.Copying = CopyStep::Asks;
      K.Instrs[End->second].Operands.clear();
      Copies.push_back(Begin->second);
    } else if (endsCopyGroup(*Call)) {
      In.Copying = CopyStep::EndsGroup;
    } else if (const auto Left = copyGroupsLeft(*Call)) {
      In.Copying = CopyStep::Waits;
      In.CopiesLeft = static_cast<uint8_t>(*Left);
      if (*Left == 0)
        WaitsForAll.push_back(Begin->second);
    }
  }
  sort(Copies);
  for (InstrId Wait : WaitsForAll)
    append_range(K.Instrs[Wait].Operands, Copies);
}

namespace {
/// Iterations between a copy and its wait that are tried, and the iteration
/// from which on a loop's barriers are looked at: before it a wait may be for
/// copies from before the loop.
constexpr uint64_t MostStages = 16, Settled = 2 * MostStages;

/// Where an mbarrier is waited for, or told.
struct BarrierUse {
  InstrId Instr = NoId;
  const Loop *In = nullptr;
  AddressExpr At;
};

class Linker {
public:
  Linker(const Function &F, const LoopInfo &LI, ExprBuilder &Exprs,
         const DenseMap<const Instruction *, InstrId> &First,
         const DenseMap<const Loop *, LoopId> &LoopIds, KernelSummary &K)
      : LoopIds(LoopIds), K(K) {
    Asked.Block = {128};
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const auto Number = First.find(&I);
      if (!Call || Number == First.end())
        continue;
      auto Add = [&](const Value *Barrier, std::vector<BarrierUse> &To) {
        if (Barrier)
          To.push_back({Number->second, LI.getLoopFor(I.getParent()),
                        Exprs.numberedShared(Barrier, I.getParent())});
      };
      if (const auto Copy = bulkCopyOf(*Call); Copy && Copy->ToShared) {
        K.Instrs[Number->second].Copying = CopyStep::Asks;
        Add(Copy->Barrier, Told);
      }
      Add(signalledBarrierOf(*Call), Told);
      Add(waitedBarrierOf(*Call), Waits);
    }
  }

  void run() {
    for (const BarrierUse &Wait : Waits)
      link(Wait);
  }

private:
  /// The place of the barrier in an iteration of the loop \p Of, for the first
  /// thread.
  std::optional<int64_t> place(const BarrierUse &Use, const Loop *Of,
                               uint64_t Iteration) const {
    if (Use.At.Base != Access::BaseKind::Variable || Use.At.Offset == NoExpr)
      return std::nullopt;
    std::vector<uint64_t> Iterations(LoopIds.size(), 0);
    if (Of)
      Iterations[LoopIds.lookup(Of)] = Iteration;
    WarpContext Context;
    Context.L = &Asked;
    Context.LoopIter = Iterations;
    uint64_t Steps = 10'000;
    const LaneValues V = evaluate(K.Exprs, Use.At.Offset, Context, Steps);
    return V.Known[0] ? std::optional(V.V[0]) : std::nullopt;
  }

  /// The places that the loop around \p Use goes through.
  DenseSet<int64_t> placesOf(const BarrierUse &Use) const {
    DenseSet<int64_t> Places;
    for (uint64_t I = 0; I < (Use.In ? Settled : 1); ++I)
      if (const auto P = place(Use, Use.In, I))
        Places.insert(*P);
    return Places;
  }

  /// How many iterations of its loop before \p Wait the barrier that it waits
  /// for is told of copies, by \p Copy in the same loop.
  std::optional<uint64_t> distance(const BarrierUse &Wait,
                                   const BarrierUse &Copy) const {
    for (uint64_t D = Copy.Instr < Wait.Instr ? 0 : 1; D <= MostStages; ++D)
      if (all_of(seq(Settled, Settled + 4), [&](uint64_t I) {
            const auto Here = place(Wait, Wait.In, I);
            return Here && Here == place(Copy, Wait.In, I - D);
          }))
        return D;
    return std::nullopt;
  }

  void link(const BarrierUse &Wait) {
    bool AsksInLoop = false;
    std::optional<uint64_t> Least;
    for (const BarrierUse &Copy : Told) {
      if (Wait.In && !Wait.In->contains(Copy.In))
        continue;
      AsksInLoop = true;
      if (sameArray(Wait, Copy))
        if (const auto D = distance(Wait, Copy); D && (!Least || *D < *Least))
          Least = D;
    }
    Instr &In = K.Instrs[Wait.Instr];
    if (Least) {
      In.Copying = CopyStep::WaitsAtBarrier;
      In.CopiesLeft = static_cast<uint8_t>(*Least);
      return;
    }
    if (AsksInLoop || !Wait.In)
      return; // for others to leave a place
    const DenseSet<int64_t> Ours = placesOf(Wait);
    for (const BarrierUse &Copy : Told)
      if (sameArray(Wait, Copy) &&
          any_of(placesOf(Copy), [&](int64_t P) { return Ours.contains(P); })) {
        In.Copying = CopyStep::WaitsForOthers;
        In.CopiesLeft =
            static_cast<uint8_t>(std::min<size_t>(Ours.size(), 255));
        return;
      }
  }

  static bool sameArray(const BarrierUse &A, const BarrierUse &B) {
    return A.At.Base == B.At.Base && A.At.BaseIndex == B.At.BaseIndex;
  }

  const DenseMap<const Loop *, LoopId> &LoopIds;
  KernelSummary &K;
  Launch Asked; ///< nothing is known of it but that it has a first warp
  std::vector<BarrierUse> Waits, Told;
};
} // namespace

void gpuperf::linkBarrierWaits(
    const Function &F, const LoopInfo &LI, ExprBuilder &Exprs,
    const DenseMap<const Instruction *, InstrId> &First,
    const DenseMap<const Loop *, LoopId> &LoopIds, KernelSummary &K) {
  Linker(F, LI, Exprs, First, LoopIds, K).run();
}
