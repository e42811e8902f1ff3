//===- LeaderLoop.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/LeaderLoop.h"
#include "analysis/advice/LoopParts.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/kernel/Dominance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <bitset>
#include <cmath>

using namespace gpuperf;

/// A loop that runs less often is over before a reduction would be.
static constexpr double LeastTrip = 16;
/// So many threads have to be there for each that runs the loop.
static constexpr uint64_t LeastShare = 32;
static constexpr uint64_t MostThreads = 1024;

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P), Idom(immediateDominators(K)) {}

  std::vector<LeaderLoop> run() {
    std::vector<LeaderLoop> Out;
    for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
      if (auto Found = look(Id))
        Out.push_back(*Found);
    return Out;
  }

private:
  std::optional<LeaderLoop> look(LoopId Id) {
    const LoopProfile &Runs = P.Profile.Loops[Id];
    const KernelLoop &Loop = K.Loops[Id];
    if (Runs.Guessed || !(Runs.LongestTrip >= LeastTrip) ||
        !(P.Profile.Blocks[Loop.Header].WarpExecutions > 0))
      return std::nullopt;
    LeaderLoop Found;
    Found.Loop = Id;
    Found.Threads = L.Block.count();
    Found.Runners = runners(Loop.Header);
    if (Found.Runners == 0 || Found.Runners * LeastShare > Found.Threads)
      return std::nullopt;
    // The others could not take part in the outer loop.
    if (Loop.Parent != NoId &&
        runners(K.Loops[Loop.Parent].Header) <= Found.Runners)
      return std::nullopt;
    Found.Hands = carriedBy(K, Id, SharedBy::Block);
    if (Found.Hands == Carries::Order)
      return std::nullopt;
    Found.Trip = static_cast<uint64_t>(std::llround(Runs.LongestTrip));
    const uint64_t Share = Found.Threads / Found.Runners;
    uint64_t Each = llvm::divideCeil(Found.Trip, Share);
    // A scan goes over each thread's part twice: for the part's sum, and again
    // once those of the parts before are known.
    if (Found.Hands == Carries::Scan)
      Each *= 2;
    // The sums of the threads are added two by two.
    if (Found.Hands != Carries::Nothing)
      Each += llvm::Log2_64_Ceil(std::min(Share, Found.Trip));
    const auto Other = predictAsIf(shortenLoop(K, Id, Each), L, Gpu, P);
    if (!Other)
      return std::nullopt;
    if (!(speedup(P, *Other).Lo > 1))
      return std::nullopt;
    Found.WithoutUs = Other->TimeUs;
    return Found;
  }

  /// Threads of a block in the middle of the grid for which no guard before \p
  /// B is known to fail; all of them where no guard depends on the thread.
  /// Where there are none, those of the first block, as of a guard for thread 0
  /// of the grid.
  uint64_t runners(BlockId B) {
    if (auto It = Known.find(B); It != Known.end())
      return It->second;
    uint64_t Runners = runnersOf(B, {L.Grid.X / 2, L.Grid.Y / 2, L.Grid.Z / 2});
    if (Runners == 0)
      Runners = runnersOf(B, {0, 0, 0});
    return Known[B] = Steps == 0 ? L.Block.count() : Runners;
  }

  struct Guard {
    ExprId Condition;
    bool Holds;
  };

  /// The parts of \p Condition that all hold (or all fail) where it holds (or
  /// fails), as far as the thread decides them and no size that was assumed:
  /// LLVM makes one branch of a guard on the thread and one on the size.
  void addParts(ExprId Condition, bool Holds,
                llvm::SmallVectorImpl<Guard> &Out) const {
    const ExprNode &N = K.Exprs[Condition];
    if (resultWidth(N) == 1 &&
        N.Kind == (Holds ? ExprKind::And : ExprKind::Or)) {
      addParts(N.Ops[0], Holds, Out);
      addParts(N.Ops[1], Holds, Out);
      return;
    }
    // Where one side is a constant, the other one was taken.
    if (N.Kind == ExprKind::Select && resultWidth(N) == 1)
      for (unsigned Side : {1, 2})
        if (const ExprNode &Other = K.Exprs[N.Ops[Side]];
            Other.Kind == ExprKind::Constant &&
            ((Other.Imm & 1) != 0) != Holds) {
          addParts(N.Ops[0], Side == 2, Out);
          addParts(N.Ops[3 - Side], Holds, Out);
          return;
        }
    if (K.Exprs.dependsOnThread(Condition) &&
        !K.Exprs.dependsOn(Condition, ExprKind::LoopIter) &&
        !dependsOnAssumed(K, L, Condition))
      Out.push_back({Condition, Holds});
  }

  uint64_t runnersOf(BlockId B, const Dim3 &Ctaid) {
    llvm::SmallVector<Guard, 8> Guards;
    for (BlockId At = B; Idom[At] != NoId; At = Idom[At]) {
      const Block &Dom = K.Blocks[Idom[At]];
      const bool IsSide = llvm::all_of(K.Blocks[At].Preds, [&](BlockId Pred) {
        return Pred == Idom[At] || dominates(Idom, At, Pred);
      });
      if (Dom.Terminator == TerminatorKind::Conditional &&
          Dom.Succs.size() == 2 && Dom.Succs[0] != Dom.Succs[1] && IsSide &&
          Dom.Condition != NoExpr)
        addParts(Dom.Condition, Dom.Succs[0] == At, Guards);
    }
    const uint64_t Threads = L.Block.count();
    uint64_t Runners = 0;
    const auto WarpSize = std::clamp(
        static_cast<unsigned>(Gpu.Arch.WarpSize.Value), 1u, MaxLanes);
    for (uint64_t First = 0; First < Threads; First += WarpSize) {
      WarpContext Ctx;
      Ctx.L = &L;
      Ctx.Ctaid = Ctaid;
      Ctx.FirstThread = First;
      Ctx.WarpSize = WarpSize;
      std::bitset<MaxLanes> Active;
      for (unsigned I = 0; I < WarpSize && First + I < Threads; ++I)
        Active.set(I);
      for (const Guard &G : Guards) {
        const LaneValues V = evaluate(K.Exprs, G.Condition, Ctx, Steps);
        for (unsigned I = 0; I < WarpSize; ++I)
          if (V.Known.test(I) && ((V.V[I] & 1) != 0) != G.Holds)
            Active.reset(I);
      }
      Runners += Active.count();
    }
    return Runners;
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  std::vector<BlockId> Idom;
  llvm::DenseMap<BlockId, uint64_t> Known;
  uint64_t Steps = 300'000; ///< evaluations of a node, for all loops
};
} // namespace

std::vector<LeaderLoop> gpuperf::findLeaderLoops(const KernelSummary &Kernel,
                                                 const Launch &L,
                                                 const GpuModel &Gpu,
                                                 const Prediction &P) {
  if (P.Profile.Blocks.size() != Kernel.Blocks.size() ||
      P.Profile.Loops.size() != Kernel.Loops.size() ||
      Kernel.Blocks.size() > MostBlocksToSearch ||
      L.Block.count() < LeastShare || L.Block.count() > MostThreads)
    return {};
  return Finder(Kernel, L, Gpu, P).run();
}
