//===- SpillAdvice.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SpillAdvice.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// A loop of at most this many iterations may be unrolled in full.
static constexpr int64_t ShortLoop = 64;

/// What the address of a local access depends on.
static LocalCause causeOf(const KernelSummary &K, const Access &A) {
  if (A.Offset == NoExpr || K.Exprs.dependsOnData(A.Offset))
    return LocalCause::IndexedByData;
  if (K.Exprs[A.Offset].Kind == ExprKind::Constant)
    return LocalCause::AddressTaken;
  LocalCause Why = LocalCause::IndexedByData;
  for (LoopId Lp = 0; Lp < K.Loops.size(); ++Lp) {
    if (!K.Exprs.dependsOnLoop(A.Offset, Lp))
      continue;
    const ExprId Taken = K.Loops[Lp].BackedgeTaken;
    const bool IsShort = Taken != NoExpr &&
                         K.Exprs[Taken].Kind == ExprKind::Constant &&
                         K.Exprs[Taken].Imm < ShortLoop;
    if (!IsShort)
      return LocalCause::IndexedByLoop;
    Why = LocalCause::IndexedByShort;
  }
  return Why;
}

static bool isLocal(const Access &A) { return A.Space == MemSpace::Local; }

std::optional<LocalMemoryCost>
gpuperf::costOfLocalArrays(const KernelSummary &Kernel, const Launch &L,
                           const GpuModel &Gpu, const Prediction &P) {
  struct Sums {
    LocalArray Array;
    double Most = 0;
  };
  llvm::MapVector<uint32_t, Sums> ByVariable;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const Access &A = Kernel.Accesses[Id];
    const AccessProfile &AP = P.Profile.Accesses[Id];
    if (!isLocal(A) || A.Base != Access::BaseKind::Variable ||
        !(AP.Requests > 0))
      continue;
    Sums &S = ByVariable[A.BaseIndex];
    S.Array.Variable = A.BaseIndex;
    S.Array.AccessesPerThread += AP.Requests / P.Profile.Warps;
    const LocalCause Why = causeOf(Kernel, A);
    const bool First = S.Array.Access == NoId;
    if (First || Why > S.Array.Why ||
        (Why == S.Array.Why && AP.Requests > S.Most)) {
      S.Array.Access = Id;
      S.Array.Why = Why;
      S.Most = AP.Requests;
    }
  }
  if (ByVariable.empty())
    return std::nullopt;

  LocalMemoryCost Out;
  for (auto &[Variable, S] : ByVariable)
    Out.Arrays.push_back(S.Array);
  llvm::stable_sort(Out.Arrays, [](const LocalArray &A, const LocalArray &B) {
    return A.AccessesPerThread > B.AccessesPerThread;
  });

  // The kernel is profiled again without them, so that their share of the L1
  // and their traffic to the L2 disappear as well.
  KernelSummary Without = Kernel;
  Without.LocalBytesPerThread = 0;
  for (Access &A : Without.Accesses)
    if (isLocal(A)) {
      A.Space = MemSpace::Param;
      Without.Instrs[A.Instr].Class = OpClass::Free;
      Without.Instrs[A.Instr].Mem = NoId;
    }
  for (auto *Text : {&Without.MachineCounts, &Without.MachineLaneCounts})
    for (OpCounts &Block : *Text)
      for (OpClass C : {OpClass::LoadLocal, OpClass::StoreLocal})
        Block[static_cast<unsigned>(C)] = 0;
  PredictOptions Options;
  Options.Model = P.Model;
  auto Other = predictLaunch(Without, L, Gpu, Options);
  if (!Other) {
    llvm::consumeError(Other.takeError());
    return std::nullopt;
  }
  Out.WithoutUs = Other->TimeUs;
  return Out;
}

std::optional<Estimate> gpuperf::timeWithSpills(const KernelSummary &Kernel,
                                                const Launch &L,
                                                const GpuModel &Gpu,
                                                const Prediction &P) {
  if (Kernel.SpillBytesPerThread == 0 || Kernel.Blocks.empty() ||
      Kernel.Instrs.empty())
    return std::nullopt;
  constexpr double RegisterBytes = 4;
  const double Requests =
      P.Profile.Warps *
      (static_cast<double>(Kernel.SpillBytesPerThread) / RegisterBytes);
  KernelSummary Spilled = Kernel;
  WarpProfile Profile = P.Profile;
  Access A;
  A.Space = MemSpace::Local;
  A.Kind = AccessKind::Store; // nothing waits for it
  A.BytesPerLane = 4;
  A.Instr = 0;
  A.Block = 0;
  Spilled.Accesses.push_back(A);
  AccessProfile AP;
  AP.Requests = Requests;
  AP.ActiveLanes = Gpu.Arch.WarpSize.Value;
  AP.SectorsPerRequest = Estimate::exact(RegisterBytes);
  AP.LinesPerRequest = AP.PassesPerRequest = Estimate::exact(1);
  AP.L1Misses = AP.L2Misses = AP.L2Waits = AP.DramWaits = 0;
  Profile.Accesses.push_back(AP);
  Profile.WarpInstructions[static_cast<unsigned>(OpClass::StoreLocal)] +=
      Requests;
  return timeWithProfile(Spilled, L, Gpu, P, Profile);
}
