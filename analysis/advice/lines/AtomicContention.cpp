//===- AtomicContention.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/AtomicContention.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/Doubt.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "analysis/warp/Atomics.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

/// How many distinct addresses \p A has over those blocks; nothing where that
/// is not known.
static std::optional<double> addresses(const KernelSummary &K, const Access &A,
                                       const Launch &L, const WarpProfile &P,
                                       const Extents &Blocks) {
  std::vector<double> Trips;
  for (const LoopProfile &Lp : P.Loops)
    Trips.push_back(std::max(1.0, Lp.MeanTrip));
  uint64_t Steps = 50'000;
  auto Form = affineForm(K, A, L, Steps);
  if (!Form)
    Form = sampledForm(K, A, L, Trips, Steps);
  if (!Form)
    return std::nullopt;
  FootprintScope Scope;
  Scope.Threads = L.Block;
  Scope.Blocks = Blocks;
  Scope.Trips = Trips;
  const double Bytes = std::max(A.BytesPerLane, 1u);
  return std::max(1.0,
                  distinctBytes(boxOf(*Form, Scope), Bytes, Bytes) / Bytes);
}

std::optional<Contention> gpuperf::contentionOf(const KernelSummary &K,
                                                const Launch &L,
                                                const WarpProfile &P,
                                                AccessId Id) {
  const Access &A = K.Accesses[Id];
  const AccessProfile &AP = P.Accesses[Id];
  const bool Shared = A.Space == MemSpace::Shared;
  if ((A.Does != AtomicOp::Joined && A.Does != AtomicOp::Separate &&
       A.Does != AtomicOp::Float) ||
      (A.Space != MemSpace::Global && !Shared) || !(AP.Requests > 0) ||
      A.Offset == NoExpr)
    return std::nullopt;
  if (AP.Why.contains(AssumptionKind::IndexUnknown) ||
      dependsOnLaneData(K, A) ||
      isGuardedByData(K, A.Block, /*MarksAreRare=*/false) ||
      isInGuessedLoop(K, P, A.Block))
    return std::nullopt;
  Contention C;
  C.LanesAtOnce = AP.PassesPerRequest.Value;
  C.Joined = lanesAreJoined(K, A);
  C.Atomics = AP.Requests * AP.ActiveLanes;
  C.AtMemory = C.Joined ? AP.Requests : C.Atomics;
  const double Blocks = std::max<double>(L.Grid.count(), 1);
  auto OfBlock = addresses(K, A, L, P, {});
  auto OfLaunch = addresses(K, A, L, P, Extents::of(L.Grid));
  if (!OfBlock || !OfLaunch)
    return std::nullopt;
  C.PerBlock = *OfBlock;
  C.Addresses = Shared ? *OfBlock : *OfLaunch;
  C.Combined =
      Shared ? AP.Requests *
                   std::max(1.0, AP.ActiveLanes / std::max(C.LanesAtOnce, 1.0))
             : Blocks * C.PerBlock;
  // A finding is made only where combining would remove more than half of the
  // atomics.
  if (!(2 * C.Combined < C.AtMemory))
    return std::nullopt;
  return C;
}

namespace {
struct Candidate {
  AccessId Id = NoId;
  Contention C;
};
} // namespace

void gpuperf::scaleTraffic(const AccessProfile &AP, double Left,
                           WarpProfile &P) {
  const double Sectors =
      AP.Requests * AP.SectorsPerRequest.Value * (1 - Left) * SectorBytes;
  P.L2Bytes = std::max(0.0, P.L2Bytes - Sectors * AP.L1Misses);
  P.DramReadBytes = std::max(0.0, P.DramReadBytes - Sectors * AP.L2Misses);
}

/// The profile with fewer atomics, and with what combining them costs: a tree
/// of exchanges within each warp and one barrier.
static void combine(const KernelSummary &K, const Candidate &C,
                    WarpProfile &P) {
  const Access &A = K.Accesses[C.Id];
  AccessProfile &AP = P.Accesses[C.Id];
  auto Add = [&](OpClass Op, double Count) {
    P.WarpInstructions[static_cast<unsigned>(Op)] += Count;
  };
  constexpr double Levels = 5;
  Add(OpClass::Shuffle, Levels * AP.Requests);
  Add(OpClass::Fp32Add, Levels * AP.Requests);
  AP.PassesPerRequest = Estimate::exact(1);
  if (A.Space == MemSpace::Shared) {
    AP.ActiveLanes = std::max(1.0, C.C.Combined / AP.Requests);
    return;
  }
  Add(OpClass::Barrier, P.Warps);
  scaleTraffic(AP, C.C.Combined / C.C.AtMemory, P);
  AP.Requests = C.C.Combined;
  AP.ActiveLanes = 1;
}

static std::string count(double N) { return formatv("{0:f0}", N).str(); }

/// \p Counted: no size was assumed, so that the counts are those of the launch.
static std::string describe(const Contention &C, bool Shared, bool Counted) {
  const double Each = C.Atomics / std::max(C.Addresses, 1.0);
  if (Shared)
    return formatv("{0} lanes of a warp do their atomics on one address of "
                   "shared memory",
                   formatNumber(C.LanesAtOnce))
        .str();
  std::string Text =
      !Counted
          ? (C.Addresses < 1.5 ? "the atomics of all threads on one address"
                               : "the atomics of all threads on few addresses")
      : C.Addresses < 1.5
          ? formatv("{0} atomics on one address", count(Each)).str()
          : formatv("{0} atomics on each of {1} addresses", count(Each),
                    count(C.Addresses))
                .str();
  if (!C.Joined && C.LanesAtOnce >= 1.5)
    Text +=
        formatv(", {0} lanes of a warp at a time", formatNumber(C.LanesAtOnce))
            .str();
  return Text;
}

/// Whether threads of one block may do \p A on other places, by their index.
static bool movesWithThread(const KernelSummary &K, const Access &A) {
  return A.Offset != NoExpr && (K.Exprs.dependsOn(A.Offset, ExprKind::TidX) ||
                                K.Exprs.dependsOn(A.Offset, ExprKind::TidY) ||
                                K.Exprs.dependsOn(A.Offset, ExprKind::TidZ));
}

static std::vector<std::string> notes(const KernelSummary &K,
                                      const Candidate &Worst, bool Counted) {
  const Contention &C = Worst.C;
  const Access &A = K.Accesses[Worst.Id];
  std::vector<std::string> Out;
  // A shuffle adds up whatever lanes there are.
  const std::string ItsOwn =
      "the address depends on the thread: that holds where all lanes of a warp "
      "come to one, as with a warp or a block for each address";
  if (A.Space == MemSpace::Shared) {
    Out.push_back("combine the values of a warp first (__shfl_down_sync) and "
                  "let one lane do the atomic");
    if (movesWithThread(K, A))
      Out.push_back(ItsOwn);
    return Out;
  }
  constexpr double FewPlaces = 1024;
  const std::string Leaves = Counted
                                 ? formatv("{0} atomics instead of {1}",
                                           count(C.Combined), count(C.AtMemory))
                                       .str()
                                 : "one atomic per block and address";
  if (C.PerBlock < 1.5)
    Out.push_back(
        formatv("combining the values of a block first ({0}, then shared "
                "memory) leaves {1}",
                A.Does == AtomicOp::Joined
                    ? "__reduce_add_sync or __shfl_down_sync"
                    : "__shfl_down_sync in each warp",
                Leaves)
            .str());
  else if (C.PerBlock <= FewPlaces)
    Out.push_back(
        formatv("a copy of a block's {0} places in shared memory, added to "
                "global memory once, leaves {1}",
                count(C.PerBlock), Leaves)
            .str());
  else
    Out.push_back(
        formatv("combining the values of a block first leaves {0}", Leaves)
            .str());
  if (C.PerBlock < 1.5 && movesWithThread(K, A))
    Out.push_back(ItsOwn);
  if (C.Joined)
    Out.push_back("the lanes of a warp are joined by ptxas already");
  if (llvm::any_of(K.Instrs, [&](const Instr &In) {
        return llvm::is_contained(In.Operands, A.Instr);
      }))
    Out.push_back("what it returns is used: one thread takes room for all of "
                  "its block, the others their place in it");
  return Out;
}

static std::optional<LineFinding>
describeAll(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
            const Prediction &P, llvm::ArrayRef<Candidate> All) {
  LineFinding F;
  const Candidate *Worst = &All.front();
  auto Queue = [](const Candidate &C) {
    return C.C.AtMemory / std::max(C.C.Addresses, 1.0);
  };
  for (const Candidate &C : All) {
    if (Queue(C) > Queue(*Worst))
      Worst = &C;
    F.Accesses.push_back(C.Id);
  }
  WarpProfile After = P.Profile;
  for (const Candidate &C : All)
    combine(K, C, After);
  F.TimeUs = P.TimeUs;
  auto Without = timeWithProfile(K, L, Gpu, P, After);
  if (!Without)
    return std::nullopt;
  F.WithoutUs = *Without;
  const Access &A = K.Accesses[Worst->Id];
  F.Where = A.Where, F.Inner = A.Inner;
  const bool Counted = L.Why.empty();
  F.Text = describe(Worst->C, A.Space == MemSpace::Shared, Counted);
  F.Notes = notes(K, *Worst, Counted);
  if (std::string Others = otherLines(K, F.Accesses, A); !Others.empty())
    F.Notes.push_back(
        formatv("the share counts the atomics of {0} in", Others).str());
  return F;
}

std::vector<LineFinding> gpuperf::findAtomicContention(const KernelSummary &K,
                                                       const Launch &L,
                                                       const GpuModel &Gpu,
                                                       const Prediction &P) {
  std::vector<LineFinding> Out;
  if (P.Profile.Accesses.size() != K.Accesses.size())
    return Out;
  std::vector<Candidate> OnGlobal, OnShared;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    if (auto C = contentionOf(K, L, P.Profile, Id))
      (K.Accesses[Id].Space == MemSpace::Shared ? OnShared : OnGlobal)
          .push_back({Id, *C});
  for (const auto *Group : {&OnGlobal, &OnShared})
    if (!Group->empty())
      if (auto F = describeAll(K, L, Gpu, P, *Group))
        Out.push_back(std::move(*F));
  return Out;
}
