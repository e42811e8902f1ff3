//===- LoopExprsTest.cpp - How often loops run ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
int64_t backedgeTaken(const KernelSummary &K, LoopId Loop, const Launch &L) {
  WarpContext Ctx;
  Ctx.L = &L;
  std::vector<uint64_t> Iter(K.Loops.size(), 0);
  Ctx.LoopIter = Iter;
  uint64_t Steps = 1'000'000;
  LaneValues V = evaluate(K.Exprs, K.Loops[Loop].BackedgeTaken, Ctx, Steps);
  EXPECT_TRUE(V.Known.test(0));
  return V.Known.test(0) ? V.V[0] : -1;
}
} // namespace

TEST(LoopExprs, TripCountsInClosedForm) {
  KernelSummary K = kernel("matmulTiled");
  ASSERT_EQ(K.Loops.size(), 2u);
  EXPECT_EQ(print(K, K.Loops[0].BackedgeTaken, {"", "", "", "n"}),
            "(n / 16) - 1");
  EXPECT_EQ(print(K, K.Loops[1].BackedgeTaken), "15");
  EXPECT_EQ(K.Loops[1].Parent, 0u);
  EXPECT_EQ(K.Loops[1].Depth, 2u);
  EXPECT_EQ(K.StaticSharedBytes, 2048u);
  EXPECT_EQ(K.StaticBarriers, 2u);
  EXPECT_FALSE(K.UsesDynamicShared);
}

TEST(LoopExprs, GridStrideLoopsCountByCompareAndStep) {
  KernelSummary K = kernel("gridStride");
  ASSERT_EQ(K.Loops.size(), 1u);
  // 1000 elements over 8 * 32 threads: thread 0 takes 0, 256, 512, 768.
  EXPECT_EQ(backedgeTaken(K, 0, launch({8}, {32}, {1000, {}, {}, {}})), 3);
  EXPECT_EQ(backedgeTaken(K, 0, launch({8}, {32}, {1024, {}, {}, {}})), 3);
  EXPECT_EQ(backedgeTaken(K, 0, launch({8}, {32}, {1025, {}, {}, {}})), 4);
  EXPECT_EQ(print(K, access(K, 0).Offset),
            "4*ctaid.x*ntid.x + 4*tid.x + 4*iter0*ntid.x*nctaid.x");
  EXPECT_TRUE(access(K, 0).Affine);
}

TEST(LoopExprs, CountsDownInBlockSteps) {
  KernelSummary K = kernel("countDown");
  // i = 99, 67, 35, 3.
  EXPECT_EQ(backedgeTaken(K, 0, launch({1}, {32}, {{}, 100})), 3);
}

TEST(LoopExprs, GeometricLoopsAreSearched) {
  KernelSummary R = kernel("reduceShared");
  EXPECT_TRUE(R.UsesDynamicShared);
  EXPECT_EQ(backedgeTaken(R, 0, launch({1}, {256})), 7); // 128 .. 1
  KernelSummary G = kernel("geometric");
  ASSERT_EQ(G.Loops.size(), 2u);
  Launch L = launch({1}, {32}, {{}, 1000, 100});
  EXPECT_EQ(backedgeTaken(G, 0, L), 9); // 1, 2, .. 512
  EXPECT_EQ(backedgeTaken(G, 1, L), 4); // 100, 33, 11, 3, 1
}

TEST(LoopExprs, InnerCountMayDependOnOuterCounter) {
  KernelSummary K = kernel("triangular");
  ASSERT_EQ(K.Loops.size(), 2u);
  EXPECT_EQ(print(K, K.Loops[0].BackedgeTaken, {"", "", "n"}), "n - 1");
  EXPECT_EQ(print(K, K.Loops[1].BackedgeTaken), "iter0 - 1");
}
