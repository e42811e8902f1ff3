//===- IdleSms.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/IdleSms.h"
#include "analysis/advice/LoopParts.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/SpinLock.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/idle/GridStride.h"
#include "analysis/models/LaunchTime.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace gpuperf;

/// A loop that a thread runs less often is not worth being shared.
static constexpr double LeastTrip = 16;
/// Part of the blocks that the GPU holds at which it is not half empty.
static constexpr double HalfFull = 0.5;
/// What a larger grid has to gain where no SM is idle. To rewrite a kernel for
/// a few percent is no advice.
static constexpr double WorthSharing = 1.5;
/// Of two grids that take about as long, the smaller one is named.
static constexpr double AlikeTime = 1.05;
/// Microseconds that another grid has to save, and that another kernel has to:
/// it may need a second launch, and a program that waits for a launch of a few
/// microseconds waits for the launching.
static constexpr double WorthAGrid = 1, WorthAKernel = 3;
/// Where nobody can say how the work is to be divided: the time that the launch
/// is predicted to take and takes at least, and what dividing it would have to
/// gain. Another algorithm is no advice for less.
static constexpr double LongUs = 1000, LongAtLeastUs = 50, WorthAnotherWay = 4;

/// Whether what blocks do depends on which one they are. Otherwise all of them
/// do the same, and there is nothing to divide.
static bool asksForBlock(const KernelSummary &K) {
  auto Asks = [&](ExprId Id) {
    return Id != NoExpr && (K.Exprs.dependsOn(Id, ExprKind::CtaidX) ||
                            K.Exprs.dependsOn(Id, ExprKind::CtaidY) ||
                            K.Exprs.dependsOn(Id, ExprKind::CtaidZ) ||
                            K.Exprs.dependsOnData(Id));
  };
  return llvm::any_of(K.Accesses,
                      [&](const Access &A) {
                        return A.Offset == NoExpr || Asks(A.Offset);
                      }) ||
         llvm::any_of(K.Blocks, [&](const Block &B) {
           return B.Succs.size() > 1 &&
                  (B.Condition == NoExpr || Asks(B.Condition));
         });
}

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P),
        Sms(static_cast<uint64_t>(Gpu.SmCount.Value)), Blocks(L.Grid.count()) {
    for (const Component &C : P.Components)
      if (C.Name == "launch")
        LaunchUs = C.TimeUs;
  }

  std::optional<IdleSms> run() {
    if (Blocks == 0 || P.Waves > HalfFull ||
        P.Profile.Loops.size() != K.Loops.size() ||
        P.TimeUs.Value < 2 * LaunchUs || locksInLoop(K) ||
        (Blocks > 1 && !asksForBlock(K)))
      return std::nullopt;
    if (stridesByGrid(K, L) && L.Grid.Y == 1 && L.Grid.Z == 1)
      larger();
    else if (L.Grid.Z == 1 && leavesThirdDimension(K))
      for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
        split(Id);
    if (!Best && 2 * Blocks <= Sms && P.TimeUs.Value >= LongUs &&
        P.TimeUs.Lo >= LongAtLeastUs)
      for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
        divide(Id);
    return Best;
  }

private:
  bool isGuessed(LoopId Id) const { return P.Profile.Loops[Id].Guessed; }

  LoopId outermost(LoopId Id) const {
    while (K.Loops[Id].Parent != NoId)
      Id = K.Loops[Id].Parent;
    return Id;
  }

  /// Whether data decide how long a loop runs that is not of the loop nest of
  /// \p In. It may take most of the time, and sharing the nest leaves all of
  /// it.
  bool isBesideGuessed(LoopId In) const {
    for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
      if (isGuessed(Id) && outermost(Id) != outermost(In))
        return true;
    return false;
  }

  /// How the work is done by another launch.
  struct Doing {
    double Passes = 1; ///< how often the launch is made
    double MoreUs = 0; ///< what has to be done besides
  };

  /// Keeps what is found if it certainly gains, and more than what was found
  /// before.
  void offer(IdleSms Found, const KernelSummary &Kernel, const Launch &Then,
             const Doing &How) {
    const auto Other = predictAsIf(Kernel, Then, Gpu, P);
    if (!Other)
      return;
    Found.Blocks = Blocks, Found.Sms = Sms;
    Found.BlocksThen = Then.Grid.count();
    Found.TimeUs = P.TimeUs;
    Found.WithoutUs = Other->TimeUs * How.Passes + Estimate::exact(How.MoreUs);
    const double Least = Found.leavesIdle() ? 1 : WorthSharing;
    // A larger grid is a number, another kernel is none.
    const double Certain = Found.StridesByGrid ? 1 : Least;
    const double LeastSavedUs = Found.StridesByGrid ? WorthAGrid : WorthAKernel;
    if (P.TimeUs.Value - Found.WithoutUs.Value < LeastSavedUs ||
        !(speedupOfLaunch(P, *Other).Lo > Certain) ||
        Found.WithoutUs.Value * Least >= P.TimeUs.Value ||
        (Best && Found.WithoutUs.Value * AlikeTime >= Best->WithoutUs.Value))
      return;
    Found.WarpsPerSm = llvm::divideCeil(Blocks, Sms) * warpsPerBlock();
    Found.MostWarpsPerSm = static_cast<uint64_t>(Gpu.Arch.MaxWarpsPerSm.Value);
    Best = Found;
  }

  /// The same kernel on a larger grid, as long as each thread has an iteration.
  void larger() {
    double Most = 0;
    for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
      if (stridesByGrid(K, K.Loops[Id], L)) {
        if (isGuessed(Id) || isBesideGuessed(Id))
          return;
        Most = std::max(Most, P.Profile.Loops[Id].MeanTrip);
      }
    // Where every SM has a block and the kernel takes any, a larger block does
    // it, too (LaunchAdvice.h).
    IdleSms Now;
    Now.Blocks = Blocks, Now.Sms = Sms;
    if (!Now.leavesIdle() && K.Independence.Proven)
      return;
    for (uint64_t PerSm = 1; PerSm <= P.Occ.BlocksPerSm; PerSm *= 2) {
      Launch Then = L;
      Then.Grid.X = PerSm * Sms;
      if (static_cast<double>(Then.Grid.X) > Most * static_cast<double>(Blocks))
        break;
      IdleSms Found;
      Found.StridesByGrid = true;
      Found.HasResultPerBlock = storesBesideStride(K, L);
      offer(Found, K, Then, {});
    }
  }

  /// The iterations of an outermost loop, shared by as many blocks as give each
  /// SM one, or several. What the loops inside of it do goes with them.
  void split(LoopId Id) {
    const KernelLoop &Loop = K.Loops[Id];
    const double Trip = P.Profile.Loops[Id].LongestTrip;
    if (Loop.Parent != NoId || isGuessed(Id) || isBesideGuessed(Id) ||
        !(Trip >= LeastTrip))
      return;
    const Carries Hands = carriedBy(K, Id, SharedBy::Blocks);
    // What comes after a sum needs all of it, unless it adds up further.
    if (Hands == Carries::Order ||
        (Hands != Carries::Nothing && isFollowed(Id)) || feedsLoopBehind(Id))
      return;
    IdleSms Found;
    Found.Loop = Id;
    Found.Hands = Hands;
    Found.Trip = static_cast<uint64_t>(std::llround(Trip));
    // The last of several waves may leave most SMs idle, so that fewer parts
    // or many more are better than those that give each SM a block.
    llvm::SmallVector<uint64_t, 16> Shares;
    const uint64_t MostPerSm = std::max<uint64_t>(P.Occ.BlocksPerSm, 4);
    for (uint64_t PerSm = 1; PerSm <= MostPerSm; PerSm *= 2)
      Shares.append(
          {PerSm * Sms / Blocks, llvm::divideCeil(PerSm * Sms, Blocks)});
    uint64_t Before = 1;
    for (uint64_t Share : Shares) {
      const uint64_t Parts = std::min(Share, Found.Trip);
      if (Parts <= 1)
        continue;
      Found.TripThen = llvm::divideCeil(Found.Trip, Parts);
      Launch Then = L;
      Then.Grid.Z = llvm::divideCeil(Found.Trip, Found.TripThen);
      if (Then.Grid.Z <= Before)
        continue;
      Before = Then.Grid.Z;
      // Sums of the parts are added by another kernel, or by atomics on zeros
      // that another launch has stored. A scan goes over the parts twice, with
      // a kernel in between.
      Doing How;
      if (Hands != Carries::Nothing)
        How.MoreUs = anotherLaunchUs();
      if (Hands == Carries::Scan)
        How.Passes = 2;
      offer(Found, splitOverBlocks(K, Id, Found.TripThen), Then, How);
    }
  }

  /// The same with iterations that cannot be shared as they are written: what a
  /// kernel would gain at most that divides the work in another way.
  void divide(LoopId Id) {
    const KernelLoop &Loop = K.Loops[Id];
    const double Trip = P.Profile.Loops[Id].LongestTrip;
    if (Loop.Parent != NoId || !(Trip >= LeastTrip))
      return;
    IdleSms Found;
    Found.Loop = Id;
    Found.Hands = Carries::Order;
    Found.TripGuessed = isGuessed(Id);
    Found.Trip = static_cast<uint64_t>(std::llround(Trip));
    const uint64_t Parts = std::min(llvm::divideCeil(Sms, Blocks), Found.Trip);
    Found.TripThen = llvm::divideCeil(Found.Trip, Parts);
    Launch Then = L;
    Then.Grid.Z *= llvm::divideCeil(Found.Trip, Found.TripThen);
    const auto Other =
        predictAsIf(splitOverBlocks(K, Id, Found.TripThen), Then, Gpu, P);
    if (!Other)
      return;
    Found.Blocks = Blocks, Found.Sms = Sms;
    Found.BlocksThen = Then.Grid.count();
    Found.TimeUs = P.TimeUs;
    Found.WithoutUs = Other->TimeUs;
    Found.WarpsPerSm = llvm::divideCeil(Blocks, Sms) * warpsPerBlock();
    Found.MostWarpsPerSm = static_cast<uint64_t>(Gpu.Arch.MaxWarpsPerSm.Value);
    if (Found.WithoutUs.Value * WorthAnotherWay > P.TimeUs.Value ||
        (Best && Found.WithoutUs.Value >= Best->WithoutUs.Value))
      return;
    Best = Found;
  }

  /// A launch of hardly any work behind another one.
  double anotherLaunchUs() const {
    Launch Next = L;
    Next.Conditions.How = Timing::BackToBack;
    return std::max(LaunchUs, launchTime(Gpu, Next, true).FloorUs);
  }

  uint64_t warpsPerBlock() const {
    return L.warpsPerBlock(static_cast<unsigned>(Gpu.Arch.WarpSize.Value));
  }

  /// Whether a loop only adds up what the threads of the block have, as a tree
  /// in shared memory does.
  bool isReduction(BlockId InIt) const {
    for (BlockId B : K.Loops[K.Blocks[InIt].InnermostLoop].Blocks)
      for (InstrId I : K.Blocks[B].Instrs)
        switch (K.Instrs[I].Class) {
        case OpClass::Fp32Add:
        case OpClass::Fp64Add:
        case OpClass::IntAdd:
        case OpClass::IntShift:
        case OpClass::IntLogic:
        case OpClass::IntCompare:
        case OpClass::SelectMove:
        case OpClass::LoadShared:
        case OpClass::StoreShared:
        case OpClass::Barrier:
        case OpClass::Shuffle:
        case OpClass::Branch:
        case OpClass::Free:
          break;
        default:
          return false;
        }
    return true;
  }

  /// Whether a loop comes after the loop that accesses an array which the loop
  /// stores to: other blocks may come to it before this one has stored.
  bool feedsLoopBehind(LoopId Id) const {
    auto IsGlobal = [](const Access &A) {
      return A.Space == MemSpace::Global || A.Space == MemSpace::Unknown;
    };
    return llvm::any_of(K.Accesses, [&](const Access &Stored) {
      return Stored.Kind == AccessKind::Store && IsGlobal(Stored) &&
             isInLoop(K, Stored.Block, Id) &&
             llvm::any_of(K.Accesses, [&](const Access &A) {
               return IsGlobal(A) && A.Base == Stored.Base &&
                      A.BaseIndex == Stored.BaseIndex &&
                      K.Blocks[A.Block].InnermostLoop != NoId &&
                      !isInLoop(K, A.Block, Id) && A.Block > K.Loops[Id].Header;
             });
    });
  }

  /// Whether a loop comes after the loop that is no reduction.
  bool isFollowed(LoopId Id) const {
    std::vector<bool> Seen(K.Blocks.size(), false);
    llvm::SmallVector<BlockId, 16> Work(K.Loops[Id].Blocks.begin(),
                                        K.Loops[Id].Blocks.end());
    while (!Work.empty())
      for (BlockId S : K.Blocks[Work.pop_back_val()].Succs) {
        if (Seen[S] || isInLoop(K, S, Id))
          continue;
        if (K.Blocks[S].InnermostLoop != NoId && !isReduction(S))
          return true;
        Seen[S] = true;
        Work.push_back(S);
      }
    return false;
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  const uint64_t Sms, Blocks;
  double LaunchUs = 0;
  std::optional<IdleSms> Best;
};
} // namespace

static bool threadsRepeat(const KernelSummary &K) {
  auto IsSame = [&](ExprId Id) {
    return Id != NoExpr && !K.Exprs.dependsOnThread(Id);
  };
  return llvm::all_of(K.Accesses,
                      [&](const Access &A) {
                        return A.Space == MemSpace::Param || IsSame(A.Offset);
                      }) &&
         llvm::all_of(K.Blocks, [&](const Block &B) {
           return B.Terminator != TerminatorKind::Conditional ||
                  IsSame(B.Condition);
         });
}

std::optional<IdleSms> gpuperf::findIdleSms(const KernelSummary &Kernel,
                                            const Launch &L,
                                            const GpuModel &Gpu,
                                            const Prediction &P) {
  auto Found = Finder(Kernel, L, Gpu, P).run();
  if (Found)
    Found->ThreadsRepeat = L.Block.count() > 1 && threadsRepeat(Kernel);
  return Found;
}
