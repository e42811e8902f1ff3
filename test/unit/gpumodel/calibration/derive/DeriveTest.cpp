//===- DeriveTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace gpuperf::calibration;

namespace {

constexpr double KiB = 1024, MiB = 1024 * KiB;

DeviceFacts device(double L2Bytes) {
  DeviceFacts D;
  D.Name = "Made-Up";
  D.Arch = "sm_90";
  D.SmCount = 100;
  D.L2Bytes = L2Bytes;
  return D;
}

/// A chase whose loads are served by levels: up to so many bytes, so many
/// cycles.
Series chase(std::string Name, double First, double Last,
             std::vector<std::pair<double, double>> Levels) {
  Series S{"global-latency",
           std::move(Name),
           "footprint_bytes",
           "cycles_per_load",
           {},
           {},
           0};
  for (double X = First; X <= Last; X *= std::sqrt(std::sqrt(2.0)))
    for (auto [Bytes, Cycles] : Levels)
      if (X <= Bytes) {
        S.Points.push_back({X, Cycles, Cycles, Cycles, 5});
        break;
      }
  return S;
}

std::vector<Series> twoPartitions() {
  return {chase("l1", 2 * KiB, 512 * KiB, {{200 * KiB, 33}, {1e18, 200}}),
          chase("l2", 32 * KiB, 400 * MiB,
                {{20 * MiB, 200}, {46 * MiB, 390}, {1e18, 560}})};
}

TEST(Derive, LevelsOfAChase) {
  std::vector<Quantity> Found = deriveAll(device(40 * MiB), twoPartitions());
  for (auto [Name, Cycles] : {std::pair{"l1_latency_cycles", 33.0},
                              {"l2_latency_cycles", 200.0},
                              {"l2_far_latency_cycles", 390.0},
                              {"dram_latency_cycles", 560.0}}) {
    const Quantity *Q = find(Found, Name);
    ASSERT_TRUE(Q) << Name;
    EXPECT_TRUE(Q->Ok) << Name << ": " << Q->Why;
    EXPECT_EQ(Q->Value, Cycles) << Name;
    EXPECT_EQ(Q->Unit, "cycles");
    EXPECT_EQ(Q->Benchmark, "global-latency");
  }
}

TEST(Derive, OnePartitionHasNoFarL2) {
  std::vector<Quantity> Found = deriveAll(
      device(40 * MiB),
      {chase("l2", 32 * KiB, 400 * MiB, {{46 * MiB, 200}, {1e18, 560}})});
  EXPECT_FALSE(find(Found, "l2_far_latency_cycles"));
  EXPECT_TRUE(find(Found, "dram_latency_cycles")->Ok);
}

TEST(Derive, DramThatIsNotAboveL2IsMarked) {
  std::vector<Quantity> Found = deriveAll(
      device(40 * MiB), {chase("l2", 32 * KiB, 400 * MiB, {{1e18, 200}})});
  const Quantity *Q = find(Found, "dram_latency_cycles");
  ASSERT_TRUE(Q);
  EXPECT_FALSE(Q->Ok);
  EXPECT_NE(Q->Why.find("not above"), std::string::npos) << Q->Why;
}

TEST(Derive, AChaseThatEndsTooEarlyIsMarked) {
  std::vector<Quantity> Found = deriveAll(
      device(40 * MiB),
      {chase("l2", 32 * KiB, 60 * MiB, {{46 * MiB, 200}, {1e18, 560}})});
  const Quantity *Q = find(Found, "dram_latency_cycles");
  ASSERT_TRUE(Q);
  EXPECT_FALSE(Q->Ok);
  EXPECT_NE(Q->Why.find("fewer than two footprints"), std::string::npos);
}

TEST(Derive, ASlopeIsNoLevel) {
  Series S = chase("l2", 32 * KiB, 400 * MiB, {{1e18, 200}});
  for (Point &P : S.Points)
    P.Median = 100 + P.X / MiB * 40;
  std::vector<Quantity> Found = deriveAll(device(40 * MiB), {S});
  EXPECT_FALSE(find(Found, "l2_latency_cycles")->Ok);
}

TEST(Derive, WithoutL2SizeNothingIsSaidOfL2) {
  std::vector<Quantity> Found = deriveAll(device(0), twoPartitions());
  EXPECT_TRUE(find(Found, "l1_latency_cycles"));
  EXPECT_FALSE(find(Found, "l2_latency_cycles"));
}

TEST(Derive, UnknownBenchmarkGivesNothing) {
  Series S = chase("l2", 32 * KiB, 1 * MiB, {{1e18, 1}});
  S.Benchmark = "of-another-version";
  EXPECT_TRUE(deriveAll(device(40 * MiB), {S}).empty());
  EXPECT_TRUE(deriveAll(device(40 * MiB), {}).empty());
}

TEST(Derive, RulesOfEmptyCurvesWriteNothing) {
  // Whatever a rule makes of a curve without points: it must not pass.
  std::vector<Series> Empty;
  for (const NamedRule *Table :
       {LatencyRules, BandwidthRules, PatternRules, InstructionRules,
        AtomicRules, LaunchRules, OptimisationRules})
    for (const NamedRule *R = Table; R->Benchmark; ++R)
      for (const char *Name : {"l1", "l2", "grid_sweep", "single"})
        Empty.push_back({R->Benchmark, Name, "x", "y", {}, {}, 0});
  for (const Quantity &Q : deriveAll(device(40 * MiB), Empty))
    EXPECT_FALSE(Q.Ok) << Q.Benchmark << " " << Q.Name << " = " << Q.Value;
}

TEST(Derive, TheFirstReasonStays) {
  Quantity Q = quantity("x", 1, 1, 1, "us", "");
  selfCheck(Q, true, "no");
  EXPECT_TRUE(Q.Ok);
  selfCheck(Q, false, "first");
  selfCheck(Q, false, "second");
  EXPECT_FALSE(Q.Ok);
  EXPECT_EQ(Q.Why, "first");
}

TEST(Derive, BytesText) {
  EXPECT_EQ(bytesText(100), "100 B");
  EXPECT_EQ(bytesText(1024), "1 KiB");
  EXPECT_EQ(bytesText(1.5 * MiB), "1.5 MiB");
  EXPECT_EQ(bytesText(80 * 1024 * MiB), "80 GiB");
}

} // namespace
