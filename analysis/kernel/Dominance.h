//===- Dominance.h - Dominators of a kernel's blocks ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_DOMINANCE_H
#define GPUPERF_ANALYSIS_KERNEL_DOMINANCE_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Advice that asks for dominators, or for paths between blocks, again and
/// again leaves out kernels of more blocks: it would take longer than all else.
inline constexpr size_t MostBlocksToSearch = 4000;

/// Immediate dominator by block; the entry's, and that of blocks that are not
/// reached, is NoId. Blocks are in reverse post order (Cooper, Harvey, Kennedy
/// 2001).
inline std::vector<BlockId> immediateDominators(const KernelSummary &K) {
  std::vector<BlockId> Idom(K.Blocks.size(), NoId);
  if (K.Blocks.empty())
    return Idom;
  Idom[0] = 0;
  auto Meet = [&](BlockId A, BlockId B) {
    while (A != B) {
      while (A > B)
        A = Idom[A];
      while (B > A)
        B = Idom[B];
    }
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 1; B < K.Blocks.size(); ++B) {
      BlockId New = NoId;
      for (BlockId Pred : K.Blocks[B].Preds)
        if (Pred < Idom.size() && Idom[Pred] != NoId)
          New = New == NoId ? Pred : Meet(Pred, New);
      if (New != NoId && Idom[B] != New) {
        Idom[B] = New;
        Changed = true;
      }
    }
  }
  Idom[0] = NoId;
  return Idom;
}

/// By block: the sum of \p Values over the block and all that it dominates.
template <typename T>
std::vector<T> sumOverDominated(llvm::ArrayRef<BlockId> Idom,
                                std::vector<T> Values) {
  // A block's dominator comes before it.
  for (BlockId B = static_cast<BlockId>(Values.size()); B-- > 0;)
    if (Idom[B] != NoId)
      Values[Idom[B]] += Values[B];
  return Values;
}

inline bool dominates(llvm::ArrayRef<BlockId> Idom, BlockId A, BlockId B) {
  while (B != NoId && B != A)
    B = Idom[B];
  return B == A;
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_DOMINANCE_H
