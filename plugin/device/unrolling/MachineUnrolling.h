//===- MachineUnrolling.h - Loops as nvcc unrolls them ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_UNROLLING_MACHINEUNROLLING_H
#define GPUPERF_PLUGIN_DEVICE_UNROLLING_MACHINEUNROLLING_H

#include "plugin/device/unrolling/DeviceCompiler.h"
#include "llvm/IR/PassManager.h"

namespace gpuperf {

/// Unrolls the loops of a shaped function as nvcc does, or as clang does, which
/// unrolls less: constant trip counts in full up to a size, otherwise a few
/// iterations at a time with a loop for the rest. Hints of the source win.
/// Tagged blocks (analysis/machine/MachineText.h) keep their meaning. Wants
/// loops simplified and in LCSSA form.
///
/// ptxas then makes four copies more of small loops whose trip count is not
/// known, and unrolls loops that read tiles of shared memory in full: a stage
/// of its own, for what is counted, not for its input.
class MachineUnrollingPass : public llvm::PassInfoMixin<MachineUnrollingPass> {
public:
  enum class Stage { Compiler, Assembler };
  MachineUnrollingPass(Stage Which, DeviceCompiler Compiler)
      : Which(Which), Compiler(Compiler) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);

private:
  Stage Which;
  DeviceCompiler Compiler;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_UNROLLING_MACHINEUNROLLING_H
