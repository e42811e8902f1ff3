//===- LaunchTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gtest/gtest.h"

using namespace gpuperf::calibration;

namespace {

Series sweep(unsigned Warps, double Slope, double Base,
             std::vector<double> Grids) {
  Series S{"launch-lines",
           "grid_sweep",
           "grid_blocks",
           "us_per_launch",
           {{"warps_per_block", double(Warps)}},
           {},
           0};
  for (double X : Grids)
    S.Points.push_back(
        {X, Slope * X + Base, Slope * X + Base, Slope * X + Base, 9});
  return S;
}

std::vector<Quantity> derive(std::vector<Series> All) {
  return deriveAll(DeviceFacts(), All);
}

TEST(DeriveLaunch, ALinePerBlockSize) {
  std::vector<Quantity> Found =
      derive({sweep(1, 0.001, 2, {100, 200, 400, 800}),
              sweep(32, 0.004, 3, {100, 200, 400, 800})});
  ASSERT_EQ(Found.size(), 4u);
  EXPECT_EQ(Found[0].Name, "time_lines.1.grid_slope_us");
  EXPECT_NEAR(Found[0].Value, 0.001, 1e-12);
  EXPECT_EQ(Found[1].Name, "time_lines.1.base_us");
  EXPECT_NEAR(Found[1].Value, 2, 1e-9);
  EXPECT_EQ(Found[3].Name, "time_lines.32.base_us");
  EXPECT_NEAR(Found[3].Value, 3, 1e-9);
  for (const Quantity &Q : Found) {
    EXPECT_TRUE(Q.Ok) << Q.Why;
    EXPECT_EQ(Q.Unit, "us");
  }
}

TEST(DeriveLaunch, LevelTimesAreALine) {
  // Small grids: the launch hides all.
  for (const Quantity &Q : derive({sweep(1, 0, 2.4, {1, 2, 4, 8})}))
    EXPECT_TRUE(Q.Ok) << Q.Name << ": " << Q.Why;
}

TEST(DeriveLaunch, ACurveIsNoLine) {
  Series S = sweep(1, 0.01, 1, {100, 200, 400, 800, 1600});
  for (Point &P : S.Points)
    P.Median = P.X * P.X / 1e4;
  for (const Quantity &Q : derive({S}))
    EXPECT_FALSE(Q.Ok) << Q.Name;
}

TEST(DeriveLaunch, ThreePointsAreTooFew) {
  for (const Quantity &Q : derive({sweep(1, 0.01, 1, {100, 200, 400})}))
    EXPECT_FALSE(Q.Ok) << Q.Name;
}

TEST(DeriveLaunch, NegativeTimeIsMarked) {
  for (const Quantity &Q :
       derive({sweep(1, 0.01, -5, {1000, 2000, 4000, 8000})}))
    EXPECT_FALSE(Q.Ok) << Q.Name;
}

Series mode(const char *Name, Point P) {
  return {"launch-modes", Name, "launches", "us_per_launch", {}, {P}, 0};
}

TEST(DeriveLaunch, Modes) {
  std::vector<Quantity> Found =
      derive({mode("back_to_back", {1000, 2.4, 2.3, 2.5, 9}),
              mode("graph", {1000, 1.2, 1.1, 1.3, 9}),
              mode("single", {1, 6, 5, 20, 9})});
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(Found[0].Name, "back_to_back_us");
  EXPECT_EQ(Found[0].Value, 2.4);
  EXPECT_EQ(Found[0].Low, 2.3);
  EXPECT_TRUE(Found[0].Ok);
  EXPECT_EQ(Found[1].Name, "graph_us");
  EXPECT_TRUE(Found[1].Ok);
  // The samples are all over the place.
  EXPECT_EQ(Found[2].Name, "single_us");
  EXPECT_FALSE(Found[2].Ok);
}

TEST(DeriveLaunch, NoTimeAtAllIsMarked) {
  std::vector<Quantity> Found = derive({mode("graph", {1, 0, 0, 0, 9})});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_FALSE(Found[0].Ok);
}

} // namespace
