//===- GridStride.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/GridStride.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static bool readsGrid(const KernelSummary &K, const KernelLoop &Loop) {
  return llvm::any_of(
      std::initializer_list<ExprId>{Loop.BackedgeTaken, Loop.EarlyExit},
      [&](ExprId Id) {
        return Id != NoExpr && K.Exprs.dependsOn(Id, ExprKind::NctaidX);
      });
}

/// How often the first thread goes back to the loop's begin.
static std::optional<int64_t> taken(const KernelSummary &K,
                                    const KernelLoop &Loop, const Launch &L) {
  const ExprId Id =
      Loop.BackedgeTaken != NoExpr ? Loop.BackedgeTaken : Loop.EarlyExit;
  const std::vector<uint64_t> Iterations(K.Loops.size(), 0);
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.LoopIter = Iterations;
  uint64_t Steps = 10'000;
  const LaneValues V = evaluate(K.Exprs, Id, Ctx, Steps);
  if (!V.Known[0])
    return std::nullopt;
  return V.V[0];
}

bool gpuperf::stridesByGrid(const KernelSummary &K, const KernelLoop &Loop,
                            const Launch &L) {
  if (!readsGrid(K, Loop))
    return false;
  Launch Larger = L;
  Larger.Grid.X *= 2;
  const auto Now = taken(K, Loop, L), Then = taken(K, Loop, Larger);
  // Where a size is not known, the usual reason to read the grid is taken.
  return !Now || !Then || *Then < *Now || (*Now == 0 && *Then == 0);
}

bool gpuperf::stridesByGrid(const KernelSummary &K, const Launch &L) {
  bool Any = false;
  for (const KernelLoop &Loop : K.Loops) {
    if (!readsGrid(K, Loop))
      continue;
    if (!stridesByGrid(K, Loop, L))
      return false;
    Any = true;
  }
  return Any;
}

bool gpuperf::storesBesideStride(const KernelSummary &K, const Launch &L) {
  auto IsInStride = [&](const Access &A) {
    for (LoopId At = K.Blocks[A.Block].InnermostLoop; At != NoId;
         At = K.Loops[At].Parent)
      if (stridesByGrid(K, K.Loops[At], L))
        return true;
    return false;
  };
  auto IsStore = [](const Access &A) {
    return A.Kind == AccessKind::Store &&
           (A.Space == MemSpace::Global || A.Space == MemSpace::Unknown);
  };
  // Of a loop that is unrolled, some iterations stand beside it.
  auto IsFilledByStride = [&](const Access &A) {
    return A.Base != Access::BaseKind::Unknown &&
           llvm::any_of(K.Accesses, [&](const Access &Other) {
             return IsStore(Other) && Other.Base == A.Base &&
                    Other.BaseIndex == A.BaseIndex && IsInStride(Other);
           });
  };
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return IsStore(A) && !IsInStride(A) && !IsFilledByStride(A) &&
           (A.Offset == NoExpr || K.Exprs.dependsOnBlock(A.Offset));
  });
}
