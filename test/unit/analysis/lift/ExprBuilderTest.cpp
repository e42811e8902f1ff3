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

TEST(ExprBuilder, AComplementThatIsAddedToIsADifference) {
  // n - 1 - tid.x, as the optimiser writes it.
  EXPECT_EQ(conditionOf("%r = xor i32 %t, -1\n %u = add i32 %r, %n\n"
                        "%c = icmp slt i32 %m, %u"),
            "(m < (-tid.x + n - 1))");
  // Bits are not.
  EXPECT_NE(conditionOf("%r = xor i32 %t, -1\n %u = and i32 %r, %n\n"
                        "%c = icmp slt i32 %m, %u")
                .find('^'),
            std::string::npos);
}

TEST(ExprBuilder, WhatIsReadFromMemoryIsData) {
  KernelSummary K = branchOn("%v = load i32, ptr %p\n"
                             "%c = icmp slt i32 %v, %n");
  EXPECT_TRUE(K.Exprs.dependsOnData(K.Blocks[0].Condition));
  K = branchOn("%c = icmp slt i32 %t, %n");
  EXPECT_FALSE(K.Exprs.dependsOnData(K.Blocks[0].Condition));
}

namespace {
/// a[flag ? i : other ? n - i : 7] = 0, where \p Test is what is asked second.
KernelSummary threeWays(const std::string &Test) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n, i32 %flag, i32 %other) {
entry:
  %i = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = icmp ne i32 %flag, 0
  br i1 %f, label %end, label %next
next:
)" + Test + R"(
  %o = icmp ne i32 %asked, 0
  br i1 %o, label %back, label %last
back:
  %r = sub nsw i32 %n, %i
  br label %end
last:
  br label %end
end:
  %at = phi i32 [ %i, %entry ], [ %r, %back ], [ 7, %last ]
  %w = sext i32 %at to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  store float 0.0, ptr addrspace(1) %p, align 4
  ret void
}
)");
  return summarize(I, "k");
}

/// Where the store of lane 5 goes, in elements; -1: not known.
int64_t elementOfLane5(const KernelSummary &K, int64_t Flag, int64_t Other) {
  const Launch L = launch({1}, {32}, {{}, 100, Flag, Other});
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  LaneValues V =
      evaluate(K.Exprs, access(K, K.Accesses.size() - 1).Offset, Ctx, Steps);
  return V.Known.test(5) ? V.V[5] / 4 : -1;
}
} // namespace

TEST(ExprBuilder, SeveralWaysThatMeetAreAChoice) {
  KernelSummary K = threeWays("%asked = add i32 %other, 0");
  EXPECT_EQ(elementOfLane5(K, 1, 0), 5);
  EXPECT_EQ(elementOfLane5(K, 1, 1), 5);
  EXPECT_EQ(elementOfLane5(K, 0, 1), 95);
  EXPECT_EQ(elementOfLane5(K, 0, 0), 7);
}

TEST(ExprBuilder, WaysThatDataChooseAreData) {
  KernelSummary K =
      threeWays("%asked = load i32, ptr addrspace(1) %a, align 4");
  EXPECT_EQ(elementOfLane5(K, 0, 1), -1);
}
