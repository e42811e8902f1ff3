//===- ShapeUnrolling.h - Which loops the shape keeps -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_UNROLLING_SHAPEUNROLLING_H
#define GPUPERF_PLUGIN_DEVICE_UNROLLING_SHAPEUNROLLING_H

#include "plugin/device/unrolling/DeviceCompiler.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace gpuperf {

/// Unroll hints of the source ("llvm.loop.unroll.count") under another name:
/// for those who unroll a copy later.
inline constexpr llvm::StringLiteral KeptUnrollWish = "gpuperf.unroll.";

/// Rewrites unroll metadata ahead of LLVM's full unroller: a loop of a small
/// constant trip count that indexes a local array by its counter is to be
/// unrolled in full, because only so the array becomes registers, unless it is
/// too large for the compiler of the build; every other loop is to stay a loop,
/// whatever `#pragma unroll` says, because trip counts and addresses are read
/// from it.
class ShapeUnrollingPass : public llvm::PassInfoMixin<ShapeUnrollingPass> {
public:
  explicit ShapeUnrollingPass(DeviceCompiler Compiler) : Compiler(Compiler) {}
  llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &Results,
                              llvm::LPMUpdater &);

private:
  DeviceCompiler Compiler;
};

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

#endif // GPUPERF_PLUGIN_DEVICE_UNROLLING_SHAPEUNROLLING_H
