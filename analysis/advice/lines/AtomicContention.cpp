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
#include "analysis/kernel/Users.h"
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

static bool usesResult(const KernelSummary &K, const Access &A) {
  return llvm::any_of(K.Instrs, [&](const Instr &In) {
    return llvm::is_contained(In.Operands, A.Instr);
  });
}

/// Whether what \p A returns, or what is computed from it, is compared with
/// something: of a list of no more than so many, nobody knows how many threads
/// look for a place.
static bool comparesResult(const KernelSummary &K, const Access &A) {
  const InstrUsers Users = usersOf(K);
  std::vector<bool> Seen(K.Instrs.size(), false);
  llvm::SmallVector<InstrId, 16> Todo = {A.Instr};
  while (!Todo.empty())
    for (const InstrId User : Users[Todo.pop_back_val()]) {
      if (Seen[User])
        continue;
      Seen[User] = true;
      const Instr &In = K.Instrs[User];
      if (In.Class == OpClass::IntCompare)
        return true;
      // What is read from the place in the list is something else.
      if (In.Mem == NoId)
        Todo.push_back(User);
    }
  return false;
}

/// How many warps come to the first of \p Guards for one that was taken to come
/// to \p A.
static double beforeGuards(const WarpProfile &P, const Access &A,
                           llvm::ArrayRef<LaneGuard> Guards) {
  const double Comes = P.Blocks[A.Block].WarpExecutions;
  return Comes > 0 ? P.Blocks[Guards.front().Block].WarpExecutions / Comes : 0;
}

/// Notes how data decide about \p A, and returns the fewest atomics that may
/// arrive. Places in a list are taken by more than a few threads where neither
/// the test looks for errors nor the list holds just the first of them; and
/// nobody chooses a leader for what hardly ever happens. What only counts, as
/// errors are counted, may never be executed.
static double noteGuards(const KernelSummary &K, const WarpProfile &P,
                         const Access &A, const AccessProfile &AP,
                         Contention &C) {
  if (!isGuardedByData(K, A.Block, /*MarksAreRare=*/false))
    return C.AtMemory;
  std::vector<LaneGuard> Guards = laneGuards(K, A.Block);
  C.Led = !Guards.empty() && hasLeader(K, A.Block, Guards.back().Block);
  const bool OfWarps = C.Joined || AP.ActiveLanes < 1.5;
  if (Guards.empty() || !OfWarps || !(C.Led || usesResult(K, A)) ||
      comparesResult(K, A))
    return C.AtMemory / GuardDoubt;
  C.Guards = std::move(Guards);
  return AP.Requests * beforeGuards(P, A, C.Guards);
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
      dependsOnLaneData(K, A) || isInGuessedLoop(K, P, A.Block))
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
  const double Fewest = noteGuards(K, P, A, AP, C);
  if (!(2 * C.Combined < Fewest))
    return std::nullopt;
  C.Doubt =
      C.Guards.empty() ? (C.AtMemory - C.Combined) / (Fewest - C.Combined) : 1;
  return C;
}

namespace {
struct Candidate {
  AccessId Id = NoId;
  Contention C;
};
} // namespace

static bool isCertain(const Candidate &C) {
  return C.C.Doubt <= 1 && C.C.Guards.empty();
}

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

/// Where fewer than one thread of a warp comes to an atomic, there is hardly
/// more than one of them for each block.
static constexpr double OfEach = 32;

/// \p Counted: no size was assumed, so that the counts are those of the launch.
static std::string describe(const Contention &C, bool Shared, bool Counted) {
  const double Each = C.Atomics / std::max(C.Addresses, 1.0);
  if (Shared)
    return formatv("{0} lanes of a warp do their atomics on one address of "
                   "shared memory",
                   formatNumber(C.LanesAtOnce))
        .str();
  const std::string Where =
      C.Addresses < 1.5 ? "on one address" : "on few addresses";
  std::string Text =
      !C.Guards.empty()
          ? formatv("the atomics {0} of the threads that data choose, if they "
                    "are one of {1} or more",
                    Where, count(OfEach))
                .str()
      : !Counted ? (C.Doubt > 1 ? "the atomics of the threads that data choose "
                                : "the atomics of all threads ") +
                       Where
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
  if (C.Led)
    Out.push_back("one lane does it for its warp already");
  else if (C.Joined)
    Out.push_back("the lanes of a warp are joined by ptxas already");
  if (C.Led || usesResult(K, A))
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
    F.GuardDoubt = std::max(F.GuardDoubt, C.C.Doubt);
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
  const bool Counted = L.Why.empty() && Worst->C.Doubt <= 1;
  F.Text = describe(Worst->C, A.Space == MemSpace::Shared, Counted);
  F.Notes = notes(K, *Worst, Counted);
  if (std::string Others = otherLines(K, F.Accesses, A); !Others.empty())
    F.Notes.push_back(
        formatv("the share counts the atomics of {0} in", Others).str());
  return F;
}

/// The kernel with data that let the share \p Passing of the lanes pass \p
/// Guards.
static KernelSummary asIfPassing(const KernelSummary &K,
                                 llvm::ArrayRef<LaneGuard> Guards,
                                 double Passing) {
  KernelSummary Out = K;
  for (const LaneGuard &G : Guards) {
    GivenShare Share;
    Share.Block = G.Block;
    Share.First = G.FirstPasses ? Passing : 1 - Passing;
    Out.Given.Shares.push_back(Share);
    // Those that pass the first one pass the others, too.
    Passing = 1;
  }
  return Out;
}

static bool isGiven(const KernelSummary &K, llvm::ArrayRef<LaneGuard> Guards) {
  return llvm::any_of(K.Given.Shares, [&](const GivenShare &S) {
    return llvm::any_of(Guards,
                        [&](const LaneGuard &G) { return G.Block == S.Block; });
  });
}

/// The times of the launch as it is and with \p C combined, if each lane passes
/// the guards with probability \p Passing, by itself: a warp does the atomic
/// unless none of its lanes does.
static std::optional<std::pair<Estimate, Estimate>>
timesIfPassing(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
               const Prediction &P, Candidate C, double Passing) {
  const KernelSummary Other = asIfPassing(K, C.C.Guards, Passing);
  const auto As = predictAsIf(Other, L, Gpu, P);
  if (!As || As->Profile.Accesses.size() != K.Accesses.size() ||
      As->Profile.Blocks.size() != K.Blocks.size())
    return std::nullopt;
  WarpProfile Before = As->Profile;
  AccessProfile &AP = Before.Accesses[C.Id];
  // The profile sends whole warps one way or the other.
  const double More = (1 - std::pow(1 - Passing, Gpu.Arch.WarpSize.Value)) *
                      beforeGuards(Before, K.Accesses[C.Id], C.C.Guards);
  if (!(More > 0) || !(AP.Requests > 0))
    return std::nullopt;
  scaleTraffic(AP, More, Before);
  AP.Requests *= More;
  C.C.AtMemory = AP.Requests;
  C.C.Combined = std::min(C.C.Combined, C.C.AtMemory);
  WarpProfile After = Before;
  combine(Other, C, After);
  const auto With = timeWithProfile(Other, L, Gpu, *As, Before),
             Without = timeWithProfile(Other, L, Gpu, *As, After);
  if (!With || !Without)
    return std::nullopt;
  return std::pair(*With, *Without);
}

/// A finding about one atomic behind guards on data, with the least share of
/// the time at any share of the threads that come to it: from one of a warp to
/// half of them.
static std::optional<LineFinding>
describeGuarded(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
                const Prediction &P, const Candidate &C) {
  if (isGiven(K, C.C.Guards))
    return std::nullopt;
  LineFinding F;
  double LeastPassing = 0;
  for (const double Passing : {1 / OfEach, 4 / OfEach, 16 / OfEach}) {
    const auto Times = timesIfPassing(K, L, Gpu, P, C, Passing);
    if (!Times)
      return std::nullopt;
    LineFinding At;
    std::tie(At.TimeUs, At.WithoutUs) = *Times;
    if (LeastPassing > 0 && At.gainPercent() >= F.gainPercent())
      continue;
    F.TimeUs = At.TimeUs, F.WithoutUs = At.WithoutUs;
    LeastPassing = Passing;
  }
  const Access &A = K.Accesses[C.Id];
  F.Where = A.Where, F.Inner = A.Inner;
  F.Accesses = {C.Id};
  F.GuardDoubt = 1;
  F.Text = describe(C.C, A.Space == MemSpace::Shared, /*Counted=*/false);
  F.Notes = notes(K, C, /*Counted=*/false);
  F.Notes.push_back(
      formatv(
          "data decide which threads come to it: the share is the least one "
          "with one of {0} threads to one of 2, and the times are those with "
          "one of {1}",
          count(OfEach), count(1 / LeastPassing))
          .str());
  return F;
}

/// One finding for all of \p Group, which are on memory of one kind.
static std::optional<LineFinding>
describeGroup(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
              const Prediction &P, std::vector<Candidate> Group) {
  // What is executed for certain is told by itself.
  if (llvm::any_of(Group, isCertain))
    llvm::erase_if(Group, [](const Candidate &C) { return !isCertain(C); });
  std::optional<LineFinding> Most;
  for (const Candidate &C : Group) {
    if (C.C.Guards.empty())
      continue;
    auto F = describeGuarded(K, L, Gpu, P, C);
    if (F && (!Most || F->gainPercent() > Most->gainPercent()))
      Most = std::move(F);
  }
  llvm::erase_if(Group, [](const Candidate &C) { return !C.C.Guards.empty(); });
  return Most || Group.empty() ? Most : describeAll(K, L, Gpu, P, Group);
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
  for (auto *Group : {&OnGlobal, &OnShared})
    if (auto F = describeGroup(K, L, Gpu, P, std::move(*Group)))
      Out.push_back(std::move(*F));
  return Out;
}
