//===- Divergence.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sampled warps tell how many lanes run a side, not whether threads of other
// warps could fill them. So the condition is evaluated for all threads of one
// block, under the conditions that lead to it.
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Divergence.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/kernel/Dominance.h"
#include "analysis/symbolic/WarpEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include <bitset>
#include <map>
#include <set>

using namespace gpuperf;

/// A side that runs with fewer lanes than this on average is the work of a
/// leading thread or of a border, which some warp has to do in any case.
static constexpr double FewestLanes = 5;
/// A branch whose sides hold less than this share of the instructions is not
/// reported.
static constexpr double LeastShare = 0.02;
/// How many iterations are looked at, by the depth of the loop, from 1. The
/// outermost loop gets enough for the steps of a reduction.
static constexpr uint64_t MostIterations[] = {32, 16, 2};

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P), Idom(immediateDominators(K)),
        Values(K.Exprs) {
    for (unsigned C = 0; C < NumOpClasses; ++C)
      if (static_cast<OpClass>(C) != OpClass::Free && P.Profile.Warps > 0)
        PerWarp += P.Profile.WarpInstructions[C] / P.Profile.Warps;
    WarpSize = std::clamp(static_cast<unsigned>(Gpu.Arch.WarpSize.Value), 1u,
                          MaxLanes);
  }

  std::vector<DivergentBranch> run() {
    std::vector<DivergentBranch> Out;
    for (BlockId B = 0; B < K.Blocks.size(); ++B)
      if (auto Found = look(B))
        Out.push_back(*Found);
    return Out;
  }

private:
  using Lanes = std::bitset<MaxLanes>;

  /// A condition that must be true, or must be false, for a block to be
  /// reached.
  struct Guard {
    ExprId Condition;
    bool Holds;
  };

  bool inLoop(BlockId B, LoopId Loop) const {
    for (LoopId At = K.Blocks[B].InnermostLoop; At != NoId;
         At = K.Loops[At].Parent)
      if (At == Loop)
        return true;
    return Loop == NoId;
  }

  /// Whether \p To is entered from \p From alone, back edges of its own loop
  /// left
  /// out.
  bool isSide(BlockId From, BlockId To) const {
    return Idom[To] == From && llvm::all_of(K.Blocks[To].Preds, [&](BlockId B) {
             return B == From || dominates(Idom, To, B);
           });
  }

  std::optional<DivergentBranch> look(BlockId B) {
    const Block &Blk = K.Blocks[B];
    if (Blk.Terminator != TerminatorKind::Conditional ||
        Blk.Succs.size() != 2 || Blk.Succs[0] == Blk.Succs[1] ||
        Blk.Condition == NoExpr || !K.Exprs.dependsOnThread(Blk.Condition) ||
        !(P.Profile.Blocks[B].WarpExecutions > 0))
      return std::nullopt;
    for (BlockId S : Blk.Succs)
      if (!inLoop(S, Blk.InnermostLoop))
        return std::nullopt; // leaves a loop
    // No more can be saved than what the two sides execute.
    WarpProfile Unused;
    double Sides = 0;
    for (BlockId S : Blk.Succs)
      if (isSide(B, S))
        Sides += scaleSide(S, 1, Unused);
    if (Sides < LeastShare * PerWarp)
      return std::nullopt;
    DivergentBranch D;
    D.Block = B;
    if (!countWarps(B, D))
      return std::nullopt;
    WarpProfile Profile = P.Profile;
    bool Any = false;
    for (unsigned Way = 0; Way < 2; ++Way) {
      BranchSide &Side = D.Sides[Way];
      if (!isSide(B, Blk.Succs[Way]))
        continue;
      const double Keep = Side.Warps > 0 && Side.Lanes >= FewestLanes
                              ? std::min(Side.WarpsNeeded / Side.Warps, 1.0)
                              : 1;
      const double Entered =
          P.Profile.Blocks[B].WarpExecutions * Side.Warps / D.Warps;
      const double Executed = scaleSide(Blk.Succs[Way], Keep, Profile);
      Side.Instructions = Entered > 0 ? Executed / Entered : 0;
      if (!(Keep < 1 && Side.Instructions > 0))
        continue;
      Any = true;
      if (D.Step == StepKind::None)
        D.Step = stepOf(B, Blk.Succs[Way]);
    }
    if (!Any)
      return std::nullopt;
    auto Without = timeWithProfile(K, L, Gpu, P, Profile);
    if (!Without)
      return std::nullopt;
    D.WithoutUs = *Without;
    return D;
  }

  /// Scales what the warps execute from \p Side on, up to where the two ways
  /// meet, by \p Keep. Returns the instructions that a mean warp executes
  /// there.
  double scaleSide(BlockId Side, double Keep, WarpProfile &Profile) const {
    double Executed = 0;
    for (BlockId X = Side; X < K.Blocks.size(); ++X) {
      if (!dominates(Idom, Side, X))
        continue;
      const double Times = P.Profile.Blocks[X].WarpExecutions;
      OpCounts Once{}, Written{};
      for (InstrId I : K.Blocks[X].Instrs)
        Written[static_cast<unsigned>(K.Instrs[I].Class)] += K.Instrs[I].Count;
      Once = K.MachineCounts.empty() ? Written : K.MachineCounts[X];
      // Under a predicate they are executed before the branch, by all warps: no
      // slot is saved, but what the idle ones ask shared memory for is.
      if (llvm::all_of(Once, [](double N) { return N == 0; }))
        for (unsigned C = 0; C < NumOpClasses; ++C)
          if (static_cast<OpClass>(C) != OpClass::Free &&
              static_cast<OpClass>(C) != OpClass::Branch)
            Executed += Times * Written[C];
      for (unsigned C = 0; C < NumOpClasses; ++C) {
        if (static_cast<OpClass>(C) == OpClass::Free)
          continue;
        Executed += Times * Once[C];
        Profile.WarpInstructions[C] =
            std::max(0.0, Profile.WarpInstructions[C] -
                              P.Profile.Warps * Times * Once[C] * (1 - Keep));
      }
    }
    // Fewer warps ask shared memory less often. What is asked of global memory
    // depends on where the threads that are left have their elements.
    for (AccessId Id = 0; Keep < 1 && Id < Profile.Accesses.size(); ++Id)
      if (K.Accesses[Id].Space == MemSpace::Shared &&
          dominates(Idom, Side, K.Accesses[Id].Block))
        Profile.Accesses[Id].Requests *= Keep;
    return Executed;
  }

  /// The threads behind \p Side change elements in shared memory, and all meet
  /// at a barrier before the next step.
  StepKind stepOf(BlockId B, BlockId Side) const {
    const LoopId Loop = K.Blocks[B].InnermostLoop;
    if (Loop == NoId || llvm::none_of(K.Loops[Loop].Blocks, [&](BlockId X) {
          return llvm::any_of(K.Blocks[X].Instrs, [&](InstrId I) {
            return K.Instrs[I].Class == OpClass::Barrier;
          });
        }))
      return StepKind::None;
    std::set<uint32_t> Loaded;
    std::map<uint32_t, unsigned> Stored;
    for (const Access &A : K.Accesses)
      if (A.Space == MemSpace::Shared && A.BaseIndex != NoId &&
          dominates(Idom, Side, A.Block)) {
        if (A.Kind == AccessKind::Load)
          Loaded.insert(A.BaseIndex);
        else
          ++Stored[A.BaseIndex];
      }
    // A thread that stores two elements of an array exchanges them, as a
    // sorting network does; one that stores its own adds.
    StepKind Kind = StepKind::None;
    for (const auto &[Array, Times] : Stored)
      if (Loaded.count(Array) > 0)
        Kind = Times == 1                             ? StepKind::Adds
               : Kind == StepKind::None && Times == 2 ? StepKind::Exchanges
                                                      : Kind;
    return Kind;
  }

  /// Visits the warps of a block in the middle of the grid, and the iterations
  /// of the loops around the branch. False if the way of some thread is not
  /// known.
  bool countWarps(BlockId B, DivergentBranch &D) {
    std::vector<Guard> Guards;
    for (BlockId At = B; Idom[At] != NoId; At = Idom[At]) {
      const Block &Dom = K.Blocks[Idom[At]];
      // A loop before the branch is left sooner or later: the condition of its
      // exit does not decide whether the branch is reached.
      if (Dom.Terminator != TerminatorKind::Conditional ||
          Dom.Succs.size() != 2 || !isSide(Idom[At], At) ||
          !inLoop(B, Dom.InnermostLoop))
        continue;
      Guards.push_back({Dom.Condition, Dom.Succs[0] == At});
    }
    std::vector<LoopId> Around;
    for (LoopId Lp = K.Blocks[B].InnermostLoop; Lp != NoId;
         Lp = K.Loops[Lp].Parent)
      Around.push_back(Lp);
    if (Around.size() > std::size(MostIterations))
      return false;
    std::reverse(Around.begin(), Around.end());
    Iterations.assign(K.Loops.size(), 0);
    double Reached = 0, Both = 0, LanesOf[2] = {0, 0};
    if (!iterate(Around, 0, [&] {
          return countBlock(B, Guards, Around, D, Reached, Both, LanesOf);
        }))
      return false;
    if (!(Both > 0))
      return false;
    D.Warps = Reached;
    D.Split = Both / Reached;
    for (unsigned Way = 0; Way < 2; ++Way)
      if (D.Sides[Way].Warps > 0)
        D.Sides[Way].Lanes = LanesOf[Way] / D.Sides[Way].Warps;
    return true;
  }

  bool iterate(llvm::ArrayRef<LoopId> Around, unsigned Depth,
               llvm::function_ref<bool()> Visit) {
    if (Depth == Around.size())
      return Visit();
    bool Any = false;
    for (uint64_t I = 0; I < MostIterations[Depth]; ++I) {
      Iterations[Around[Depth]] = I;
      AnyRuns = false;
      if (!iterate(Around, Depth + 1, Visit))
        return false;
      // No thread comes to this iteration, so none comes to a later one.
      if (!AnyRuns)
        break;
      Any = true;
      // Where the trip count is not known, a few iterations stand for all.
      if (K.Loops[Around[Depth]].BackedgeTaken == NoExpr && I == 3)
        break;
    }
    AnyRuns = Any;
    return true;
  }

  /// All warps of the block execute the branch once.
  bool countBlock(BlockId B, llvm::ArrayRef<Guard> Guards,
                  llvm::ArrayRef<LoopId> Around, DivergentBranch &D,
                  double &Reached, double &Both, double (&LanesOf)[2]) {
    const uint64_t Threads = L.Block.count();
    uint64_t InBlock[2] = {0, 0};
    for (uint64_t First = 0; First < Threads; First += WarpSize) {
      WarpContext Ctx;
      Ctx.L = &L;
      Ctx.Ctaid = {L.Grid.X / 2, L.Grid.Y / 2, L.Grid.Z / 2};
      Ctx.FirstThread = First;
      Ctx.WarpSize = WarpSize;
      Ctx.LoopIter = Iterations;
      // What does not depend on the thread, as the ends of most loops, is kept
      // for the next warp, and for the next iteration.
      Values.setWarp(Ctx);
      Lanes Active;
      for (unsigned I = 0; I < WarpSize && First + I < Threads; ++I)
        Active.set(I);
      auto Restrict = [&](ExprId Id, auto Stays) {
        const LaneValues &V = Values.value(Id, Steps);
        for (unsigned I = 0; I < WarpSize; ++I) {
          if (!Active.test(I))
            continue;
          if (!V.Known.test(I))
            return false;
          if (!Stays(V.V[I]))
            Active.reset(I);
        }
        return true;
      };
      // A loop whose end depends on data is taken to continue.
      for (LoopId Lp : Around)
        if (K.Loops[Lp].BackedgeTaken != NoExpr && Iterations[Lp] > 0 &&
            !Restrict(K.Loops[Lp].BackedgeTaken, [&](int64_t Taken) {
              return Taken >= static_cast<int64_t>(Iterations[Lp]);
            }))
          return false;
      AnyRuns |= Active.any();
      for (const Guard &G : Guards)
        if (G.Condition == NoExpr || !Restrict(G.Condition, [&](int64_t V) {
              return ((V & 1) != 0) == G.Holds;
            }))
          return false;
      const Lanes Here = Active;
      if (Here.none())
        continue;
      if (!Restrict(K.Blocks[B].Condition,
                    [](int64_t V) { return (V & 1) != 0; }))
        return false;
      const uint64_t N[2] = {Active.count(), (Here & ~Active).count()};
      for (unsigned Way = 0; Way < 2; ++Way) {
        D.Sides[Way].Warps += N[Way] > 0;
        LanesOf[Way] += static_cast<double>(N[Way]);
        InBlock[Way] += N[Way];
      }
      Reached += 1;
      Both += N[0] > 0 && N[1] > 0;
      if (Steps == 0)
        return false;
    }
    for (unsigned Way = 0; Way < 2; ++Way)
      D.Sides[Way].WarpsNeeded +=
          static_cast<double>((InBlock[Way] + WarpSize - 1) / WarpSize);
    return true;
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  std::vector<BlockId> Idom;
  std::vector<uint64_t> Iterations; ///< by loop
  bool AnyRuns = false; ///< a thread of the block runs these iterations
  WarpEvaluator Values;
  unsigned WarpSize = 32;
  uint64_t Steps = 300'000; ///< evaluations of a node, for all branches
  double PerWarp = 0;       ///< instructions of a mean warp
};
} // namespace

std::vector<DivergentBranch>
gpuperf::findDivergentBranches(const KernelSummary &Kernel, const Launch &L,
                               const GpuModel &Gpu, const Prediction &P) {
  if (P.Profile.Blocks.size() != Kernel.Blocks.size() ||
      Kernel.Blocks.size() > MostBlocksToSearch || L.Block.count() == 0 ||
      L.Block.count() > 1024)
    return {};
  return Finder(Kernel, L, Gpu, P).run();
}
