//===- RepeatedLoads.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/RepeatedLoads.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/kernel/Dominance.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

/// Elements that a loop over registers is written out for.
static constexpr double FewestElements = 2, MostElements = 16;
/// A loop around that runs less often saves little.
static constexpr double LeastTrip = 8;
static constexpr double MostRegisters = 255, MostOfThem = 32, RegisterBytes = 4;

/// Whether nothing that the kernel stores to may be the array of \p A. Pointers
/// that are different arguments are taken not to overlap.
static bool isOnlyRead(const KernelSummary &K, const Access &A) {
  return A.ReadOnly || llvm::none_of(K.Accesses, [&](const Access &Other) {
           return Other.Kind != AccessKind::Load &&
                  (Other.Base == Access::BaseKind::Unknown ||
                   (Other.Base == A.Base && Other.BaseIndex == A.BaseIndex));
         });
}

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P), Idom(immediateDominators(K)) {}

  std::optional<LineFinding> look(LoopId In) const;

private:
  bool isRepeated(AccessId Id, LoopId In, LoopId Around) const;

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  const std::vector<BlockId> Idom;
};
} // namespace

/// Whether each iteration of \p In loads an element of the thread's own, the
/// same ones in each iteration of \p Around.
bool Finder::isRepeated(AccessId Id, LoopId In, LoopId Around) const {
  const Access &A = K.Accesses[Id];
  if (A.Kind != AccessKind::Load || A.Space != MemSpace::Global || A.Volatile ||
      A.Base == Access::BaseKind::Unknown || A.Offset == NoExpr ||
      K.Blocks[A.Block].InnermostLoop != In ||
      K.Exprs.dependsOnData(A.Offset) || !K.Exprs.dependsOnThread(A.Offset) ||
      !K.Exprs.dependsOnLoop(A.Offset, In) || !isOnlyRead(K, A))
    return false;
  const auto Class = static_cast<size_t>(K.Instrs[A.Instr].Class);
  if (!K.MachineCounts.empty() && !(K.MachineCounts[A.Block][Class] > 0.5))
    return false;
  for (LoopId Other : llvm::seq<LoopId>(0, K.Loops.size()))
    if (Other != In && isInLoop(K, K.Loops[Other].Header, Around) &&
        K.Exprs.dependsOnLoop(A.Offset, Other))
      return false;
  return llvm::all_of(K.Loops[In].Latches, [&](BlockId Latch) {
    return dominates(Idom, A.Block, Latch);
  });
}

std::optional<LineFinding> Finder::look(LoopId In) const {
  const KernelLoop &Loop = K.Loops[In];
  const LoopId Around = Loop.Parent;
  if (Around == NoId || isTripOfData(Loop) || Loop.BackedgeTaken == NoExpr ||
      K.Exprs[Loop.BackedgeTaken].Kind == ExprKind::Constant ||
      K.Exprs.dependsOnThread(Loop.BackedgeTaken) ||
      K.Exprs.dependsOnLoop(Loop.BackedgeTaken, Around))
    return std::nullopt;
  const LoopProfile &Runs = P.Profile.Loops[In],
                    &Outer = P.Profile.Loops[Around];
  if (Runs.Guessed || Outer.Guessed || !(Runs.MeanTrip >= FewestElements) ||
      !(Runs.MeanTrip <= MostElements) || !(Outer.MeanTrip >= LeastTrip))
    return std::nullopt;
  std::vector<AccessId> Ids;
  double Registers = 0;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    if (isRepeated(Id, In, Around)) {
      Ids.push_back(Id);
      Registers += Runs.MeanTrip *
                   std::max(1.0, K.Accesses[Id].BytesPerLane / RegisterBytes);
    }
  if (Ids.empty() || Registers > MostOfThem ||
      K.RegistersPerThread.Value + Registers > MostRegisters)
    return std::nullopt;
  KernelSummary Kept = K;
  Kept.RegistersPerThread =
      Kept.RegistersPerThread + Estimate::exact(Registers);
  const auto More = predictAsIf(Kept, L, Gpu, P);
  const std::string Names = arrayNames(K, Ids);
  if (!More || Names.empty())
    return std::nullopt;
  WarpProfile Changed = More->Profile;
  shareLoads(Kept, Ids, Outer.MeanTrip, Changed);
  const auto Without = timeWithProfile(Kept, L, Gpu, *More, Changed);
  if (!Without)
    return std::nullopt;
  LineFinding F;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  F.Accesses = Ids;
  F.Where = K.Accesses[Ids.front()].Where;
  F.Inner = K.Accesses[Ids.front()].Inner;
  F.Text = formatv("each iteration of the loop around this one loads the same "
                   "elements of {0} again",
                   Names);
  F.Notes.push_back("load them once before that loop, into an array: if the "
                    "length of this loop is a template parameter and it is "
                    "unrolled, they stay in registers");
  return F;
}

std::vector<LineFinding> gpuperf::findRepeatedLoads(const KernelSummary &K,
                                                    const Launch &L,
                                                    const GpuModel &Gpu,
                                                    const Prediction &P) {
  std::vector<LineFinding> Out;
  if (P.Profile.Blocks.size() != K.Blocks.size() ||
      P.Profile.Loops.size() != K.Loops.size() ||
      K.Blocks.size() > MostBlocksToSearch)
    return Out;
  const Finder Look(K, L, Gpu, P);
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
    if (auto Found = Look.look(Id))
      Out.push_back(std::move(*Found));
  return Out;
}
