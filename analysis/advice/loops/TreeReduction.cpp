//===- TreeReduction.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/TreeReduction.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/predict/PredictLaunch.h"
#include "analysis/report/Wording.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

/// A thread reduces no more elements at once than that.
static constexpr uint64_t MostElements = 4;
/// Where fewer of the threads load an element, the grid is too large.
static constexpr double MostlyLoading = 0.9;
/// Where fewer of them do, as with the grid itself as the number of elements,
/// it is blocks without work that cost, and no more blocks than elements need
/// are the act.
static constexpr double HardlyLoading = 0.25;

static bool isGlobal(const Access &A) {
  return A.Space == MemSpace::Global || A.Space == MemSpace::Unknown;
}

static bool holds(const KernelSummary &K, const KernelLoop &Loop,
                  llvm::function_ref<bool(const Instr &)> Wanted) {
  return llvm::any_of(Loop.Blocks, [&](BlockId B) {
    return llvm::any_of(K.Blocks[B].Instrs,
                        [&](InstrId I) { return Wanted(K.Instrs[I]); });
  });
}

/// Whether \p Id is a loop whose steps end with a barrier and stay in shared
/// memory.
static bool isTree(const KernelSummary &K, const WarpProfile &P, LoopId Id) {
  constexpr double FewestSteps = 2, MostSteps = 11;
  const KernelLoop &Loop = K.Loops[Id];
  const LoopProfile &Runs = P.Loops[Id];
  auto Accesses = [&](const Instr &In,
                      llvm::function_ref<bool(const Access &)> Wanted) {
    return In.Mem != NoId && Wanted(K.Accesses[In.Mem]);
  };
  return Loop.Parent == NoId && !Runs.Guessed && Runs.MeanTrip >= FewestSteps &&
         Runs.MeanTrip <= MostSteps &&
         holds(K, Loop,
               [](const Instr &In) { return In.Class == OpClass::Barrier; }) &&
         holds(K, Loop,
               [&](const Instr &In) {
                 return Accesses(In, [](const Access &A) {
                   return A.Space == MemSpace::Shared &&
                          A.Kind == AccessKind::Store;
                 });
               }) &&
         !holds(K, Loop,
                [&](const Instr &In) { return Accesses(In, isGlobal); });
}

/// Whether the blocks of the grid take neighbouring parts of the array, each as
/// long as the block or a few times that. A distance that an argument says is
/// that of rows, of which each has a result of its own.
static bool areBlocksNeighbours(const KernelSummary &K, const Access &A,
                                const Launch &L) {
  if (A.Offset == NoExpr || K.Exprs.dependsOnData(A.Offset) ||
      !K.Exprs.dependsOn(A.Offset, ExprKind::TidX))
    return false;
  bool Found = false;
  for (const ProductTerm &T : expandToSum(K.Exprs, A.Offset).Terms) {
    auto Is = [&](ExprKind Kind) {
      return [&K, Kind](ExprId F) { return K.Exprs[F].Kind == Kind; };
    };
    if (!llvm::any_of(T.Factors, Is(ExprKind::CtaidX)))
      continue;
    int64_t Bytes = T.Coefficient;
    for (ExprId F : T.Factors)
      if (K.Exprs[F].Kind == ExprKind::NtidX)
        Bytes *= static_cast<int64_t>(L.Block.X);
      else if (K.Exprs[F].Kind != ExprKind::CtaidX)
        return false;
    const int64_t OfBlock =
        static_cast<int64_t>(L.Block.X) * std::max(A.BytesPerLane, 1u);
    Found = Bytes > 0 && Bytes % OfBlock == 0 &&
            Bytes / OfBlock <= static_cast<int64_t>(MostElements);
    if (!Found)
      return false;
  }
  return Found;
}

std::optional<TreeReduction> gpuperf::treeReduction(const KernelSummary &K,
                                                    const Launch &L,
                                                    const WarpProfile &P) {
  if (L.Grid.Y != 1 || L.Grid.Z != 1 || P.Accesses.size() != K.Accesses.size())
    return std::nullopt;
  TreeReduction Out;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
    if (isTree(K, P, Id))
      Out.Tree = Id;
  if (Out.Tree == NoId)
    return std::nullopt;
  const auto Blocks = static_cast<double>(L.Grid.count());
  bool HasResult = false;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const AccessProfile &AP = P.Accesses[Id];
    if (!isGlobal(A) || !(AP.Requests > 0))
      continue;
    if (A.Kind != AccessKind::Load) {
      // One lane of one warp of each block.
      if (AP.Requests > 1.01 * Blocks || AP.ActiveLanes > 1.5)
        return std::nullopt;
      HasResult = true;
      continue;
    }
    if (A.Offset != NoExpr && !K.Exprs.dependsOnThread(A.Offset) &&
        !K.Exprs.dependsOnBlock(A.Offset))
      continue; // a size that all threads read
    if (K.Blocks[A.Block].InnermostLoop != NoId ||
        !areBlocksNeighbours(K, A, L))
      return std::nullopt;
    Out.Elements.push_back(Id);
  }
  if (!HasResult || Out.Elements.empty() || Out.Elements.size() > MostElements)
    return std::nullopt;
  return Out;
}

static double sectorsOver(const AccessProfile &AP, double Misses) {
  return AP.Requests * AP.SectorsPerRequest.Value * Misses * SectorBytes;
}

/// Lets the threads of the launch of \p Few do the loads of \p Elements as
/// often in all as those of the launch of \p Many.
static WarpProfile loadAll(const KernelSummary &K,
                           llvm::ArrayRef<AccessId> Elements,
                           const WarpProfile &Many, const WarpProfile &Few) {
  WarpProfile Out = Few;
  auto Count = [&](OpClass Op, double More) {
    Out.WarpInstructions[static_cast<unsigned>(Op)] += More;
  };
  for (AccessId Id : Elements) {
    const AccessProfile &Now = Few.Accesses[Id], &All = Many.Accesses[Id];
    const double More = std::max(0.0, All.Requests - Now.Requests);
    Out.L2Bytes +=
        sectorsOver(All, All.L1Misses) - sectorsOver(Now, Now.L1Misses);
    Out.DramReadBytes +=
        sectorsOver(All, All.L2Misses) - sectorsOver(Now, Now.L2Misses);
    Out.L2Requests +=
        sliceRequests(K.Accesses[Id], All) - sliceRequests(K.Accesses[Id], Now);
    Out.Accesses[Id] = All;
    Count(K.Instrs[K.Accesses[Id].Instr].Class, More);
    // The element is added, and the index is moved and compared.
    Count(OpClass::Fp32Add, More);
    Count(OpClass::IntAdd, 2 * More);
    Count(OpClass::IntCompare, More);
  }
  auto IsElement = [&](const WarpProfile::DramStream &S) {
    return llvm::any_of(S.Accesses, [&](AccessId Id) {
      return llvm::is_contained(Elements, Id);
    });
  };
  llvm::erase_if(Out.DramStreams, IsElement);
  llvm::copy_if(Many.DramStreams, std::back_inserter(Out.DramStreams),
                IsElement);
  return Out;
}

/// Whether a thread that was in \p From may come to \p To later on, in the same
/// iteration of every loop.
static bool leadsTo(const KernelSummary &K, BlockId From, BlockId To) {
  // Blocks are in reverse post order: an edge back begins another iteration.
  std::vector<bool> Reached(K.Blocks.size(), false);
  Reached[From] = true;
  for (BlockId B = From; B < To; ++B)
    if (Reached[B])
      for (BlockId S : K.Blocks[B].Succs)
        Reached[S] = Reached[S] || S > B;
  return Reached[To];
}

/// Whether one thread may do both accesses: not where they stand in two arms of
/// a branch.
static bool comeTogether(const KernelSummary &K, AccessId A, AccessId B) {
  const BlockId First = std::min(K.Accesses[A].Block, K.Accesses[B].Block);
  const BlockId Second = std::max(K.Accesses[A].Block, K.Accesses[B].Block);
  return leadsTo(K, First, Second);
}

/// What a thread reduces: of several arrays, as in a scalar product, an element
/// is one place of each.
static uint64_t elementsEach(const KernelSummary &K, const TreeReduction &R) {
  uint64_t Most = 0;
  for (AccessId Id : R.Elements) {
    const Access &A = K.Accesses[Id];
    const auto OfArray = llvm::count_if(R.Elements, [&](AccessId Other) {
      return K.Accesses[Other].Base == A.Base &&
             K.Accesses[Other].BaseIndex == A.BaseIndex &&
             comeTogether(K, Id, Other);
    });
    Most = std::max(Most, static_cast<uint64_t>(OfArray));
  }
  return Most;
}

/// How many elements the launch loads: of the arrays that are reduced together,
/// those of the one that has most.
static double elementsInAll(const KernelSummary &K, const WarpProfile &P,
                            const TreeReduction &R) {
  double Most = 0;
  for (AccessId Id : R.Elements) {
    double OfArray = 0;
    for (AccessId Other : R.Elements)
      if (K.Accesses[Other].Base == K.Accesses[Id].Base &&
          K.Accesses[Other].BaseIndex == K.Accesses[Id].BaseIndex)
        OfArray += P.Accesses[Other].Requests * P.Accesses[Other].ActiveLanes;
    Most = std::max(Most, OfArray);
  }
  return Most;
}

/// Whether blocks keep their results apart, as far as the kernel tells: it adds
/// them to nothing. Not of a kernel that lets warps exchange values already.
static bool mayWantEachBlock(const KernelSummary &K) {
  return llvm::none_of(K.Accesses,
                       [](const Access &A) {
                         return A.Kind == AccessKind::Atomic &&
                                A.Space != MemSpace::Shared;
                       }) &&
         llvm::none_of(K.Instrs, [](const Instr &I) {
           return I.Class == OpClass::Shuffle;
         });
}

/// What to do. Numbers that hang on a size which was assumed are left out.
static std::string actOn(const Launch &L, double Elements, uint64_t AtOnce) {
  const bool Known = L.Why.empty();
  return formatv("if the result of all blocks is what is wanted: let each "
                 "thread reduce {0} elements first, in a loop with i += "
                 "gridDim.x * blockDim.x, and launch {1} blocks, as many as "
                 "run at one time; the tree is then run through {1} times{2}",
                 Known ? formatNumber(std::ceil(
                             Elements /
                             static_cast<double>(AtOnce * L.Block.count())))
                       : "several",
                 AtOnce,
                 Known ? " instead of " + std::to_string(L.Grid.X)
                       : ", however many elements there are")
      .str();
}

std::optional<LineFinding> gpuperf::findTreeReduction(const KernelSummary &K,
                                                      const Launch &L,
                                                      const GpuModel &Gpu,
                                                      const Prediction &P) {
  const auto Found = treeReduction(K, L, P.Profile);
  const auto AtOnce = static_cast<uint64_t>(
      std::max(1.0, P.Occ.BlocksPerSm * Gpu.SmCount.Value));
  if (!Found || L.Grid.X < 2 * AtOnce)
    return std::nullopt;
  const uint64_t Each = elementsEach(K, *Found);
  const double Elements = elementsInAll(K, P.Profile, *Found);
  const double Loading =
      Elements / static_cast<double>(L.Grid.X * L.Block.count() * Each);
  if (Loading < HardlyLoading)
    return std::nullopt;
  Launch Few = L;
  Few.Grid.X = AtOnce;
  const auto Then = predictAsIf(K, Few, Gpu, P);
  if (!Then)
    return std::nullopt;
  const WarpProfile Changed =
      loadAll(K, Found->Elements, P.Profile, Then->Profile);
  const auto Without = timeWithProfile(K, Few, Gpu, *Then, Changed);
  if (!Without || !(Without->Value < P.TimeUs.Value))
    return std::nullopt;
  LineFinding F;
  const KernelLoop &Tree = K.Loops[Found->Tree];
  F.Where = Tree.Where, F.Inner = Tree.Inner;
  F.Block = Tree.Header;
  F.ChangesBlockUse = true;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  F.Text = formatv("every block runs through a tree of {0:f0} steps for {1} of "
                   "each thread",
                   P.Profile.Loops[Found->Tree].MeanTrip,
                   Each == 1 ? std::string("one element")
                             : formatv("{0} elements", Each).str());
  F.Notes.push_back(actOn(L, Elements, AtOnce));
  if (mayWantEachBlock(K))
    F.Notes.push_back("if each block's own result is wanted: reduce within "
                      "each warp by __shfl_down_sync first, so that few steps "
                      "are left behind barriers; that gains less");
  // A size that was assumed may not fit to the grid.
  if (Loading < MostlyLoading && L.Why.empty())
    F.Notes.push_back(formatv("{0} of the threads load nothing: the grid is "
                              "larger than the array",
                              formatPercent(1 - Loading))
                          .str());
  return F;
}
