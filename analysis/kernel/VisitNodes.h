//===- VisitNodes.h - What expressions are made of --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_VISITNODES_H
#define GPUPERF_ANALYSIS_KERNEL_VISITNODES_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace gpuperf {

/// Calls \p Visit with each node that \p Roots are made of, once, as
/// expressions share their parts. NoExpr among the roots is left out.
template <typename Function>
void visitNodes(const ExprPool &Pool, llvm::ArrayRef<ExprId> Roots,
                Function Visit) {
  llvm::SmallVector<ExprId, 32> Work(Roots.begin(), Roots.end());
  llvm::DenseSet<ExprId> Seen;
  while (!Work.empty()) {
    const ExprId Id = Work.pop_back_val();
    if (Id == NoExpr || !Seen.insert(Id).second)
      continue;
    const ExprNode &N = Pool[Id];
    Visit(N);
    Work.append(N.Ops.begin(), N.Ops.end());
  }
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_VISITNODES_H
