//===- PatternsTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include <gtest/gtest.h>

using namespace gpuperf::calibration;

namespace {

Series curve(const char *Benchmark, const char *Name,
             std::vector<std::pair<double, double>> Points) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  for (auto [X, Y] : Points)
    S.Points.push_back({X, Y, Y * 0.98, Y * 1.02, 5});
  return S;
}

/// Cycles of a second load: a hit up to \p Fetch bytes.
Series secondLoads(const char *Name, double Fetch, double Hit, double Miss) {
  std::vector<std::pair<double, double>> Points;
  for (double D = 4; D <= 512; D += 4)
    Points.push_back({D, D < Fetch ? Hit : Miss});
  return curve("cache-line", Name, Points);
}

TEST(DeriveCacheLine, TheFirstMissEndsTheSector) {
  for (double Fetch : {32.0, 64.0, 128.0}) {
    auto Found = deriveQuantities(
        "cache-line", {}, {secondLoads("second_load_l1", Fetch, 40, 280)});
    const Quantity *Q = find(Found, "sector_bytes");
    ASSERT_TRUE(Q);
    EXPECT_TRUE(Q->Ok) << Q->Why;
    EXPECT_EQ(Q->Value, Fetch);
  }
}

TEST(DeriveCacheLine, AFlatCurveIsNoSector) {
  auto Found = deriveQuantities("cache-line", {},
                                {secondLoads("second_load_l1", 4096, 40, 280)});
  ASSERT_TRUE(find(Found, "sector_bytes"));
  EXPECT_FALSE(find(Found, "sector_bytes")->Ok);
}

TEST(DeriveCacheLine, AnOddStepIsNoSector) {
  auto Found = deriveQuantities("cache-line", {},
                                {secondLoads("second_load_l2", 48, 200, 600)});
  ASSERT_TRUE(find(Found, "l2_fetch_bytes"));
  EXPECT_FALSE(find(Found, "l2_fetch_bytes")->Ok);
}

TEST(DeriveCacheLine, CapacityIsNodesTimesDistance) {
  auto Good = deriveQuantities(
      "cache-line", {},
      {curve("cache-line", "nodes_in_l1",
             {{32, 6144}, {64, 3072}, {128, 1536}, {256, 1536}})});
  ASSERT_TRUE(find(Good, "l1_held_bytes"));
  EXPECT_TRUE(find(Good, "l1_held_bytes")->Ok);
  EXPECT_EQ(find(Good, "l1_held_bytes")->Value, 196608);
  auto Bad = deriveQuantities("cache-line", {},
                              {curve("cache-line", "nodes_in_l1",
                                     {{32, 6144}, {64, 1000}, {128, 1536}})});
  EXPECT_FALSE(find(Bad, "l1_held_bytes")->Ok);
}

TEST(DeriveLineSize, HalfAsManyPairsFromTheLineOn) {
  auto lineOf = [](std::vector<std::pair<double, double>> Points) {
    auto Found =
        deriveQuantities("line-size", {}, {curve("line-size", "l1", Points)});
    return *find(Found, "l1_line_bytes");
  };
  Quantity Good = lineOf({{8, 2040},
                          {16, 2050},
                          {32, 2030},
                          {64, 2010},
                          {128, 1030},
                          {256, 1020}});
  EXPECT_TRUE(Good.Ok) << Good.Why;
  EXPECT_EQ(Good.Value, 128);
  EXPECT_EQ(Good.Low, 64);
  // Each sector has a tag of its own: every distance but those within one.
  EXPECT_EQ(lineOf({{8, 8000}, {16, 8000}, {32, 4000}, {64, 4000}}).Value, 32);
  EXPECT_EQ(lineOf({{8, 2000}, {16, 2000}, {32, 2000}, {64, 2000}}).Why,
            "no distance holds fewer pairs");
  EXPECT_FALSE(lineOf({{8, 2000}, {16, 2000}, {32, 1400}, {64, 1000}}).Ok);
  EXPECT_FALSE(lineOf({{8, 2000}, {16, 2600}, {32, 2000}, {64, 1000}}).Ok);
  EXPECT_FALSE(lineOf({{8, 2000}, {16, 1000}, {32, 500}, {64, 250}}).Ok);
  EXPECT_FALSE(lineOf({{8, 2000}, {16, 1000}}).Ok);
}

TEST(DeriveLineSize, EachCacheHasItsOwn) {
  std::vector<std::pair<double, double>> Of64 = {
      {8, 100}, {16, 100}, {32, 100}, {64, 50}, {128, 50}};
  auto Found =
      deriveQuantities("line-size", {}, {curve("line-size", "l2", Of64)});
  ASSERT_TRUE(find(Found, "l2_line_bytes"));
  EXPECT_EQ(find(Found, "l2_line_bytes")->Value, 64);
  EXPECT_FALSE(find(Found, "l1_line_bytes"));
}

TEST(DeriveMissPath, ASmallLastStepIsNoDoubling) {
  // 132 SMs: latency over requests falls by 132 / 128 with the last step.
  std::vector<std::pair<double, double>> Points;
  for (double Sms : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 132.0})
    Points.push_back({Sms, 900 / Sms});
  auto Found = deriveQuantities("miss-path", {},
                                {curve("miss-path", "hot_line", Points)});
  ASSERT_TRUE(find(Found, "hot_line_cycles_per_request"));
  EXPECT_FALSE(find(Found, "hot_line_cycles_per_request")->Ok);
}

TEST(DeriveMissPath, TheLevelCountsTheSlopeDoesNot) {
  auto Good = deriveQuantities(
      "miss-path", {},
      {curve("miss-path", "miss_path", {{1, 8}, {2, 4}, {4, 2}, {8, 1.9}})});
  ASSERT_TRUE(find(Good, "l1_miss_cycles_per_line"));
  EXPECT_TRUE(find(Good, "l1_miss_cycles_per_line")->Ok);
  EXPECT_EQ(find(Good, "l1_miss_cycles_per_line")->Value, 1.9);
  auto Bad = deriveQuantities(
      "miss-path", {},
      {curve("miss-path", "hot_line", {{1, 8}, {2, 4}, {4, 2}})});
  ASSERT_TRUE(find(Bad, "hot_line_cycles_per_request"));
  EXPECT_FALSE(find(Bad, "hot_line_cycles_per_request")->Ok);
}

TEST(DeriveBlockTurnaround, BlocksMustNotOverlap) {
  auto Good = deriveQuantities(
      "block-turnaround", {},
      {curve("block-turnaround", "gap", {{1, 400}, {4, 450}, {32, 700}})});
  ASSERT_EQ(Good.size(), 1u);
  EXPECT_TRUE(Good[0].Ok) << Good[0].Why;
  EXPECT_EQ(Good[0].Value, 400);
  auto Bad = deriveQuantities(
      "block-turnaround", {},
      {curve("block-turnaround", "gap", {{1, 400}, {4, 100}})});
  EXPECT_FALSE(Bad[0].Ok);
}

TEST(DeriveCoherence, BestWorstAndTheirRatio) {
  auto Found =
      deriveQuantities("coherence", {},
                       {curve("coherence", "surface", {{1, 100}}),
                        curve("coherence", "surface", {{1, 300}, {2, 50}}),
                        curve("coherence", "temporal", {{1, 9999}})});
  EXPECT_EQ(find(Found, "coherence_best_gbps")->Value, 300);
  EXPECT_EQ(find(Found, "coherence_worst_gbps")->Value, 50);
  EXPECT_EQ(find(Found, "coherence_gain")->Value, 6);
}

TEST(DeriveTransfer, RateOfTheLargestLatencyOfTheSmallest) {
  auto Found = deriveQuantities(
      "transfer", {},
      {curve("transfer", "to_device_pinned",
             {{1024, 5}, {1048576, 50}, {67108864, 2684.35456}})});
  EXPECT_NEAR(find(Found, "to_device_pinned_gbps")->Value, 25, 1e-6);
  EXPECT_EQ(find(Found, "to_device_pinned_us")->Value, 5);
  auto Bad = deriveQuantities(
      "transfer", {},
      {curve("transfer", "to_host_pinned", {{1024, 5}, {2048, 5}, {4096, 4}})});
  EXPECT_FALSE(find(Bad, "to_host_pinned_gbps")->Ok);
}

} // namespace
