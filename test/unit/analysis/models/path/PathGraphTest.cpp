//===- PathGraphTest.cpp --------------------------------------------------===//
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
WarpProfile executed(std::initializer_list<double> Longest) {
  WarpProfile P;
  for (double N : Longest)
    P.Blocks.push_back({N, 32 * N, N});
  return P;
}

TEST(PathGraph, LoopsAreStepsOfTheRegionAroundThem) {
  KernelSummary K = figureThree();
  PathGraph G(K, {});
  ASSERT_EQ(G.Regions.size(), 2u);
  const PathGraph::Region &Body = G.Regions[0], &Top = G.Regions[1];
  ASSERT_EQ(Body.Items.size(), 3u); // 5, 7, 12
  EXPECT_THAT(Body.LatchItems, ElementsAre(2u));
  EXPECT_THAT(Body.Items[1].From, ElementsAre(0u));
  ASSERT_EQ(Top.Items.size(), 3u); // 1, the loop, 15
  EXPECT_FALSE(Top.Items[0].IsLoop);
  EXPECT_TRUE(Top.Items[1].IsLoop);
  EXPECT_THAT(Top.Items[2].From, ElementsAre(1u));
  // Nothing but arguments and constants crosses the loop's border.
  EXPECT_TRUE(G.Steps->Borders[0].LiveIn.empty());
  EXPECT_TRUE(G.Steps->Borders[0].LiveOut.empty());
}

TEST(PathGraph, SharesAreExecutionsPerIteration) {
  KernelSummary K = figureThree();
  // 15 iterations, the header once more; the body in 6 of them only.
  EXPECT_THAT(blockShares(K, executed({1, 16, 6, 15, 1})),
              ElementsAre(1, 1, 6.0 / 15, 1, 1));
  // The main thread leaves before the loop.
  EXPECT_THAT(blockShares(K, executed({1, 0, 0, 0, 1})),
              ElementsAre(1, 0, 0, 0, 1));
  // No iteration is completed: the header's test alone.
  EXPECT_THAT(blockShares(K, executed({1, 1, 0, 0, 1})),
              ElementsAre(1, 1, 0, 0, 1));
  // A profile that does not cover the kernel says nothing was executed.
  EXPECT_THAT(blockShares(K, WarpProfile()), ElementsAre(0, 0, 0, 0, 0));
}

TEST(PathGraph, ALoopIsEnteredAsOftenAsWhatLeadsToIt) {
  KernelSummary K = figureThree();
  PathGraph G(K, {0.5, 1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(G.Regions[1].Items[1].Share, 0.5);
}

TEST(PathGraph, BlocksWithoutAShareAreNoItems) {
  KernelSummary K = figureThree();
  PathGraph G(K, {1, 0, 0, 0, 1});
  EXPECT_EQ(G.Regions[1].Items.size(), 2u);
  EXPECT_TRUE(G.Regions[0].Items.empty());
}
} // namespace
