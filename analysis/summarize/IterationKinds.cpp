//===- IterationKinds.cpp - How alike the iterations of a loop are --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/IterationKinds.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Iterations differ where the counts of inner loops, conditions or addresses
/// depend on the loop's counter. The conditions on which the loop is left do
/// not count: its trip count stands for them.
static IterationKind iterationKind(const KernelSummary &Kernel, LoopId Id) {
  const KernelLoop &L = Kernel.Loops[Id];
  if (L.EarlyExit != NoExpr || L.UpperBoundOnly)
    return IterationKind::Any;
  auto Depends = [&](ExprId E) {
    return E != NoExpr && Kernel.Exprs.dependsOnLoop(E, Id);
  };
  auto IsInside = [&](BlockId B) {
    LoopId At = Kernel.Blocks[B].InnermostLoop;
    while (At != NoId && At != Id)
      At = Kernel.Loops[At].Parent;
    return At == Id;
  };
  for (LoopId In = Id + 1; In < Kernel.Loops.size(); ++In)
    if (IsInside(Kernel.Loops[In].Header) &&
        (Depends(Kernel.Loops[In].BackedgeTaken) ||
         Depends(Kernel.Loops[In].EarlyExit)))
      return IterationKind::Any;
  for (BlockId B : L.Blocks)
    if (llvm::all_of(Kernel.Blocks[B].Succs, IsInside) &&
        Depends(Kernel.Blocks[B].Condition))
      return IterationKind::Any;
  auto DependsOnLane = [&](ExprId E) {
    return Kernel.Exprs.dependsOnThread(E) || Kernel.Exprs.dependsOnData(E);
  };
  IterationKind Kind = IterationKind::Same;
  for (const Access &A : Kernel.Accesses) {
    if (!IsInside(A.Block) || !Depends(A.Offset) ||
        (A.Space == MemSpace::Constant && !DependsOnLane(A.Offset)))
      continue;
    if (!A.Affine)
      return IterationKind::Any;
    // Lanes that share a word in one iteration may not in the next.
    if (A.Space == MemSpace::Shared && A.BytesPerLane < 4 &&
        A.Kind != AccessKind::Atomic && DependsOnLane(A.Offset))
      return IterationKind::Any;
    // Lanes that move on together fall on other banks, but on as many.
    bool Banked = A.Space == MemSpace::Shared && A.BytesPerLane >= 4;
    if (!Banked || A.Kind == AccessKind::Atomic)
      Kind = IterationKind::Addresses;
  }
  return Kind;
}

void gpuperf::classifyIterations(KernelSummary &Kernel) {
  for (LoopId Id = 0; Id < Kernel.Loops.size(); ++Id)
    Kernel.Loops[Id].Iterations = iterationKind(Kernel, Id);
}
