//===- BlockScan.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/BlockScan.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

/// Each step waits before it stores and before the next one loads.
static constexpr unsigned BarriersOfStep = 2;
/// Steps that stand for the shuffles of each warp, those over the sums of the
/// warps, and the barriers before and behind these: more than they cost.
static constexpr int64_t StepsThen = 3;

namespace {
/// What a loop does that may be a scan.
struct Steps {
  unsigned Barriers = 0;
  const Access *Store = nullptr;
  std::vector<const Access *> Loads;
};
} // namespace

static bool isSamePlace(const Access &A, const Access &B) {
  return A.Base == B.Base && A.BaseIndex == B.BaseIndex &&
         A.Offset == B.Offset && A.BytesPerLane == B.BytesPerLane;
}

/// Nothing where the loop does more than store one element of a thread in
/// shared memory.
static std::optional<Steps> stepsOf(const KernelSummary &K, LoopId Id) {
  const KernelLoop &Loop = K.Loops[Id];
  Steps Out;
  for (BlockId B : Loop.Blocks) {
    if (K.Blocks[B].InnermostLoop != Id)
      return std::nullopt;
    for (InstrId I : K.Blocks[B].Instrs) {
      const Instr &In = K.Instrs[I];
      Out.Barriers += In.Class == OpClass::Barrier;
      if (In.Class == OpClass::Shuffle || In.Class == OpClass::ExternalCall ||
          In.Class == OpClass::InlineAsm)
        return std::nullopt;
      if (In.Mem == NoId)
        continue;
      const Access &A = K.Accesses[In.Mem];
      if (A.Space == MemSpace::Param || A.Space == MemSpace::Constant)
        continue;
      if (A.Space != MemSpace::Shared || A.Kind == AccessKind::Atomic ||
          A.Offset == NoExpr || K.Exprs.dependsOnData(A.Offset))
        return std::nullopt;
      if (A.Kind == AccessKind::Load)
        Out.Loads.push_back(&A);
      else if (!Out.Store)
        Out.Store = &A;
      else if (!isSamePlace(A, *Out.Store))
        return std::nullopt;
    }
  }
  if (!Out.Store || Out.Barriers != BarriersOfStep)
    return std::nullopt;
  return Out;
}

/// By how many bytes the second warp's lanes load before the places at which
/// they store, in an iteration of \p Id; nothing where that is not one number.
static std::optional<int64_t> distanceIn(uint64_t Iteration,
                                         const KernelSummary &K, LoopId Id,
                                         const Launch &L, const Access &Load,
                                         const Access &Store,
                                         unsigned WarpSize) {
  std::vector<uint64_t> Iterations(K.Loops.size(), 0);
  Iterations[Id] = Iteration;
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.FirstThread = WarpSize;
  Ctx.WarpSize = WarpSize;
  Ctx.LoopIter = Iterations;
  uint64_t Left = 10'000;
  const LaneValues From = evaluate(K.Exprs, Load.Offset, Ctx, Left),
                   To = evaluate(K.Exprs, Store.Offset, Ctx, Left);
  std::optional<int64_t> Out;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!From.Known[Lane] || !To.Known[Lane])
      return std::nullopt;
    const int64_t Here = To.V[Lane] - From.V[Lane];
    if (Out && *Out != Here)
      return std::nullopt;
    Out = Here;
  }
  return Out;
}

/// Whether \p Load is of the element that is 1, 2, 4, ... before the thread's
/// own.
static bool doubles(const KernelSummary &K, LoopId Id, const Launch &L,
                    const Access &Load, const Access &Store,
                    unsigned WarpSize) {
  if (Load.Base != Store.Base || Load.BaseIndex != Store.BaseIndex)
    return false;
  constexpr uint64_t Tried = 4;
  for (uint64_t I = 0; I < Tried; ++I)
    if (distanceIn(I, K, Id, L, Load, Store, WarpSize) !=
        static_cast<int64_t>(Store.BytesPerLane) << I)
      return false;
  return true;
}

static std::optional<LineFinding> look(const KernelSummary &K, LoopId Id,
                                       const Launch &L, const GpuModel &Gpu,
                                       const Prediction &P) {
  const auto WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);
  const LoopProfile &Runs = P.Profile.Loops[Id];
  const auto Threads = static_cast<double>(L.Block.X);
  if (Runs.Guessed || !(Runs.MeanTrip > StepsThen + 1) ||
      std::exp2(std::round(Runs.MeanTrip)) < Threads || WarpSize == 0 ||
      WarpSize > MaxLanes || L.Block.X < 2 * WarpSize)
    return std::nullopt;
  const auto Of = stepsOf(K, Id);
  if (!Of || K.Exprs.dependsOnLoop(Of->Store->Offset, Id) ||
      !K.Exprs.dependsOn(Of->Store->Offset, ExprKind::TidX))
    return std::nullopt;
  // A solver that needs neighbours on both sides is no scan.
  bool Any = false;
  for (const Access *Load : Of->Loads) {
    if (isSamePlace(*Load, *Of->Store))
      continue;
    if (!doubles(K, Id, L, *Load, *Of->Store, WarpSize))
      return std::nullopt;
    Any = true;
  }
  if (!Any)
    return std::nullopt;
  KernelSummary Shuffled = K;
  KernelLoop &Loop = Shuffled.Loops[Id];
  Loop.BackedgeTaken = Shuffled.Exprs.constant(StepsThen - 1);
  Loop.EarlyExit = NoExpr;
  const auto Then = predictAsIf(Shuffled, L, Gpu, P);
  if (!Then || !(Then->TimeUs.Value < P.TimeUs.Value))
    return std::nullopt;
  LineFinding F;
  F.Where = K.Loops[Id].Where, F.Inner = K.Loops[Id].Inner;
  F.Block = K.Loops[Id].Header;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = Then->TimeUs;
  F.Text = formatv("each of the {0:f0} steps of this scan in shared memory "
                   "waits at two barriers",
                   Runs.MeanTrip);
  F.Notes.push_back(
      "let each warp scan its elements by __shfl_up_sync, then one warp the "
      "sums of the warps, which the others add: two barriers are left "
      "(cub::BlockScan does the same; floats round differently in another "
      "order)");
  return F;
}

std::vector<LineFinding> gpuperf::findBlockScans(const KernelSummary &K,
                                                 const Launch &L,
                                                 const GpuModel &Gpu,
                                                 const Prediction &P) {
  std::vector<LineFinding> Out;
  // A few blocks scan what larger launches before and behind have to do with.
  if (static_cast<double>(L.Grid.count()) < Gpu.SmCount.Value)
    return Out;
  if (L.Block.Y * L.Block.Z != 1 || P.Profile.Loops.size() != K.Loops.size())
    return Out;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
    if (auto Found = look(K, Id, L, Gpu, P))
      Out.push_back(std::move(*Found));
  return Out;
}
