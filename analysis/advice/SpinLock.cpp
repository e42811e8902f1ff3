//===- SpinLock.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/SpinLock.h"
#include "analysis/advice/LoopCarry.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Whether the end of \p B depends on \p Of, through a few comparisons.
static bool decides(const KernelSummary &K, BlockId B, InstrId Of) {
  constexpr unsigned MostSteps = 16;
  if (K.Blocks[B].Instrs.empty())
    return false;
  llvm::SmallVector<InstrId, 16> Work = {K.Blocks[B].Instrs.back()};
  for (unsigned Step = 0; Step < MostSteps && Step < Work.size(); ++Step) {
    for (InstrId Op : K.Instrs[Work[Step]].Operands) {
      if (Op == Of)
        return true;
      if (!K.Instrs[Op].IsPhi && !llvm::is_contained(Work, Op))
        Work.push_back(Op);
    }
  }
  return false;
}

bool gpuperf::locksInLoop(const KernelSummary &K) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    const LoopId Spin = K.Blocks[A.Block].InnermostLoop;
    // Beside the address, a lock has constants only.
    if (A.Kind != AccessKind::Atomic || A.Does != AtomicOp::Other ||
        Spin == NoId || K.Loops[Spin].Parent == NoId ||
        K.Instrs[A.Instr].Operands.size() > 1)
      return false;
    return llvm::any_of(K.Loops[Spin].Exiting,
                        [&](BlockId B) { return decides(K, B, A.Instr); });
  });
}
