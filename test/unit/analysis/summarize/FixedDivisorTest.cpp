//===- FixedDivisorTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/FixedDivisor.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Whether %t, the thread's number, is divided by what \p Text makes of it,
/// called %d, and of the parameters %n and %p, that launches fix.
bool isFixed(const std::string &Text) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@c = external addrspace(4) global i32
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n,
                          ptr byval({ i32, i32 }) %s) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)" + Text + R"(
  %q = udiv i32 %t, %d
  store i32 %q, ptr addrspace(1) %p
  ret void
}
)");
  if (!I.M)
    return false;
  for (const llvm::Instruction &In : llvm::instructions(I.M->getFunction("k")))
    if (In.getOpcode() == llvm::Instruction::UDiv)
      return isDivisionByFixed(In);
  ADD_FAILURE() << "no division";
  return false;
}
} // namespace

TEST(FixedDivisor, WhatTheLaunchHandsOver) {
  EXPECT_TRUE(isFixed("%d = add i32 %n, 1"));
  EXPECT_TRUE(isFixed("%f = getelementptr i8, ptr %s, i64 4\n"
                      "%d = load i32, ptr %f"));
  EXPECT_TRUE(isFixed("%d = load i32, ptr addrspace(4) @c"));
  EXPECT_TRUE(isFixed("%b = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
                      "%d = mul i32 %b, %n"));
}

TEST(FixedDivisor, NotWhatThreadsOrMemoryDecide) {
  EXPECT_FALSE(isFixed("%d = add i32 %t, %n"));
  EXPECT_FALSE(isFixed("%d = load i32, ptr addrspace(1) %p"));
}

TEST(FixedDivisor, AConstantIsNoDivision) {
  Ir I = parseText("define i32 @f(i32 %x) {\n%q = udiv i32 %x, 10\n"
                   "%s = add i32 %q, %x\nret i32 %s\n}\n");
  for (const llvm::Instruction &In : llvm::instructions(I.M->getFunction("f")))
    EXPECT_FALSE(isDivisionByFixed(In));
}

TEST(FixedDivisor, PowersOfTwoThatALoopShifts) {
  auto IsPower = [](const std::string &Start, const std::string &Next) {
    Ir I = parseText("define void @k(ptr addrspace(1) %p, i32 %t, i32 %n) {\n"
                     "entry:\n  br label %loop\n"
                     "loop:\n"
                     "  %s = phi i32 [ " +
                     Start +
                     ", %entry ], [ %next, %loop ]\n"
                     "  %d = shl i32 %s, 1\n"
                     "  %q = srem i32 %t, %d\n"
                     "  store i32 %q, ptr addrspace(1) %p\n"
                     "  %next = " +
                     Next +
                     "\n"
                     "  %go = icmp slt i32 %next, %n\n"
                     "  br i1 %go, label %loop, label %end\n"
                     "end:\n  ret void\n}\n");
    for (const llvm::Instruction &In :
         llvm::instructions(I.M->getFunction("k")))
      if (In.getOpcode() == llvm::Instruction::SRem)
        return isDivisionByPowerOfTwo(In);
    ADD_FAILURE() << "no division";
    return false;
  };
  EXPECT_TRUE(IsPower("1", "shl i32 %s, 1"));
  EXPECT_TRUE(IsPower("512", "ashr i32 %s, 1"));
  EXPECT_TRUE(IsPower("512", "sdiv i32 %s, 2"));
  EXPECT_TRUE(IsPower("4", "mul i32 %s, 4"));
  // No loop shifts what the launch gives: the host can compute a factor.
  Ir Given = parseText("define i32 @f(i32 %x, i32 %n) {\n"
                       "%d = shl i32 1, %n\n%q = srem i32 %x, %d\n"
                       "ret i32 %q\n}\n");
  for (const llvm::Instruction &In :
       llvm::instructions(Given.M->getFunction("f")))
    if (In.getOpcode() == llvm::Instruction::SRem) {
      EXPECT_FALSE(isDivisionByPowerOfTwo(In));
      EXPECT_TRUE(isDivisionByFixed(In));
    }
  EXPECT_FALSE(IsPower("3", "shl i32 %s, 1"));
  EXPECT_FALSE(IsPower("1", "mul i32 %s, 3"));
  EXPECT_FALSE(IsPower("1", "add i32 %s, 1"));
  EXPECT_FALSE(IsPower("%n", "shl i32 %s, 1"));
}
