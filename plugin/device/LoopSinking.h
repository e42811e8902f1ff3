//===- LoopSinking.h - Loops behind the test of who needs them --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_LOOPSINKING_H
#define GPUPERF_PLUGIN_DEVICE_LOOPSINKING_H

#include "llvm/IR/PassManager.h"

namespace gpuperf {

/// Moves a loop that computes from constants, and whose results are only used
/// on one side of the branch that follows it, to that side. ptxas does so with
/// the instructions of loops that it has unrolled in full: what one thread of a
/// grid writes is not computed by the others.
class LoopSinkingPass : public llvm::PassInfoMixin<LoopSinkingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_LOOPSINKING_H
