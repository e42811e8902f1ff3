//===- LoneThread.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/LoneThread.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/LoopParts.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/SpinLock.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// As in LeaderLoop.cpp: a shorter loop is over before threads have shared it.
static constexpr double LeastTrip = 16;
/// Of two loops of a nest that gain about as much, the inner one is named.
static constexpr double AlikeTime = 1.25;
/// Each trial is a prediction. Kernels that a person would change have fewer.
static constexpr size_t MostLoops = 8;

/// Whether the kernel is written for the threads of a block, or for its size.
static bool asksForThreads(const KernelSummary &K) {
  for (ExprId Id = 0; Id < K.Exprs.size(); ++Id)
    switch (K.Exprs[Id].Kind) {
    case ExprKind::TidX:
    case ExprKind::TidY:
    case ExprKind::TidZ:
    case ExprKind::NtidX:
    case ExprKind::NtidY:
    case ExprKind::NtidZ:
    case ExprKind::LaneId:
      return true;
    default:
      break;
    }
  return K.StaticBarriers != 0;
}

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P) {}

  std::optional<LoneThread> run(llvm::ArrayRef<LoopId> Of) {
    KernelSummary Shared = K;
    std::optional<Prediction> Best;
    LoneThread Found;
    for (LoopId Nest = 0; Nest < K.Loops.size(); ++Nest) {
      if (K.Loops[Nest].Parent != NoId)
        continue;
      // All threads of the block would go through what nobody shares.
      auto OfNest = shareNest(Nest, Shared, Of);
      if (!OfNest)
        return std::nullopt;
      Found.Loops.push_back(OfNest->Loop);
      Shared = std::move(OfNest->K);
      Best = std::move(OfNest->P);
    }
    if (!Best || storesOutsideOf(Found.Loops) || !(speedup(P, *Best).Lo > 1))
      return std::nullopt;
    Found.NeedsBarrier = feedEachOther();
    Found.TimeUs = P.TimeUs;
    Found.WithoutUs = Best->TimeUs;
    return Found;
  }

private:
  struct Trial {
    LoopId Loop = NoId;
    KernelSummary K;
    Prediction P;
  };

  /// \p Before with one loop of the nest shared, too.
  std::optional<Trial> shareNest(LoopId Nest, const KernelSummary &Before,
                                 llvm::ArrayRef<LoopId> Of) const {
    Launch Then = L;
    Then.Block.X = static_cast<uint64_t>(Gpu.Arch.WarpSize.Value);
    std::optional<Trial> Best;
    for (LoopId Id = Nest; Id < K.Loops.size(); ++Id) {
      if (!isInLoop(K, K.Loops[Id].Header, Nest) || !canBeShared(Id) ||
          (!Of.empty() && !llvm::is_contained(Of, Id)))
        continue;
      Trial Now{Id, splitOverThreads(Before, Id, Then.Block.X), {}};
      auto Other = predictAsIf(Now.K, Then, Gpu, P);
      if (!Other)
        continue;
      Now.P = std::move(*Other);
      // A loop inside of another one is mostly the one along a row, whose
      // neighbours lie side by side.
      if (!Best || Now.P.TimeUs.Value <= AlikeTime * Best->P.TimeUs.Value)
        Best = std::move(Now);
    }
    return Best;
  }

  bool canBeShared(LoopId Id) const {
    const LoopProfile &Runs = P.Profile.Loops[Id];
    if (Runs.Guessed || !(Runs.LongestTrip >= LeastTrip))
      return false;
    for (LoopId At = Id; At != NoId; At = K.Loops[At].Parent)
      if (carriedBy(K, At, SharedBy::Block) != Carries::Nothing)
        return false;
    return true;
  }

  /// Whether the kernel writes outside of the loops that are shared: all
  /// threads would do that.
  bool storesOutsideOf(llvm::ArrayRef<LoopId> Loops) const {
    return llvm::any_of(K.Accesses, [&](const Access &A) {
      return A.Kind != AccessKind::Load && llvm::none_of(Loops, [&](LoopId Id) {
               return isInLoop(K, A.Block, Id);
             });
    });
  }

  /// The outermost loop around \p B.
  LoopId nestOf(BlockId B) const {
    LoopId At = K.Blocks[B].InnermostLoop;
    while (At != NoId && K.Loops[At].Parent != NoId)
      At = K.Loops[At].Parent;
    return At;
  }

  bool feedEachOther() const {
    return llvm::any_of(K.Accesses, [&](const Access &Stored) {
      return Stored.Kind == AccessKind::Store &&
             llvm::any_of(K.Accesses, [&](const Access &A) {
               return A.Space == Stored.Space && A.Base == Stored.Base &&
                      A.BaseIndex == Stored.BaseIndex &&
                      nestOf(A.Block) != nestOf(Stored.Block);
             });
    });
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
};
} // namespace

std::optional<LoneThread> gpuperf::findLoneThread(const KernelSummary &Kernel,
                                                  const Launch &L,
                                                  const GpuModel &Gpu,
                                                  const Prediction &P,
                                                  llvm::ArrayRef<LoopId> Of) {
  if (L.Block.count() != 1 || Kernel.Loops.empty() ||
      Kernel.Loops.size() > MostLoops ||
      P.Profile.Loops.size() != Kernel.Loops.size() || asksForThreads(Kernel) ||
      locksInLoop(Kernel))
    return std::nullopt;
  return Finder(Kernel, L, Gpu, P).run(Of);
}
