//===- PathStepsTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/CriticalPath.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::ElementsAre;

namespace {
TEST(PathSteps, AreTheKernelsInstructions) {
  KernelSummary K = figureThree();
  K.Instrs[3].Copying = CopyStep::Asks;
  PathSteps S(K);
  ASSERT_EQ(S.Steps.size(), K.Instrs.size());
  for (InstrId I = 0; I < K.Instrs.size(); ++I) {
    EXPECT_EQ(S.operandsOf(I), llvm::ArrayRef<InstrId>(K.Instrs[I].Operands));
    EXPECT_EQ(S.Steps[I].Class, K.Instrs[I].Class);
    EXPECT_EQ(S.Steps[I].IsPhi, K.Instrs[I].IsPhi);
  }
  EXPECT_THAT(S.Copies, ElementsAre(3u));
}

TEST(PathSteps, ValuesCrossTheBorderOfALoop) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  InstrId Start = B.instr(Entry, OpClass::IntAdd, "%start", {});
  B.jump(Entry, Body);
  InstrId Sum = B.phi(Body, "%sum");
  InstrId Next = B.instr(Body, OpClass::IntAdd, "%next", {Sum});
  InstrId Test = B.instr(Body, OpClass::IntCompare, "%test", {Next});
  B.branch(Body, Test, Body, Exit);
  B.instr(Exit, OpClass::IntAdd, "%last", {Next});
  B.ret(Exit);
  B.K.Instrs[Sum].Incoming = {{Entry, Start}, {Body, Next}};
  B.loop(Body, {Body}, {Body});
  PathSteps S(B.K);
  ASSERT_EQ(S.Borders.size(), 1u);
  // What only a phi uses is used, too.
  EXPECT_THAT(S.Borders[0].LiveIn, ElementsAre(Start));
  EXPECT_THAT(S.Borders[0].LiveOut, ElementsAre(Next));
}

TEST(PathSteps, GraphsOfOneKernelShareThem) {
  KernelSummary K = figureThree();
  PathGraph First(K, {});
  PathGraph Second(K, {1, 1, 0, 1, 1}, {}, First.Steps);
  EXPECT_EQ(First.Steps, Second.Steps);
  // What differs between launches does not.
  EXPECT_EQ(First.Regions[0].Items.size(), 3u);
  EXPECT_EQ(Second.Regions[0].Items.size(), 2u);
}
} // namespace
