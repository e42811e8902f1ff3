//===- SharedOperands.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/SharedOperands.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/advice/loops/RegisterTile.h"
#include "analysis/advice/loops/SplitIndex.h"
#include "analysis/kernel/Dominance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

/// Results that one thread would compute: as many as leave blocks for the whole
/// GPU, 4 at most. More of them save more, but need registers for their sums
/// and operands. 1: none to spare.
static unsigned resultsPerThread(double Waves) {
  return Waves >= 4 ? 4 : Waves >= 2 ? 2 : 1;
}

/// A loop that runs less often is over before its loads cost much.
static constexpr double LeastTrips = 8;
/// A dimension is preferred to those before it where its time is below this
/// share of theirs.
static constexpr double Worth = 0.85;

namespace {
struct Dimension {
  const char *Name;
  ExprKind Thread, Block;
  uint64_t Dim3::*Size;
};
} // namespace

static constexpr Dimension Dimensions[] = {
    {"y", ExprKind::TidY, ExprKind::CtaidY, &Dim3::Y},
    {"z", ExprKind::TidZ, ExprKind::CtaidZ, &Dim3::Z},
    {"x", ExprKind::TidX, ExprKind::CtaidX, &Dim3::X}};

/// Whether a request of \p Id costs more than the same lanes would need, by its
/// sectors or its banks. That is the finding then, and the better remedy.
static bool isWasteful(const KernelSummary &K, const Prediction &P,
                       AccessId Id) {
  constexpr double FewPasses = 1.5;
  const AccessProfile &AP = P.Profile.Accesses[Id];
  return K.Accesses[Id].Space == MemSpace::Shared
             ? AP.PassesPerRequest.Value > FewPasses
             : AP.Uncoalesced;
}

/// The loads of \p Loop whose addresses are the same for the threads of a
/// group, as \p IsSame says of an address (nothing: not known). None where no
/// other load differs, for then these threads compute the same result. Where
/// data decide an address, it is none of them, and whatever it is, the others
/// are as they are.
static std::vector<AccessId>
sharedLoads(const KernelSummary &K, LoopId Loop,
            llvm::function_ref<std::optional<bool>(ExprId)> IsSame) {
  std::vector<AccessId> Shared;
  bool AnyDiffers = false;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    if (!isInLoop(K, A.Block, Loop))
      continue;
    if (A.Kind != AccessKind::Load || A.Volatile || A.Offset == NoExpr)
      return {};
    const bool OfData = K.Exprs.dependsOnData(A.Offset);
    const auto Same = IsSame(A.Offset);
    if (!Same && !OfData)
      return {};
    if (Same && !*Same)
      AnyDiffers = true;
    else if (!OfData && K.Exprs.dependsOnLoop(A.Offset, Loop) &&
             (A.Space == MemSpace::Global || A.Space == MemSpace::Shared))
      Shared.push_back(Id);
  }
  return AnyDiffers ? Shared : std::vector<AccessId>();
}

/// Those that are the same for all threads along \p D.
static std::vector<AccessId> sharedAlong(const KernelSummary &K, LoopId Loop,
                                         const Dimension &D) {
  return sharedLoads(K, Loop, [&](ExprId Offset) -> std::optional<bool> {
    if (K.Exprs.dependsOn(Offset, ExprKind::LaneId))
      return std::nullopt;
    return !K.Exprs.dependsOn(Offset, D.Thread) &&
           !K.Exprs.dependsOn(Offset, D.Block);
  });
}

/// How often a thread runs the body of \p Loop, with the loops around it: a
/// filter has a loop of a few rows around one of a few columns.
static double tripsOfNest(const KernelSummary &K, const WarpProfile &P,
                          LoopId Loop) {
  double Trips = 1;
  for (LoopId At = Loop; At != NoId; At = K.Loops[At].Parent)
    Trips *= P.Loops[At].MeanTrip;
  return Trips;
}

/// Whether the loads are of global memory that the kernel only reads, and the
/// lanes of a block all ask for one element.
static bool isSameForAll(const KernelSummary &K,
                         llvm::ArrayRef<AccessId> Loads) {
  return llvm::all_of(Loads, [&](AccessId Id) {
    const Access &A = K.Accesses[Id];
    return A.Space == MemSpace::Global && !K.Exprs.dependsOnThread(A.Offset) &&
           llvm::none_of(K.Accesses, [&](const Access &Other) {
             return Other.Kind != AccessKind::Load && Other.Base == A.Base &&
                    Other.BaseIndex == A.BaseIndex;
           });
  });
}

namespace {
/// Results that need the same operands.
struct Together {
  std::vector<AccessId> Shared;
  std::string Which; ///< "for each result along y"
  std::string Act;   ///< "results along y"
  std::string Fewer; ///< " along y then": where there are fewer threads
};
} // namespace

static Together along(const Dimension &D, std::vector<AccessId> Shared) {
  const std::string Along = formatv("along {0}", D.Name);
  // Along x it saves as much only where the results of a thread are a block
  // apart, so that neighbours still access neighbours.
  return {std::move(Shared), "for each result " + Along, "results " + Along,
          " " + Along + " then" +
              (D.Thread == ExprKind::TidX
                   ? " (take results that are a block's width apart)"
                   : "")};
}

/// Whether an address is made with a thread's place along \p Dimension. Where
/// none is, the threads of a block that lie along it all do the same, and that
/// is the first thing to mend.
static bool asksFor(const KernelSummary &K, ExprKind Dimension) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return A.Offset != NoExpr && K.Exprs.dependsOn(A.Offset, Dimension);
  });
}

/// What results of the launch may be computed together, in the order of
/// preference.
static std::vector<Together> whatGoesTogether(const KernelSummary &K,
                                              LoopId Loop, const Launch &L,
                                              const GpuModel &Gpu,
                                              unsigned Results) {
  std::vector<Together> Out;
  for (const Dimension &D : Dimensions)
    if (L.Block.*D.Size > 1 && !asksFor(K, D.Thread))
      return Out;
  for (const Dimension &D : Dimensions)
    if ((L.Grid.*D.Size) * (L.Block.*D.Size) >= 2 * Results)
      if (auto Shared = sharedAlong(K, Loop, D); !Shared.empty())
        Out.push_back(along(D, std::move(Shared)));
  std::vector<ExprId> Offsets;
  for (const Access &A : K.Accesses)
    if (isInLoop(K, A.Block, Loop))
      Offsets.push_back(A.Offset);
  std::vector<std::string> Names;
  for (const Param &P : K.Params)
    Names.push_back(P.Name);
  const auto WarpSize =
      std::clamp(static_cast<unsigned>(Gpu.Arch.WarpSize.Value), 1u, MaxLanes);
  for (const SplitIndex &Split : splitsOfIndex(K, L, Offsets, WarpSize)) {
    if (L.Grid.X * L.Block.X < 2 * Results * Split.Step)
      continue;
    auto Shared = sharedLoads(K, Loop, [&](ExprId Offset) {
      return isSameApart(K, L, Offset, Split.Step, WarpSize);
    });
    if (Shared.empty())
      continue;
    const std::string Apart =
        K.Exprs.print(Split.Divisor, Names) + " threads apart";
    Out.push_back({std::move(Shared), "for results that are " + Apart,
                   "results that are " + Apart, " then"});
  }
  return Out;
}

static std::optional<LineFinding> look(const KernelSummary &K, LoopId Loop,
                                       const Launch &L, const GpuModel &Gpu,
                                       const Prediction &P) {
  const LoopProfile &Runs = P.Profile.Loops[Loop];
  if (Runs.Guessed || !(Runs.MeanTrip > 1) ||
      !(tripsOfNest(K, P.Profile, Loop) >= LeastTrips) ||
      !(P.Profile.Blocks[K.Loops[Loop].Header].WarpExecutions > 0))
    return std::nullopt;
  const unsigned Results = resultsPerThread(P.Waves);
  std::optional<LineFinding> Best;
  std::vector<LineFinding> Others;
  for (const Together &T : whatGoesTogether(K, Loop, L, Gpu, Results)) {
    if (llvm::any_of(T.Shared,
                     [&](AccessId Id) { return isWasteful(K, P, Id); }) ||
        carriedBy(K, Loop, SharedBy::Block) != Carries::Sum ||
        isInRegisterTile(K, Loop, T.Shared))
      continue;
    WarpProfile Changed = P.Profile;
    shareLoads(K, T.Shared, Results, Changed);
    const std::optional<Estimate> Without =
        timeWithProfile(K, L, Gpu, P, Changed);
    const std::string Names = arrayNames(K, T.Shared);
    if (!Without || Names.empty())
      continue;
    LineFinding F;
    F.TimeUs = P.TimeUs;
    F.WithoutUs = *Without;
    F.Accesses = T.Shared;
    F.Where = K.Accesses[T.Shared.front()].Where;
    F.Inner = K.Accesses[T.Shared.front()].Inner;
    const bool Several = llvm::StringRef(Names).contains(" and ");
    F.Text = formatv("{0} {1} loaded anew {2}, though all of them need the "
                     "same",
                     Names, Several ? "are" : "is", T.Which);
    F.Notes.push_back(formatv(
        "let a thread compute {0} {1} with {0} sums in registers, so that it "
        "loads {2} once for them; the launch needs {0} times fewer threads{3}",
        Results, T.Act, Several ? "these" : Names, T.Fewer));
    if (isSameForAll(K, T.Shared))
      F.Notes.push_back(formatv(
          "all threads read the same element of {0} at a time: in __constant__ "
          "memory, if {1} within 64 KiB, multiplications take {2} from there "
          "without a load",
          Several ? "these" : Names, Several ? "they fit" : "it fits",
          Several ? "them" : "it"));
    const bool IsBetter =
        !Best || Worth * Best->WithoutUs.Value > Without->Value;
    if (Best && IsBetter)
      std::swap(*Best, F);
    if (Best)
      Others.push_back(std::move(F));
    else
      Best = std::move(F);
  }
  if (Best)
    Best->Alternatives = std::move(Others);
  return Best;
}

std::vector<LineFinding> gpuperf::findSharedOperands(const KernelSummary &K,
                                                     const Launch &L,
                                                     const GpuModel &Gpu,
                                                     const Prediction &P) {
  if (P.Profile.Blocks.size() != K.Blocks.size() ||
      P.Profile.Loops.size() != K.Loops.size() ||
      K.Blocks.size() > MostBlocksToSearch || resultsPerThread(P.Waves) == 1)
    return {};
  std::vector<LineFinding> Out;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
    if (auto Found = look(K, Id, L, Gpu, P))
      Out.push_back(std::move(*Found));
  return Out;
}
