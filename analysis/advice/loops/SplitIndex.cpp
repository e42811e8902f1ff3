//===- SplitIndex.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/SplitIndex.h"
#include "analysis/kernel/VisitNodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Evaluations of a node, for one offset of one warp.
static constexpr uint64_t MostSteps = 20'000;

/// The context of the warp whose first lane is thread \p Thread of the grid.
static WarpContext warpAt(const Launch &L, uint64_t Thread, unsigned WarpSize) {
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.Ctaid = {Thread / L.Block.X, 0, 0};
  Ctx.FirstThread = Thread % L.Block.X;
  Ctx.WarpSize = WarpSize;
  return Ctx;
}

std::vector<SplitIndex> gpuperf::splitsOfIndex(const KernelSummary &K,
                                               const Launch &L,
                                               llvm::ArrayRef<ExprId> Offsets,
                                               unsigned WarpSize) {
  std::vector<SplitIndex> Out;
  if (L.Block.count() != L.Block.X || L.Grid.count() != L.Grid.X)
    return Out;
  visitNodes(K.Exprs, Offsets, [&](const ExprNode &N) {
    switch (N.Kind) {
    case ExprKind::SDiv:
    case ExprKind::UDiv:
    case ExprKind::SRem:
    case ExprKind::URem:
      break;
    default:
      return;
    }
    const ExprId By = N.Ops[1];
    if (!K.Exprs.dependsOnThread(N.Ops[0]) ||
        !K.Exprs.dependsOnBlock(N.Ops[0]) || K.Exprs.dependsOnThread(By) ||
        K.Exprs.dependsOnBlock(By) || K.Exprs.dependsOnData(By) ||
        K.Exprs.dependsOn(By, ExprKind::LoopIter))
      return;
    uint64_t Steps = MostSteps;
    const LaneValues V = evaluate(K.Exprs, By, warpAt(L, 0, WarpSize), Steps);
    if (!V.Known.test(0) || V.V[0] < 2 ||
        llvm::any_of(
            Out,
            [&](const SplitIndex &S) {
              return S.Step == static_cast<uint64_t>(V.V[0]);
            }))
      return;
    Out.push_back({By, static_cast<uint64_t>(V.V[0])});
  });
  return Out;
}

std::optional<bool> gpuperf::isSameApart(const KernelSummary &K,
                                         const Launch &L, ExprId Offset,
                                         uint64_t Step, unsigned WarpSize) {
  const uint64_t Threads = L.Block.count() * L.Grid.count();
  if (Threads < Step + WarpSize)
    return std::nullopt;
  const uint64_t Last = Threads - Step - WarpSize;
  bool Same = true;
  for (const uint64_t Iteration : {0, 1})
    for (const uint64_t First : {uint64_t(0), Last / 3, Last}) {
      const std::vector<uint64_t> Iterations(K.Loops.size(), Iteration);
      LaneValues At[2];
      for (unsigned I = 0; I < 2; ++I) {
        WarpContext Ctx = warpAt(L, First + I * Step, WarpSize);
        Ctx.LoopIter = Iterations;
        uint64_t Steps = MostSteps;
        At[I] = evaluate(K.Exprs, Offset, Ctx, Steps);
      }
      for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
        if (!At[0].Known.test(Lane) || !At[1].Known.test(Lane))
          return std::nullopt;
        Same &= At[0].V[Lane] == At[1].V[Lane];
      }
    }
  return Same;
}
