//===- LaunchTimeTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/LaunchTime.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace gpuperf;

namespace {
Launch timed(uint64_t Grid, uint64_t Block, Timing How) {
  Launch L = launchOf(Grid, Block);
  L.Conditions.How = How;
  return L;
}

// Kleimenov and Popova 2021: the time to launch is linear in the grid's size,
// with one line per block size in warps.
TEST(LaunchTime, MeasuredLines) {
  GpuModel G = tinyGpu();
  G.LaunchTimeLines = {line(1, 0.001, 4), line(3, 0.003, 6)};
  auto Us = [&](uint64_t Grid, uint64_t Block) {
    return launchTime(G, timed(Grid, Block, Timing::Single)).AddedUs.Value;
  };
  EXPECT_DOUBLE_EQ(Us(1000, 32), 5);
  EXPECT_DOUBLE_EQ(Us(1000, 96), 9);
  // Between two lines, and beyond the last.
  EXPECT_DOUBLE_EQ(Us(1000, 64), 7);
  EXPECT_DOUBLE_EQ(Us(1000, 256), 9);
  EXPECT_EQ(launchTime(G, timed(1, 32, Timing::Single)).AddedUs.Why,
            AssumptionSet());
}

// A model that dispatches blocks while others run must not add them again.
TEST(LaunchTime, BlocksThatOverlapAreNotAdded) {
  GpuModel G = tinyGpu();
  G.LaunchTimeLines = {line(1, 0.001, 4), line(3, 0.003, 6)};
  Launch L = timed(1000, 64, Timing::Single);
  EXPECT_DOUBLE_EQ(launchTime(G, L, /*BlocksOverlap=*/true).AddedUs.Value, 5);
  ASSERT_TRUE(blockDispatchUs(G, L));
  EXPECT_DOUBLE_EQ(*blockDispatchUs(G, L), 0.002);
  for (LaunchTimeLine &Line : G.LaunchTimeLines)
    Line.Status = FactStatus::Proxy;
  EXPECT_FALSE(blockDispatchUs(G, L));
}

TEST(LaunchTime, WithoutLinesAProxySaysSo) {
  GpuModel G = tinyGpu();
  G.LaunchTimeLines.clear();
  G.LaunchSingleUs = fact(7);
  G.LaunchGraphUs = fact(1.5);
  LaunchTime T = launchTime(G, timed(100, 32, Timing::Single));
  EXPECT_DOUBLE_EQ(T.AddedUs.Value, 7);
  EXPECT_EQ(T.AddedUs.Why, AssumptionKind::LaunchTimeAssumed);
  EXPECT_LT(T.AddedUs.Lo, 7);
  EXPECT_GT(T.AddedUs.Hi, 7);
  // Start to end on the GPU leaves the host's part out.
  EXPECT_DOUBLE_EQ(launchTime(G, timed(100, 32, Timing::Kernel)).AddedUs.Value,
                   1.5);
}

TEST(LaunchTime, BackToBackHasAFloorAndOverlaps) {
  GpuModel G = tinyGpu();
  G.LaunchTimeLines.clear();
  G.LaunchBackToBackUs = fact(2.5);
  G.LaunchGraphUs = fact(1);
  LaunchTime T = launchTime(G, timed(1, 32, Timing::BackToBack));
  // Far below and far above the floor it is the larger of the two; near it,
  // they get in each other's way.
  EXPECT_NEAR(T.total(Estimate::exact(0)).Value, 2.5, 0.02);
  EXPECT_NEAR(T.total(Estimate::exact(0.5)).Value, 2.5, 0.1);
  EXPECT_NEAR(T.total(Estimate::exact(100)).Value, 101, 1e-3);
  EXPECT_NEAR(T.total(Estimate::exact(1.5)).Value, 2.5 * std::pow(2, 0.25),
              1e-9);
  for (double Us : {0.0, 0.5, 2.0, 50.0}) {
    Estimate E = T.total(Estimate::within(Us, 2, {}));
    EXPECT_LE(E.Lo, E.Value);
    EXPECT_LE(E.Value, E.Hi);
  }
}

TEST(LaunchTime, TheFloorIsPassedSmoothlyAndFromAbove) {
  for (double Floor : {0.7, 2.5, 40.0}) {
    LaunchTime T;
    T.AddedUs = Estimate::exact(0);
    T.FloorUs = Floor;
    double Before = 0, BeforeUs = 0;
    for (double Us = 1e-6; Us < 1e7; Us *= 1.05) {
      double Total = T.total(Estimate::exact(Us)).Value;
      EXPECT_GE(Total, std::max(Us, Floor) * (1 - 1e-12)) << Us;
      EXPECT_LE(Total, std::max(Us, Floor) * 1.19) << Us;
      EXPECT_GE(Total, Before * (1 - 1e-12)) << Us;
      // Not faster than the execution does, nor in steps.
      EXPECT_LE(Total - Before,
                BeforeUs > 0 ? (Us - BeforeUs) * (1 + 1e-6) + 1e-9 * Total
                             : Total)
          << Us;
      Before = Total, BeforeUs = Us;
    }
  }
}

TEST(LaunchTime, WithoutAFloorTheTimesAreAdded) {
  LaunchTime T;
  T.AddedUs = Estimate::exact(1);
  EXPECT_DOUBLE_EQ(T.total(Estimate::exact(0)).Value, 1);
  EXPECT_DOUBLE_EQ(T.total(Estimate::exact(3)).Value, 4);
}

TEST(LaunchTime, OnlyALaunchAmongOthersHasAFloor) {
  GpuModel G = tinyGpu();
  G.LaunchBackToBackUs = fact(2.5);
  EXPECT_EQ(launchTime(G, timed(1, 32, Timing::Kernel)).FloorUs, 0);
  EXPECT_EQ(launchTime(G, timed(1, 32, Timing::Single)).FloorUs, 0);
  EXPECT_EQ(launchTime(G, timed(1, 32, Timing::BackToBack)).FloorUs, 2.5);
}
} // namespace
