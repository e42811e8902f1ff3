//===- Atomics.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Atomics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace gpuperf;

/// Whether data of a lane's own can be reached from \p Id.
static bool dependsOnLaneData(const ExprPool &Pool, ExprId Id) {
  llvm::SmallVector<ExprId, 16> Todo = {Id};
  llvm::SmallSet<ExprId, 16> Seen;
  while (!Todo.empty()) {
    const ExprId At = Todo.pop_back_val();
    if (At == NoExpr || !Seen.insert(At).second)
      continue;
    const ExprNode &Node = Pool[At];
    if (Node.Kind == ExprKind::Opaque && Node.Imm == 0)
      return true;
    Todo.append(Node.Ops.begin(), Node.Ops.end());
  }
  return false;
}

bool gpuperf::hasUniformAddress(const KernelSummary &Kernel, const Access &A) {
  if (A.Base == Access::BaseKind::Unknown || A.Offset == NoExpr)
    return false;
  return !Kernel.Exprs.dependsOnThread(A.Offset) &&
         !dependsOnLaneData(Kernel.Exprs, A.Offset);
}

bool gpuperf::lanesAreJoined(const KernelSummary &Kernel, const Access &A) {
  return A.Does == AtomicOp::Joined && hasUniformAddress(Kernel, A);
}

bool gpuperf::isCompareSwapLoop(const Access &A) {
  return A.Space == MemSpace::Shared &&
         (A.Does == AtomicOp::Float || A.Does == AtomicOp::Separate ||
          (A.Does == AtomicOp::Joined && A.BytesPerLane == 8));
}
