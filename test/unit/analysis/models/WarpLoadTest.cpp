//===- WarpLoadTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace gpuperf;

namespace {
WarpLoad loadOf(uint64_t Grid, uint64_t Block, uint64_t Problem = 0) {
  GpuModel G = quGpu();
  BlockResources R;
  R.ThreadsPerBlock = Block;
  return computeWarpLoad(G, computeOccupancy(G, R), Grid, Block, Problem);
}

// Qu et al. 2020, table 6: P = 1920, row by row. I has two decimals there.
TEST(WarpLoad, QuTable6) {
  struct {
    uint64_t Grid, Block;
    double W, I, V;
  } const Rows[] = {
      {15, 128, 20, 3.2, 4}, {12, 160, 20, 3, 5},   {6, 320, 20, 3, 10},
      {3, 640, 20, 3, 20},   {60, 32, 20, 0.8, 1},  {30, 64, 20, 1.6, 2},
      {20, 96, 21, 2.29, 3}, {10, 192, 24, 2.5, 6}, {5, 384, 24, 2.5, 12},
      {4, 480, 30, 2, 15},   {2, 960, 30, 2, 30},
  };
  for (auto &R : Rows) {
    WarpLoad L = loadOf(R.Grid, R.Block, 1920);
    EXPECT_DOUBLE_EQ(L.Nsmw, R.W) << R.Grid << "," << R.Block;
    EXPECT_NEAR(L.Dpsid, R.I, 0.005) << R.Grid << "," << R.Block;
    EXPECT_DOUBLE_EQ(L.Nbw, R.V) << R.Grid << "," << R.Block;
  }
}

// The three common blocks, whose last one is not full; eq. 11 for <4,512>.
TEST(WarpLoad, QuTable6PartialBlocks) {
  EXPECT_DOUBLE_EQ(loadOf(8, 256, 1920).Nsmw, 24);
  EXPECT_DOUBLE_EQ(loadOf(4, 512, 1920).Nsmw, 28);
  EXPECT_DOUBLE_EQ(loadOf(2, 1024, 1920).Nsmw, 32);
  // Without the problem's size, or with blocks that it fills: no correction.
  EXPECT_DOUBLE_EQ(loadOf(4, 512).Nsmw, 32);
  EXPECT_DOUBLE_EQ(loadOf(4, 512, 2048).Nsmw, 32);
}

// DPS by hand: blocks of 128 threads, 16 per SM by the block limit, 4 warps
// each, 3 SMs. APB: 128 lanes hold one such block.
TEST(WarpLoad, DeviceSpaceAndParallelBlocks) {
  WarpLoad L = loadOf(15, 128);
  EXPECT_DOUBLE_EQ(L.Dps, 192);
  EXPECT_DOUBLE_EQ(L.Apb, 3);
  EXPECT_DOUBLE_EQ(L.Nsmb, 5);
  EXPECT_DOUBLE_EQ(loadOf(60, 32).Dps, 48);
  EXPECT_DOUBLE_EQ(loadOf(60, 32).Apb, 12);
}

TEST(WarpLoad, NoBlockOver128ThreadsRunsWhollyInParallelThere) {
  for (uint64_t Block : {129u, 160u, 256u, 1024u})
    EXPECT_EQ(loadOf(1, Block).Apb, 0) << Block;
}

TEST(WarpLoad, PartialWarpsAreRoundedUp) {
  EXPECT_DOUBLE_EQ(loadOf(3, 33).Nbw, 2);
  EXPECT_DOUBLE_EQ(loadOf(1, 1).Nbw, 1);
}

TEST(WarpLoad, HugeAndEmptyLaunchesStayFinite) {
  WarpLoad Huge = loadOf(uint64_t(1) << 62, 1024);
  EXPECT_TRUE(std::isfinite(Huge.Nsmw));
  EXPECT_GT(Huge.Nsmw, 1e18);
  EXPECT_GT(Huge.Dpsid, 0);
  WarpLoad Empty = loadOf(0, 32);
  EXPECT_EQ(Empty.Nsmw, 0);
  EXPECT_EQ(Empty.Dpsid, 0);
}
} // namespace
