//===- LaunchTimeTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/LaunchTime.h"
#include "TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
Launch timed(uint64_t Grid, uint64_t Block, Timing How) {
  Launch L = launchOf(Grid, Block);
  L.How = How;
  return L;
}

// Seed 000: linear in the grid's size, one line per block size in warps.
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
            Assumptions::None);
}

TEST(LaunchTime, WithoutLinesAProxySaysSo) {
  GpuModel G = tinyGpu();
  G.LaunchTimeLines.clear();
  G.LaunchSingleUs = fact(7);
  G.LaunchGraphUs = fact(1.5);
  LaunchTime T = launchTime(G, timed(100, 32, Timing::Single));
  EXPECT_DOUBLE_EQ(T.AddedUs.Value, 7);
  EXPECT_EQ(T.AddedUs.Why, Assumptions::LaunchTimeAssumed);
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
  EXPECT_DOUBLE_EQ(T.total(Estimate::exact(0.5)).Value, 2.5);
  EXPECT_DOUBLE_EQ(T.total(Estimate::exact(100)).Value, 101);
  for (double Us : {0.0, 0.5, 2.0, 50.0}) {
    Estimate E = T.total(Estimate::within(Us, 2, Assumptions::None));
    EXPECT_LE(E.Lo, E.Value);
    EXPECT_LE(E.Value, E.Hi);
  }
}
} // namespace
