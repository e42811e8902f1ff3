//===- IdleBlocks.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/IdleBlocks.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/SameResult.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;

/// So many times the blocks that have work.
static constexpr uint64_t TooMany = 2;

/// The threads along one dimension that have work; nothing where that is not
/// known.
static std::optional<uint64_t> needed(const KernelSummary &K, const Launch &L,
                                      unsigned D) {
  const DimensionIndependence &Dim = K.Independence.Dims[D];
  if (!Dim.Used || Dim.Needed != ThreadsNeeded::AtLeastBound ||
      Dim.Bound == NoExpr)
    return std::nullopt;
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  const LaneValues V = evaluate(K.Exprs, Dim.Bound, Ctx, Steps);
  if (!V.Known[0] || V.V[0] <= 0)
    return std::nullopt;
  return static_cast<uint64_t>(V.V[0]);
}

/// The blocks along one dimension that have work; as many as there are where
/// that is not known.
static uint64_t enough(const KernelSummary &K, const Launch &L, unsigned D,
                       uint64_t Grid, uint64_t Block) {
  const auto Threads = needed(K, L, D);
  return Threads ? std::min(Grid, llvm::divideCeil(*Threads, Block)) : Grid;
}

/// A launch with one element for a whole grid is there to warm the GPU up, and
/// how long it takes is nobody's concern.
static bool isForOneElement(const KernelSummary &K, const Launch &L) {
  return llvm::all_of(llvm::seq(3u), [&](unsigned D) {
    return !K.Independence.Dims[D].Used || needed(K, L, D) == 1;
  });
}

/// The launch \p L of a kernel with the resources of \p K that does nothing.
static std::optional<Estimate> timeOfNothing(const KernelSummary &K,
                                             const Launch &L,
                                             const GpuModel &Gpu,
                                             const Prediction &P) {
  KernelSummary Nothing;
  Nothing.Name = K.Name;
  Nothing.Params = K.Params;
  Nothing.StaticSharedBytes = K.StaticSharedBytes;
  Nothing.RegistersPerThread = K.RegistersPerThread;
  Nothing.RegistersFrom = K.RegistersFrom;
  Nothing.RegistersOf = K.RegistersOf;
  Nothing.ClusterBlocks = K.ClusterBlocks;
  Instr Return;
  Return.Class = OpClass::Free;
  Return.Block = 0;
  Nothing.Instrs.push_back(std::move(Return));
  Block Entry;
  Entry.Name = "entry";
  Entry.Terminator = TerminatorKind::Return;
  Entry.Instrs.push_back(0);
  Nothing.Blocks.push_back(std::move(Entry));
  if (const auto Empty = predictAsIf(Nothing, L, Gpu, P))
    return Empty->TimeUs;
  return std::nullopt;
}

std::optional<IdleBlocks> gpuperf::findIdleBlocks(const KernelSummary &K,
                                                  const Launch &L,
                                                  const GpuModel &Gpu,
                                                  const Prediction &P) {
  Launch Then = L;
  Then.Grid = {enough(K, L, 0, L.Grid.X, L.Block.X),
               enough(K, L, 1, L.Grid.Y, L.Block.Y),
               enough(K, L, 2, L.Grid.Z, L.Block.Z)};
  if (L.Grid.count() < TooMany * Then.Grid.count() || isForOneElement(K, L) ||
      !isProvenSame(K, L, Then))
    return std::nullopt;
  const auto Other = predictAsIf(K, Then, Gpu, P);
  if (!Other)
    return std::nullopt;
  if (!(speedupOfLaunch(P, *Other).Lo > 1))
    return std::nullopt;
  // A few microseconds less are lost in what launching takes.
  constexpr double LeastSavedUs = 5;
  if (isMostlyLaunching(*Other) &&
      P.TimeUs.Value - Other->TimeUs.Value < LeastSavedUs)
    return std::nullopt;
  // A few of all blocks were looked at, and how many of them have work is known
  // roughly. The idle ones cost no more than as many blocks of a kernel that
  // does nothing.
  Estimate Now = P.TimeUs;
  if (auto Idle = timeOfNothing(K, L, Gpu, P);
      Idle && Other->TimeUs.Value + Idle->Value < Now.Value)
    Now = {Other->TimeUs.Lo + Idle->Lo, Other->TimeUs.Value + Idle->Value,
           Other->TimeUs.Hi + Idle->Hi, Now.Why};
  return IdleBlocks{L.Grid, Then.Grid, Now, Other->TimeUs};
}
