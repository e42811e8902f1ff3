//===- DataCounters.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/DataCounters.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/AtomicContention.h"
#include "analysis/advice/lines/Doubt.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "analysis/warp/Atomics.h"
#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Gather.h"
#include "analysis/warp/Requests.h"
#include "gpumodel/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

static constexpr double WarpLanes = 32;

double gpuperf::countersBehind(const KernelSummary &K, const Access &A,
                               const Launch &L) {
  auto Places = [&](const Access &Of) {
    double Bytes = bytesBehind(K, Of, L);
    if (!(Bytes > 0) && Of.Space == MemSpace::Shared)
      Bytes = static_cast<double>(L.DynamicSharedBytes);
    return std::ceil(Bytes / std::max(Of.BytesPerLane, 1u));
  };
  double Fewest = Places(A);
  for (const Access &Same : K.Accesses)
    if (Same.Space == MemSpace::Shared && Same.Offset == A.Offset &&
        Same.BytesPerLane == A.BytesPerLane) {
      const double Of = Places(Same);
      if (Of > 0 && (!(Fewest > 0) || Of < Fewest))
        Fewest = Of;
    }
  return Fewest;
}

namespace {
struct Counters {
  AccessId Id = NoId;
  double Places = 0;
  double copyBytes(const KernelSummary &K) const {
    return Places * K.Accesses[Id].BytesPerLane;
  }
};
} // namespace

static bool isUsed(const KernelSummary &K, InstrId Result) {
  return llvm::any_of(K.Instrs, [&](const Instr &In) {
    return llvm::is_contained(In.Operands, Result) ||
           llvm::any_of(In.Incoming, [&](const PhiIncoming &From) {
             return From.Def == Result;
           });
  });
}

/// The counters of an atomic that could be counted in a copy.
static std::optional<Counters> countersOf(const KernelSummary &K,
                                          const Launch &L, const WarpProfile &P,
                                          AccessId Id) {
  const Access &A = K.Accesses[Id];
  if ((A.Does != AtomicOp::Joined && A.Does != AtomicOp::Separate &&
       A.Does != AtomicOp::Float) ||
      !(P.Accesses[Id].Requests > 0) || A.Offset == NoExpr ||
      !dependsOnLaneData(K, A) || isInGuessedLoop(K, P, A.Block) ||
      isUsed(K, A.Instr))
    return std::nullopt;
  Counters C{Id, countersBehind(K, A, L)};
  if (!(C.Places >= 1))
    return std::nullopt;
  return C;
}

namespace {
/// A launch that is changed: its kernel, shape and profile.
struct Changed {
  KernelSummary K;
  Launch L;
  WarpProfile P;
};
} // namespace

static void count(OpCounts &Of, OpClass Op, double More) {
  double &Count = Of[static_cast<unsigned>(Op)];
  Count = std::max(0.0, Count + More);
}

/// Adds an access that is not in the text: instruction and profile.
static void addAccess(Changed &M, Access A, OpClass Class, AccessProfile AP) {
  Instr In = M.K.Instrs[A.Instr];
  const AccessId Id = M.K.Accesses.size();
  In.Class = Class;
  In.Mem = Id;
  A.Instr = M.K.Instrs.size();
  count(M.P.WarpInstructions, Class, AP.Requests);
  M.K.Instrs.push_back(std::move(In));
  M.K.Accesses.push_back(A);
  M.P.Accesses.push_back(std::move(AP));
}

/// Lets the atomics of \p C go to a copy of their counters in each block, which
/// is added to global memory in the end.
static void countInBlocks(const Counters &C, double Blocks, Changed &M) {
  const Access Global = M.K.Accesses[C.Id];
  const AccessProfile Before = M.P.Accesses[C.Id];
  const double Groups = std::ceil(C.Places / WarpLanes);
  scaleTraffic(Before, 0, M.P);
  M.P.L2Requests =
      std::max(0.0, M.P.L2Requests - sliceRequests(Global, Before));
  count(M.P.WarpInstructions, OpClass::AtomicGlobal, -Before.Requests);
  count(M.P.WarpInstructions, OpClass::AtomicShared, Before.Requests);

  Variable Copy;
  Copy.Name = "a copy of the counters";
  Copy.Space = MemSpace::Shared;
  Copy.SizeBytes = static_cast<uint64_t>(C.copyBytes(M.K));
  Access &A = M.K.Accesses[C.Id];
  A.Space = MemSpace::Shared;
  A.Base = Access::BaseKind::Variable;
  A.BaseIndex = M.K.Variables.size();
  M.K.Variables.push_back(std::move(Copy));
  M.K.Instrs[A.Instr].Class = OpClass::AtomicShared;
  AccessProfile &AP = M.P.Accesses[C.Id];
  AP.SectorsPerRequest = AP.LinesPerRequest = Estimate::exact(0);
  AP.PassesPerRequest = Estimate::exact(
      mostOnOnePlace(AP.ActiveLanes, std::min(C.Places, WarpLanes)));

  AccessProfile Zero;
  Zero.Requests = Blocks * Groups;
  Zero.ActiveLanes = std::min(WarpLanes, C.Places);
  Zero.PassesPerRequest = Estimate::exact(1);
  Access Cleared = A, Read = A;
  Cleared.Kind = AccessKind::Store;
  Read.Kind = AccessKind::Load;
  Cleared.Does = Read.Does = AtomicOp::None;
  addAccess(M, Cleared, OpClass::StoreShared, Zero);
  addAccess(M, Read, OpClass::LoadShared, Zero);
  AccessProfile Sum = Before;
  Sum.Requests = Zero.Requests;
  Sum.ActiveLanes = Zero.ActiveLanes;
  Sum.SectorsPerRequest = Estimate::exact(
      std::ceil(Sum.ActiveLanes * Global.BytesPerLane / SectorBytes));
  Sum.LinesPerRequest = Estimate::exact(
      std::ceil(Sum.ActiveLanes * Global.BytesPerLane / LineBytes));
  Sum.PassesPerRequest = Estimate::exact(1);
  addAccess(M, Global, OpClass::AtomicGlobal, Sum);
}

/// The finding on \p All, without its text and notes.
static std::optional<LineFinding> findingOn(const KernelSummary &K,
                                            const Prediction &P,
                                            llvm::ArrayRef<Counters> All,
                                            std::optional<Estimate> Without) {
  if (!Without)
    return std::nullopt;
  LineFinding F;
  const Counters *Most = &All.front();
  for (const Counters &C : All) {
    F.Accesses.push_back(C.Id);
    if (P.Profile.Accesses[C.Id].Requests >
        P.Profile.Accesses[Most->Id].Requests)
      Most = &C;
  }
  std::swap(F.Accesses.front(), *llvm::find(F.Accesses, Most->Id));
  F.Where = K.Accesses[Most->Id].Where;
  F.Inner = K.Accesses[Most->Id].Inner;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  return F;
}

static void noteOthers(const KernelSummary &K, LineFinding &F) {
  if (std::string Others =
          otherLines(K, F.Accesses, K.Accesses[F.Accesses.front()]);
      !Others.empty())
    F.Notes.push_back(
        formatv("the share counts the atomics of {0} in", Others).str());
}

/// Of one of \p All.
static double placesOf(AccessId Id, llvm::ArrayRef<Counters> All) {
  return llvm::find_if(All, [&](const Counters &C) { return C.Id == Id; })
      ->Places;
}

static std::string placesText(double Places) {
  return Places < 1.5 ? std::string("one place")
                      : formatv("{0:f0} places", Places).str();
}

static std::optional<LineFinding>
onGlobal(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P, llvm::ArrayRef<Counters> All, double Copies) {
  Changed M{K, L, P.Profile};
  double Room = 0;
  for (const Counters &C : All) {
    countInBlocks(C, Copies, M);
    Room += C.copyBytes(K);
  }
  M.L.DynamicSharedBytes += static_cast<uint64_t>(Room);
  // One after the counters are cleared, one before they are read.
  count(M.P.WarpInstructions, OpClass::Barrier, 2 * P.Profile.Warps);
  auto F = findingOn(K, P, All, timeWithProfile(M.K, M.L, Gpu, P, M.P));
  if (!F)
    return std::nullopt;
  const double Places = placesOf(F->Accesses.front(), All);
  F->Text = formatv("the atomics of all threads on {0} that data choose",
                    placesText(Places))
                .str();
  const std::string Copy =
      formatv("a copy of the {0} in shared memory for each block, cleared "
              "first and added to global memory at the end, leaves {1:f0} "
              "atomics on global memory per block",
              placesText(Places), Places);
  const double Blocks = std::max<double>(L.Grid.count(), 1);
  // Where a size was assumed, nobody knows how many blocks there are.
  const std::string Fewer =
      L.Why.empty()
          ? formatv("{0:f0} blocks instead of {1:f0}", Copies, Blocks).str()
          : formatv("at most {0:f0} blocks", Copies).str();
  F->Notes.push_back(
      Copies < Blocks
          ? formatv("{0}; with {1}, whose threads go through the elements in a "
                    "loop (i += blockDim.x * gridDim.x), these are few",
                    Copy, Fewer)
                .str()
          : Copy);
  noteOthers(K, *F);
  return F;
}

static std::optional<LineFinding> onShared(const KernelSummary &K,
                                           const Launch &L, const GpuModel &Gpu,
                                           const Prediction &P,
                                           llvm::ArrayRef<Counters> All) {
  Changed M{K, L, P.Profile};
  const double Warps = P.Profile.WarpsPerBlock;
  const double Blocks = std::max<double>(L.Grid.count(), 1);
  double Room = 0;
  for (const Counters &C : All) {
    // No other warp of the block goes to the same copy.
    Access &A = M.K.Accesses[C.Id];
    A.Base = Access::BaseKind::Unknown;
    Room += (Warps - 1) * C.copyBytes(K);
    AccessProfile Each;
    Each.Requests = Blocks * Warps * std::ceil(C.Places / WarpLanes);
    Each.ActiveLanes = std::min(WarpLanes, C.Places);
    Each.PassesPerRequest = Estimate::exact(1);
    Access Read = A;
    Read.Kind = AccessKind::Load;
    Read.Does = AtomicOp::None;
    addAccess(M, Read, OpClass::LoadShared, Each);
    count(M.P.WarpInstructions, OpClass::Fp32Add, Each.Requests);
  }
  M.L.DynamicSharedBytes += static_cast<uint64_t>(Room);
  count(M.P.WarpInstructions, OpClass::Barrier, P.Profile.Warps);
  auto F = findingOn(K, P, All, timeWithProfile(M.K, M.L, Gpu, P, M.P));
  if (!F)
    return std::nullopt;
  const double Places = placesOf(F->Accesses.front(), All);
  F->Text = formatv("{0} warps of a block do their atomics on {1} of shared "
                    "memory that data choose, each in a loop of compare and "
                    "swap",
                    formatNumber(Warps), placesText(Places))
                .str();
  F->Notes.push_back(formatv("a copy of the {0} for each warp, summed at the "
                             "end, leaves only the lanes of a warp to wait for "
                             "each other",
                             placesText(Places))
                         .str());
  noteOthers(K, *F);
  return F;
}

std::vector<LineFinding> gpuperf::findDataCounters(const KernelSummary &K,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const Prediction &P) {
  std::vector<LineFinding> Out;
  if (P.Profile.Accesses.size() != K.Accesses.size())
    return Out;
  const double Blocks = std::max<double>(L.Grid.count(), 1);
  const double Warps = P.Profile.WarpsPerBlock;
  const double Used =
      static_cast<double>(K.StaticSharedBytes + L.DynamicSharedBytes);
  // As many blocks as run at a time could go through the elements in a loop.
  const double Resident =
      std::min(Blocks, std::max(1.0, Gpu.SmCount.Value * P.Occ.BlocksPerSm));
  double Copies = Blocks;
  std::vector<Counters> Global, Shared;
  double GlobalRoom = SharedBytesWithoutOptIn - Used, SharedRoom = GlobalRoom;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const auto C = countersOf(K, L, P.Profile, Id);
    if (!C)
      continue;
    const double Copy = C->copyBytes(K);
    // Most of the atomics have to go.
    const double Most = P.Profile.Accesses[Id].Requests *
                        P.Profile.Accesses[Id].ActiveLanes / 2 / C->Places;
    if (A.Space == MemSpace::Global && Copy <= GlobalRoom && Resident < Most) {
      GlobalRoom -= Copy;
      Global.push_back(*C);
      if (Blocks >= Most)
        Copies = Resident;
    }
    if (A.Space == MemSpace::Shared && isCompareSwapLoop(A) && Warps > 1 &&
        (Warps - 1) * Copy <= SharedRoom) {
      SharedRoom -= (Warps - 1) * Copy;
      Shared.push_back(*C);
    }
  }
  if (!Global.empty())
    if (auto F = onGlobal(K, L, Gpu, P, Global, Copies))
      Out.push_back(std::move(*F));
  if (!Shared.empty())
    if (auto F = onShared(K, L, Gpu, P, Shared))
      Out.push_back(std::move(*F));
  return Out;
}
