//===- BlockIndependence.h - May the block size change? ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The argument: two launches with other block sizes are compared, thread by
// thread with the same global index (blockIdx * blockDim + threadIdx) in each
// dimension. A value is invariant if both threads compute the same. If all
// branches, stored values and addresses are, both launches do the same. Three
// readings of a dimension are tried:
//   Item    the global index is what the two threads have in common
//   Stride  what they have in common is the index of one iteration of a
//           grid-stride loop; which thread executes it does not matter
//   Kept    grid and block are the same in both launches
// Threads exchange nothing: shared memory is allowed where each thread has its
// own part of it, and global memory that is written is not read elsewhere where
// barriers would make that well defined.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_INDEPENDENCE_BLOCKINDEPENDENCE_H
#define GPUPERF_ANALYSIS_INDEPENDENCE_BLOCKINDEPENDENCE_H

#include "analysis/kernel/KernelSummary.h"

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace gpuperf {
class ExprBuilder;
class SourceMap;

/// A kernel in optimised IR, its analyses, and the summary to add bounds to.
struct KernelIr {
  llvm::Function &F;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  ExprBuilder &Exprs;
  SourceMap &Source;
  KernelSummary &K;
};

/// Tries to prove that \p Ir computes the same with every block size. Adds
/// expressions to its pool and changes nothing else in the summary.
BlockIndependence proveBlockIndependence(const KernelIr &Ir);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_INDEPENDENCE_BLOCKINDEPENDENCE_H
