//===- SplitIndexTest.cpp - Rows in a grid of one dimension ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/SplitIndex.h"
#include "analysis/advice/loops/SharedOperands.h"
#include "test/unit/analysis/advice/LineCostFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// c[i] = sum over j of a[i / n * n + j] * b[j * n + i % n]
KernelSummary linearProduct() {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = mul i32 %block, %w
  %i = add i32 %f, %t
  %row = sdiv i32 %i, %n
  %col = srem i32 %i, %n
  %first = mul i32 %row, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %ia = add i32 %first, %j
  %rb = mul i32 %j, %n
  %ib = add i32 %rb, %col
  %wa = sext i32 %ia to i64
  %wb = sext i32 %ib to i64
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %wa
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %wb
  %va = load float, ptr addrspace(1) %pa, align 4
  %vb = load float, ptr addrspace(1) %pb, align 4
  %sum = call float @llvm.fma.f32(float %va, float %vb, float %s)
  %next = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %wc = sext i32 %i to i64
  %pc = getelementptr float, ptr addrspace(1) %c, i64 %wc
  store float %sum, ptr addrspace(1) %pc, align 4
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  K.RegistersPerThread = Estimate::exact(32);
  return K;
}

std::vector<ExprId> loadOffsets(const KernelSummary &K) {
  std::vector<ExprId> Out;
  for (const Access &A : K.Accesses)
    if (A.Kind == AccessKind::Load)
      Out.push_back(A.Offset);
  return Out;
}
} // namespace

TEST(SplitIndex, TheNumberOfColumnsDividesTheThreads) {
  const Asked A = ask(linearProduct(), {4096}, {256}, {{}, {}, {}, 1024});
  const auto Loads = loadOffsets(A.K);
  ASSERT_EQ(Loads.size(), 2u);
  const auto Splits = splitsOfIndex(A.K, A.L, Loads, 32);
  ASSERT_EQ(Splits.size(), 1u);
  EXPECT_EQ(Splits[0].Step, 1024u);
  // Threads that are a row apart need the same column of b.
  EXPECT_EQ(isSameApart(A.K, A.L, Loads[0], 1024, 32), false);
  EXPECT_EQ(isSameApart(A.K, A.L, Loads[1], 1024, 32), true);
  EXPECT_EQ(isSameApart(A.K, A.L, Loads[1], 1000, 32), false);
  // No two threads are as far apart.
  EXPECT_EQ(isSameApart(A.K, A.L, Loads[1], 4096 * 256, 32), std::nullopt);
}

TEST(SplitIndex, AGridOfTwoDimensionsIsNotSplit) {
  const Asked A = ask(linearProduct(), {64, 64}, {256}, {{}, {}, {}, 1024});
  EXPECT_TRUE(splitsOfIndex(A.K, A.L, loadOffsets(A.K), 32).empty());
}

TEST(SplitIndex, ResultsOfAColumnShareTheirOperand) {
  const Asked A = ask(linearProduct(), {4096}, {256}, {{}, {}, {}, 1024});
  const auto Found = findSharedOperands(A.K, A.L, A.Gpu, A.P);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Text, "'b' is loaded anew for results that are n threads "
                           "apart, though all of them need the same");
  EXPECT_LT(Found[0].WithoutUs.Value, 0.95 * Found[0].TimeUs.Value);
  // Not faster than without nine tenths of what it loads.
  EXPECT_GT(Found[0].WithoutUs.Value, 0.2 * Found[0].TimeUs.Value);
}
