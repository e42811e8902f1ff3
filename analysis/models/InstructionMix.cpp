//===- InstructionMix.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/InstructionMix.h"
#include <algorithm>

using namespace gpuperf;

double gpuperf::unrolledCopies(const KernelSummary &Kernel) {
  std::vector<double> Text(Kernel.Loops.size(), 0);
  std::vector<bool> HasInner(Kernel.Loops.size(), false);
  for (const Block &B : Kernel.Blocks)
    if (B.InnermostLoop != NoId)
      Text[B.InnermostLoop] += static_cast<double>(B.Instrs.size());
  for (const KernelLoop &L : Kernel.Loops)
    if (L.Parent != NoId)
      HasInner[L.Parent] = true;
  double Sum = 0, Weight = 0;
  for (LoopId Id = 0; Id < Kernel.Loops.size(); ++Id) {
    if (HasInner[Id])
      continue;
    Sum += Text[Id] * Kernel.Loops[Id].Copies;
    Weight += Text[Id];
  }
  return Weight > 0 ? std::max(Sum / Weight, 1.0) : 1;
}
