//===- InstructionMixTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/InstructionMix.h"
#include "KernelBuilder.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
double &count(OpCounts &C, OpClass Op) { return C[unsigned(Op)]; }
double count(const OpCounts &C, OpClass Op) { return C[unsigned(Op)]; }

// Fig. 3's loop has a multiplication, two additions, a counter, a test and two
// branches, of which one falls through.
TEST(InstructionMix, WithoutAnUnrolledTextNothingChanges) {
  UnrolledMix M = unrolledMix(figureThree());
  EXPECT_EQ(M.Copies, 1);
  for (double R : M.InLoops)
    EXPECT_EQ(R, 1);
}

TEST(InstructionMix, TheCounterIsSharedByTheCopies) {
  KernelSummary K = figureThree();
  // Four copies of the arithmetic, one counter, one test.
  count(K.UnrolledTextCounts, OpClass::Fp64Mul) = 4;
  count(K.UnrolledTextCounts, OpClass::Fp64Add) = 8;
  count(K.UnrolledTextCounts, OpClass::IntAdd) = 1;
  count(K.UnrolledTextCounts, OpClass::IntCompare) = 1;
  UnrolledMix M = unrolledMix(K);
  EXPECT_DOUBLE_EQ(M.Copies, 4);
  EXPECT_DOUBLE_EQ(count(M.InLoops, OpClass::IntAdd), 0.25);
  EXPECT_DOUBLE_EQ(count(M.InLoops, OpClass::IntCompare), 0.25);
  EXPECT_DOUBLE_EQ(count(M.InLoops, OpClass::Branch), 0);
  EXPECT_DOUBLE_EQ(count(M.InLoops, OpClass::Fp64Add), 1);
}

TEST(InstructionMix, MoreOverheadThanWorkIsNotScaledUp) {
  KernelSummary K = figureThree();
  count(K.UnrolledTextCounts, OpClass::Fp64Mul) = 2;
  count(K.UnrolledTextCounts, OpClass::Fp64Add) = 4;
  count(K.UnrolledTextCounts, OpClass::IntAdd) = 50;
  const UnrolledMix M = unrolledMix(K);
  EXPECT_DOUBLE_EQ(count(M.InLoops, OpClass::IntAdd), 1);
}

TEST(InstructionMix, ALoopOfIntegersAloneIsLeftAlone) {
  KernelBuilder B;
  BlockId Body = B.block("body");
  InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  BlockId Exit = B.block("exit");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.loop(Body, {Body}, {Body});
  count(B.K.UnrolledTextCounts, OpClass::IntCompare) = 8;
  EXPECT_EQ(unrolledMix(B.K).Copies, 1);
}
} // namespace
