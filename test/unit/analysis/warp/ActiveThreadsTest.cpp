//===- ActiveThreadsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/ActiveThreads.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
Launch launch(Dim3 Grid, Dim3 Block) {
  Launch L;
  L.Grid = Grid, L.Block = Block;
  return L;
}

constexpr Interval One{0, 1};
} // namespace

TEST(ActiveThreads, LanesOfARowAndOfSeveral) {
  // The second warp of rows of 24 threads: 8 of the second and 24 of the third.
  Box3 Box = boxAroundLanes(0xffffffff, 32, {24, 4, 1});
  EXPECT_EQ(Box[0].First, 0u);
  EXPECT_EQ(Box[0].End, 24u);
  EXPECT_EQ(Box[1].First, 1u);
  EXPECT_EQ(Box[1].End, 3u);
  EXPECT_EQ(Box[2].count(), 1u);
  // One lane, which is the last of 64.
  Box = boxAroundLanes(uint64_t(1) << 63, 0, {8, 4, 2});
  EXPECT_EQ(Box[0].First, 7u);
  EXPECT_EQ(Box[1].First, 3u);
  EXPECT_EQ(Box[2].First, 1u);
  EXPECT_TRUE(boxAroundLanes(0, 0, {8, 4, 2})[0].isEmpty());
}

TEST(ActiveThreads, NothingSeenCutsNothing) {
  const LaunchCut Cut = cutOf({}, launch({5}, {64}));
  EXPECT_EQ(Cut.Threads.X, 64u);
  EXPECT_EQ(Cut.BlockShares[0], 1);
}

TEST(ActiveThreads, TheEndOfTheDataCutsBlocks) {
  // 1000 of 3 * 512 threads: the last block has none, the one before 488.
  const Launch L = launch({3}, {512});
  ActiveThreads Active;
  Active.add({Interval{0, 512}, One, One}, {Interval{0, 1}, One, One}, L.Block);
  Active.add({Interval{0, 488}, One, One}, {Interval{1, 2}, One, One}, L.Block);
  const LaunchCut Cut = cutOf(Active, L);
  EXPECT_EQ(Cut.Threads.X, 512u);
  EXPECT_DOUBLE_EQ(Cut.BlockShares[0] * 3 * 512, 1000);
  EXPECT_EQ(Cut.BlockShares[1], 1);
}

TEST(ActiveThreads, AGuardOnTheThreadCutsEveryBlockAlike) {
  // The first eight threads of each block.
  const Launch L = launch({100}, {256});
  ActiveThreads Active;
  Active.add({Interval{0, 8}, One, One}, {Interval{0, 100}, One, One}, L.Block);
  const LaunchCut Cut = cutOf(Active, L);
  EXPECT_EQ(Cut.Threads.X, 8u);
  EXPECT_DOUBLE_EQ(Cut.BlockShares[0], 1);
}

TEST(ActiveThreads, TheMarginOfAPlaneIsCut) {
  // All but the outermost points of 64 x 64, in blocks of 16 x 16.
  const Launch L = launch({4, 4}, {16, 16});
  ActiveThreads Active, Other;
  Active.add({Interval{1, 16}, Interval{1, 16}, One}, {One, One, One}, L.Block);
  Other.add({Interval{0, 15}, Interval{0, 15}, One},
            {Interval{3, 4}, Interval{3, 4}, One}, L.Block);
  Active.add(Other);
  const LaunchCut Cut = cutOf(Active, L);
  EXPECT_EQ(Cut.Threads.X, 16u);
  EXPECT_DOUBLE_EQ(Cut.BlockShares[0] * 64, 62);
  EXPECT_DOUBLE_EQ(Cut.BlockShares[1] * 64, 62);
}

TEST(ActiveThreads, BlocksBeyondTheDataAreLeftOut) {
  // Data for 4 x 250 blocks, in the middle of a grid of 40 x 2500.
  Launch L = launch({40, 2500}, {256, 4});
  ActiveThreads Active;
  Active.add({Interval{0, 256}, Interval{0, 4}, One},
             {Interval{2, 6}, Interval{0, 250}, One}, L.Block);
  const Launch Working = withoutIdleBlocks(L, Active);
  EXPECT_EQ(Working.Grid.X, 4u);
  EXPECT_EQ(Working.Grid.Y, 250u);
  EXPECT_EQ(Working.Grid.Z, 1u);
  EXPECT_EQ(withoutIdleBlocks(L, {}).Grid.count(), 100000u);
}
