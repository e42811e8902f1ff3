//===- ExprBuilderTest.cpp - Values as expressions ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(ExprBuilder, SixtyFourBitIndicesAndCounters) {
  KernelSummary S = kernel("sizeTIndex");
  EXPECT_EQ(print(S, access(S, 0).Offset), "8*ctaid.x*ntid.x + 8*tid.x");
  EXPECT_EQ(access(S, 0).BytesPerLane, 8u);
  KernelSummary C = kernel("counter64");
  EXPECT_EQ(print(C, C.Loops[0].BackedgeTaken, {"", "", "n", "m"}), "m - 1");
}

namespace {
/// The condition of the first branch, which is \p Condition of arguments %n and
/// %m and of threadIdx.x in %t.
KernelSummary branchOn(const std::string &Condition) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smin.i32(i32, i32)
define ptx_kernel void @k(ptr %p, i32 %n, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)" + Condition + R"(
  br i1 %c, label %then, label %done
then:
  store volatile i32 %t, ptr %p
  br label %done
done:
  ret void
})");
  return summarize(I, "k");
}

std::string conditionOf(const std::string &Condition) {
  KernelSummary K = branchOn(Condition);
  return print(K, K.Blocks[0].Condition, {"p", "n", "m"});
}
} // namespace

TEST(ExprBuilder, ComparisonsAreWrittenWithLessAndLessOrEqual) {
  EXPECT_EQ(conditionOf("%c = icmp slt i32 %t, %n"), "(tid.x < n)");
  EXPECT_EQ(conditionOf("%c = icmp sgt i32 %n, %t"), "(tid.x < n)");
  EXPECT_NE(conditionOf("%c = icmp sge i32 %t, %n"), "(tid.x < n)");
}

TEST(ExprBuilder, ArithmeticOfArgumentsIsKept) {
  EXPECT_EQ(conditionOf("%s = mul i32 %n, %m\n %u = add i32 %s, %n\n"
                        "%c = icmp slt i32 %t, %u"),
            "(tid.x < (n + n*m))");
  KernelSummary K = branchOn("%s = call i32 @llvm.smin.i32(i32 %n, i32 %m)\n"
                             "%c = icmp slt i32 %t, %s");
  Launch L = launch({1}, {32}, {{}, 10, 7});
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  LaneValues V = evaluate(K.Exprs, K.Blocks[0].Condition, Ctx, Steps);
  EXPECT_TRUE(V.Known.test(6) && V.Known.test(7));
  EXPECT_EQ(V.V[6], 1);
  EXPECT_EQ(V.V[7], 0);
}

TEST(ExprBuilder, WhatIsReadFromMemoryIsData) {
  KernelSummary K = branchOn("%v = load i32, ptr %p\n"
                             "%c = icmp slt i32 %v, %n");
  EXPECT_TRUE(K.Exprs.dependsOnData(K.Blocks[0].Condition));
  K = branchOn("%c = icmp slt i32 %t, %n");
  EXPECT_FALSE(K.Exprs.dependsOnData(K.Blocks[0].Condition));
}
