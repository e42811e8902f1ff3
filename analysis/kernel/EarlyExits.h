//===- EarlyExits.h - Blocks that end a thread at once ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_EARLYEXITS_H
#define GPUPERF_ANALYSIS_KERNEL_EARLYEXITS_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/STLExtras.h"

namespace gpuperf {

inline bool touchesMemory(const KernelSummary &K, const Block &B) {
  return llvm::any_of(B.Instrs,
                      [&](InstrId I) { return K.Instrs[I].Mem != NoId; });
}

/// Whether a thread that comes to \p B ends after a few blocks without touching
/// memory, as behind a guard.
inline bool leavesAtOnce(const KernelSummary &K, BlockId B) {
  constexpr unsigned FewBlocks = 4;
  for (unsigned Steps = 0; Steps < FewBlocks; ++Steps) {
    const Block &Here = K.Blocks[B];
    if (touchesMemory(K, Here))
      return false;
    if (Here.Terminator == TerminatorKind::Return)
      return true;
    if (Here.Terminator != TerminatorKind::Jump)
      return false;
    B = Here.Succs.front();
  }
  return false;
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_EARLYEXITS_H
