//===- LeaderLoopTest.cpp - Loops of one thread while a block waits -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/LeaderLoop.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

static constexpr llvm::StringLiteral Sum = "%next = fadd float %s, %v";

static std::vector<LeaderLoop> leadersOf(const KernelSummary &K, Dim3 Block,
                                         int64_t N) {
  const Asked A = ask(K, {64}, Block, {{}, {}, {}, N});
  return findLeaderLoops(A.K, A.L, A.Gpu, A.P);
}

TEST(LeaderLoop, OneThreadOfABlock) {
  const auto Found = leadersOf(loopKernel(Sum, /*Leader=*/true), {256}, 5000);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Loop, 0u);
  EXPECT_EQ(Found[0].Runners, 1u);
  EXPECT_EQ(Found[0].Threads, 256u);
  EXPECT_EQ(Found[0].Trip, 5000u);
  EXPECT_EQ(Found[0].Hands, Carries::Sum);
  const Asked A =
      ask(loopKernel(Sum, /*Leader=*/true), {64}, {256}, {{}, {}, {}, 5000});
  EXPECT_LT(Found[0].WithoutUs.Value, 0.3 * A.P.TimeUs.Value);
}

TEST(LeaderLoop, SilentWhereNobodyCouldHelp) {
  // All threads run the loop.
  EXPECT_TRUE(leadersOf(loopKernel(Sum), {256}, 5000).empty());
  // A row of the block is its own leader's.
  EXPECT_TRUE(leadersOf(loopKernel(Sum, true), {4, 64}, 5000).empty());
  EXPECT_TRUE(leadersOf(loopKernel(Sum, true), {256}, 10).empty());
  EXPECT_TRUE(
      leadersOf(loopKernel("%next = fmul float %s, %v", true), {256}, 5000)
          .empty());
}
