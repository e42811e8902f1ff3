//===- LoweringFixture.h - Operations of a text -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_MACHINE_LOWERINGFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_MACHINE_LOWERINGFIXTURE_H

#include "analysis/machine/MachineOps.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/Instructions.h"

namespace gpuperf::test {

/// A function's operations without its calls and its return.
struct Lowered {
  Ir I;
  llvm::Function *F;
  MachineLowering Lowering;

  explicit Lowered(const std::string &Body)
      : I(parseText(R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x float] undef, align 4
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %m, float %x, float %y) {
)" + Body + "\n  ret void\n}")),
        F(I.M->getFunction("k")), Lowering(*F) {}

  double count(OpClass Class) const {
    double N = 0;
    for (const llvm::Instruction &In : F->getEntryBlock())
      if (!In.isTerminator() && !Lowering.isFolded(In))
        for (MachineOp Op : Lowering.lower(In))
          if (Op.Class == Class)
            N += Op.Count;
    return N;
  }
  bool isFolded(llvm::StringRef Name) const {
    for (const llvm::Instruction &In : F->getEntryBlock())
      if (In.getName() == Name)
        return Lowering.isFolded(In);
    ADD_FAILURE() << "no %" << Name.str();
    return false;
  }
};

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_MACHINE_LOWERINGFIXTURE_H
