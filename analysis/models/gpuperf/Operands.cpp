//===- Operands.cpp - Loads that matrix products wait for -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Operands.h"
#include "gpumodel/OpClass.h"

using namespace gpuperf;

/// Marks the loads that \p From takes its operands from, in its loop.
static void markLoads(const KernelSummary &K, InstrId From,
                      std::vector<bool> &Seen, std::vector<bool> &Marked) {
  const LoopId Loop = K.Blocks[K.Instrs[From].Block].InnermostLoop;
  llvm::SmallVector<InstrId, 16> Work = {From};
  while (!Work.empty()) {
    const InstrId Id = Work.pop_back_val();
    for (InstrId Operand : K.Instrs[Id].Operands) {
      const Instr &In = K.Instrs[Operand];
      if (In.IsPhi || Seen[Operand] || K.Blocks[In.Block].InnermostLoop != Loop)
        continue;
      Seen[Operand] = true;
      if (In.Mem == NoId) {
        // Its own operands are those of another product.
        if (!multiplyAddsOf(In.Class))
          Work.push_back(Operand);
      } else if (K.Accesses[In.Mem].Space == MemSpace::Shared &&
                 K.Accesses[In.Mem].Kind == AccessKind::Load) {
        Marked[In.Mem] = true;
      }
    }
  }
}

std::vector<bool> gpuperf::operandLoads(const KernelSummary &K) {
  std::vector<bool> Marked(K.Accesses.size()), Seen(K.Instrs.size());
  for (InstrId Id = 0; Id < K.Instrs.size(); ++Id)
    if (multiplyAddsOf(K.Instrs[Id].Class) &&
        K.Instrs[Id].Class != OpClass::TensorAsync)
      markLoads(K, Id, Seen, Marked);
  return Marked;
}
