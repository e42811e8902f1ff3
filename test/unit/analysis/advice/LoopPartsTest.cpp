//===- LoopPartsTest.cpp - A loop whose iterations are shared -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/LoopParts.h"
#include "analysis/warp/WarpProfile.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

static WarpProfile profileOf(const KernelSummary &K, Dim3 Grid, int64_t N) {
  Launch L;
  L.Grid = Grid, L.Block = {32};
  L.Args = {{}, {}, {}, ArgValue::integer(N)};
  ProfileOptions Options;
  Options.Everything = true;
  return profileWarps(K, L, llvm::cantFail(findGpu("h100-sxm")), 1, Options);
}

TEST(LoopParts, BlocksDoConsecutiveIterations) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_TRUE(leavesThirdDimension(K));
  const KernelSummary Parts = splitOverBlocks(K, 0, 250);
  EXPECT_FALSE(leavesThirdDimension(Parts));
  const WarpProfile Whole = profileOf(K, {1}, 1000),
                    Then = profileOf(Parts, {1, 1, 4}, 1000);
  EXPECT_DOUBLE_EQ(Whole.Loops[0].LongestTrip, 1000);
  EXPECT_DOUBLE_EQ(Then.Loops[0].LongestTrip, 250);
  // Together they load the same elements.
  EXPECT_DOUBLE_EQ(Then.Accesses[0].Requests, Whole.Accesses[0].Requests);
  EXPECT_NEAR(Then.Accesses[0].LaunchBytes, Whole.Accesses[0].LaunchBytes, 64);
  EXPECT_LT(Then.Accesses[0].BlockBytes, 0.3 * Whole.Accesses[0].BlockBytes);
}

TEST(LoopParts, TheLastPartIsShorter) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  const WarpProfile Then =
      profileOf(splitOverBlocks(K, 0, 300), {1, 1, 4}, 1000);
  EXPECT_DOUBLE_EQ(Then.Accesses[0].Requests, 1000);
}

TEST(LoopParts, ACountThatNobodyKnowsIsSharedAlike) {
  KernelSummary K = loopKernel("%next = fadd float %s, %v");
  K.Loops[0].BackedgeTaken = NoExpr;
  EXPECT_DOUBLE_EQ(profileOf(splitOverBlocks(K, 0, 250), {1, 1, 4}, 1000)
                       .Loops[0]
                       .LongestTrip,
                   250);
}

TEST(LoopParts, ThreadsDoEveryThirtySecondIteration) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  const KernelSummary Parts = splitOverThreads(K, 0, 32);
  EXPECT_EQ(findBrokenInvariant(Parts), "");
  const WarpProfile Whole = profileOf(K, {1}, 1000),
                    Then = profileOf(Parts, {1}, 1000);
  // 31 of them are full.
  EXPECT_DOUBLE_EQ(Then.Loops[0].LongestTrip, 32);
  EXPECT_DOUBLE_EQ(Whole.Accesses[0].Requests, 1000);
  EXPECT_DOUBLE_EQ(Then.Accesses[0].Requests, 32);
  // Neighbours lie side by side: four sectors of eight floats.
  EXPECT_DOUBLE_EQ(Whole.Accesses[0].SectorsPerRequest.Value, 1);
  EXPECT_DOUBLE_EQ(Then.Accesses[0].SectorsPerRequest.Value, 4);
}

TEST(LoopParts, AShorterLoop) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  EXPECT_DOUBLE_EQ(
      profileOf(shortenLoop(K, 0, 40), {1}, 1000).Loops[0].LongestTrip, 40);
  EXPECT_DOUBLE_EQ(
      profileOf(shortenLoop(K, 0, 40), {1}, 10).Loops[0].LongestTrip, 10);
}

TEST(LoopParts, AnElementInARegister) {
  const KernelSummary K = loopKernel(R"(
  %old = load float, ptr addrspace(1) %q, align 4
  %next = fadd float %old, %v
  store float %next, ptr addrspace(1) %q, align 4)");
  ASSERT_EQ(K.Accesses.size(), 4u);
  ASSERT_TRUE(loopEnds(K, 0));
  const KernelSummary Kept = keepInRegisters(K, 0, {1, 2});
  EXPECT_EQ(findBrokenInvariant(Kept), "");
  const WarpProfile Before = profileOf(K, {1}, 1000),
                    Then = profileOf(Kept, {1}, 1000);
  EXPECT_DOUBLE_EQ(Before.Accesses[1].Requests, 1000);
  EXPECT_DOUBLE_EQ(Then.Accesses[1].Requests, 1);
  EXPECT_DOUBLE_EQ(Then.Accesses[2].Requests, 1);
  EXPECT_DOUBLE_EQ(Then.Accesses[0].Requests, 1000);
  // The sum is handed on: the addition needs that of the iteration before.
  const Instr &Store = Kept.Instrs[Kept.Accesses[2].Instr];
  ASSERT_FALSE(Store.Operands.empty());
  const Instr &Sum = Kept.Instrs[Store.Operands.front()];
  EXPECT_TRUE(llvm::any_of(Sum.Operands, [&](InstrId Op) {
    return Kept.Instrs[Op].IsPhi && Kept.Instrs[Op].Block == Sum.Block;
  }));
}
