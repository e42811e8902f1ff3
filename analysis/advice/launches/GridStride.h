//===- GridStride.h - Kernels that take any grid ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_GRIDSTRIDE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_GRIDSTRIDE_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/STLExtras.h"

namespace gpuperf {

/// Whether the number of iterations of \p Loop depends on the number of blocks,
/// so that they divide its work among themselves.
inline bool stridesByGrid(const KernelSummary &K, const KernelLoop &Loop) {
  return llvm::any_of(
      std::initializer_list<ExprId>{Loop.BackedgeTaken, Loop.EarlyExit},
      [&](ExprId Id) {
        return Id != NoExpr && K.Exprs.dependsOn(Id, ExprKind::NctaidX);
      });
}

inline bool stridesByGrid(const KernelSummary &K) {
  return llvm::any_of(K.Loops,
                      [&](const KernelLoop &L) { return stridesByGrid(K, L); });
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_GRIDSTRIDE_H
