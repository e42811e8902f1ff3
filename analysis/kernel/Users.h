//===- Users.h - Who reads a value ------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_USERS_H
#define GPUPERF_ANALYSIS_KERNEL_USERS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// By InstrId: the instructions that have it among their operands, phis among
/// them; one that has it twice stands there twice.
using InstrUsers = std::vector<llvm::SmallVector<InstrId, 4>>;

inline InstrUsers usersOf(const KernelSummary &K) {
  InstrUsers Out(K.Instrs.size());
  for (InstrId I = 0; I < K.Instrs.size(); ++I) {
    for (InstrId Op : K.Instrs[I].Operands)
      Out[Op].push_back(I);
    for (const PhiIncoming &In : K.Instrs[I].Incoming)
      if (In.Def != NoId)
        Out[In.Def].push_back(I);
  }
  return Out;
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_USERS_H
