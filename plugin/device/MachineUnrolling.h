//===- MachineUnrolling.h - Loops as nvcc unrolls them ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_MACHINEUNROLLING_H
#define GPUPERF_PLUGIN_DEVICE_MACHINEUNROLLING_H

#include "llvm/IR/PassManager.h"

namespace gpuperf {

/// Unrolls the loops of a shaped function as nvcc does, which is not what
/// clang does: constant trip counts in full up to a size, otherwise four or two
/// iterations at a time with a loop for the rest. Hints of the source win.
/// Tagged blocks (analysis/machine/MachineText.h) keep their meaning. Wants
/// loops simplified and in LCSSA form.
///
/// ptxas then makes four copies more of small loops whose trip count is not
/// known: a stage of its own, for what is counted, not for its input.
class MachineUnrollingPass : public llvm::PassInfoMixin<MachineUnrollingPass> {
public:
  enum class Stage { Compiler, Assembler };
  explicit MachineUnrollingPass(Stage Which) : Which(Which) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);

private:
  Stage Which;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_MACHINEUNROLLING_H
