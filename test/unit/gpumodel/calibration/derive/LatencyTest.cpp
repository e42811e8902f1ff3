//===- LatencyTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace gpuperf::calibration;

namespace {

constexpr double Kibi = 1024, Mebi = 1024 * 1024;

/// y = Value(x), two per cent of spread.
template <typename F>
Series curve(const char *Benchmark, const char *Name,
             const std::vector<double> &Xs, F Value, double ClockMhz = 2000) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  S.ClockMhz = ClockMhz;
  for (double X : Xs)
    S.Points.push_back({X, Value(X), Value(X) * 0.99, Value(X) * 1.01, 5});
  return S;
}

std::vector<double> octaves(double First, double Last, unsigned PerOctave) {
  std::vector<double> Xs;
  for (double O = First; O <= Last; O *= 2)
    for (unsigned I = 0; I < PerOctave && O + O * I / PerOctave <= Last; ++I)
      Xs.push_back(O + O * I / PerOctave);
  return Xs;
}

std::vector<double> upTo(double Last) {
  std::vector<double> Xs;
  for (double X = 1; X <= Last; ++X)
    Xs.push_back(X);
  return Xs;
}

/// A GPU with these levels; Far 0: one L2 partition.
std::vector<Quantity> chase(double L2Bytes, double Far, double Dram,
                            double L1Bytes = 200 * Kibi) {
  DeviceFacts Device;
  Device.L2Bytes = L2Bytes;
  auto BehindL1 = [=](double X) {
    if (X > L2Bytes)
      return Dram;
    return Far > 0 && X > L2Bytes / 2 ? Far : 270.0;
  };
  std::vector<double> Sizes = octaves(32 * Kibi, 8 * L2Bytes, 8);
  return deriveQuantities(
      "global-latency", Device,
      {curve("global-latency", "l1", octaves(2 * Kibi, 512 * Kibi, 4),
             [=](double X) { return X <= L1Bytes ? 40.0 : BehindL1(X); }),
       curve("global-latency", "l2", Sizes, BehindL1)});
}

TEST(DeriveGlobalLatency, FourLevelsWhateverTheSizeOfL2) {
  for (double L2 : {4 * Mebi, 50 * Mebi, 96 * Mebi}) {
    auto Found = chase(L2, 480, 700);
    expectValue(Found, "l1_latency_cycles", 40);
    expectValue(Found, "l1_latency_ns", 20);
    expectValue(Found, "l2_latency_cycles", 270);
    expectValue(Found, "l2_far_latency_cycles", 480);
    expectValue(Found, "dram_latency_cycles", 700);
    expectValue(Found, "dram_latency_ns", 350);
    expectValue(Found, "l1_reach_bytes", 192 * Kibi);
  }
}

TEST(DeriveGlobalLatency, OnePartitionHasNoFarLatency) {
  auto Found = chase(6 * Mebi, 0, 700);
  expectValue(Found, "l2_latency_cycles", 270);
  EXPECT_EQ(named(Found, "l2_far_latency_cycles").Why, "absent");
}

TEST(DeriveGlobalLatency, ChecksThatFail) {
  // DRAM that costs what L2 does has been served by L2.
  EXPECT_FALSE(named(chase(50 * Mebi, 0, 280), "dram_latency_cycles").Ok);
  // An L1 that holds everything has no reach.
  EXPECT_FALSE(named(chase(50 * Mebi, 0, 700, 1e9), "l1_reach_bytes").Ok);
  DeviceFacts Device;
  Device.L2Bytes = 50 * Mebi;
  // A slope is no level.
  auto Slope = deriveQuantities(
      "global-latency", Device,
      {curve("global-latency", "l1", octaves(2 * Kibi, 512 * Kibi, 4),
             [](double X) { return X / 100; }),
       curve("global-latency", "l2", octaves(32 * Kibi, 400 * Mebi, 4),
             [](double X) { return 100 + X / Mebi * 10; })});
  EXPECT_FALSE(named(Slope, "l1_latency_cycles").Ok);
  EXPECT_FALSE(named(Slope, "l2_latency_cycles").Ok);
  EXPECT_FALSE(named(Slope, "dram_latency_cycles").Ok);
}

TEST(DeriveGlobalLatency, NoClockNoNanoseconds) {
  DeviceFacts Device;
  Device.L2Bytes = 50 * Mebi;
  auto Found = deriveQuantities(
      "global-latency", Device,
      {curve(
          "global-latency", "l1", octaves(2 * Kibi, 512 * Kibi, 4),
          [](double X) { return X < 1e5 ? 40.0 : 270.0; }, 0)});
  EXPECT_TRUE(named(Found, "l1_latency_cycles").Ok);
  EXPECT_EQ(named(Found, "l1_latency_ns").Why, "absent");
}

TEST(DeriveGlobalLatency, AmdsNamelessCacheIsNotDram) {
  DeviceFacts Device;
  Device.Backend = "hip";
  Device.L2Bytes = 4 * Mebi;
  auto Found = deriveQuantities(
      "global-latency", Device,
      {curve("global-latency", "l2", octaves(32 * Kibi, 1024 * Mebi, 4),
             [](double X) {
               return X <= 4 * Mebi ? 300.0 : X <= 256 * Mebi ? 500.0 : 800.0;
             })});
  expectValue(Found, "dram_latency_cycles", 800);
}

TEST(DeriveSharedLatency, OneLevel) {
  auto Flat = [](double) { return 29.0; };
  expectValue(deriveQuantities("shared-latency", {},
                               {curve("shared-latency", "shared",
                                      {1024, 2048, 4096, 49152}, Flat)}),
              "shared_latency_cycles", 29);
  EXPECT_FALSE(
      named(deriveQuantities(
                "shared-latency", {},
                {curve("shared-latency", "shared", {1024, 2048, 4096, 49152},
                       [](double X) { return X > 4000 ? 33.0 : 29.0; })}),
            "shared_latency_cycles")
          .Ok);
}

std::vector<Quantity> constants(double L15Bytes, double ColdCycles) {
  return deriveQuantities(
      "constant-latency", {},
      {curve("constant-latency", "warm", octaves(256, 64 * Kibi, 8),
             [=](double X) {
               return X <= 2048 ? 21.0 : X <= L15Bytes ? 105.0 : 260.0;
             }),
       curve("constant-latency", "cold", {16 * Kibi, 32 * Kibi, 64 * Kibi},
             [=](double) { return ColdCycles; })});
}

TEST(DeriveConstantLatency, ThreeLevelsAndTwoSizes) {
  auto Found = constants(32 * Kibi, 300);
  expectValue(Found, "constant_l1_latency_cycles", 21);
  expectValue(Found, "constant_l15_latency_cycles", 105);
  expectValue(Found, "constant_l2_latency_cycles", 260);
  expectValue(Found, "constant_l1_bytes", 2048);
  expectValue(Found, "constant_l15_bytes", 32 * Kibi);
}

TEST(DeriveConstantLatency, ASecondCacheThatHoldsAllHasNoKnownSize) {
  auto Found = constants(64 * Kibi, 300);
  EXPECT_FALSE(named(Found, "constant_l15_bytes").Ok);
  expectValue(Found, "constant_l2_latency_cycles", 300);
  // First visits that cost no more have not left it.
  EXPECT_FALSE(
      named(constants(64 * Kibi, 107), "constant_l2_latency_cycles").Ok);
}

TEST(DeriveTextureLatency, Levels) {
  DeviceFacts Device;
  Device.L2Bytes = 50 * Mebi;
  auto Found = deriveQuantities(
      "texture-latency", Device,
      {curve("texture-latency", "texture", octaves(2 * Kibi, 200 * Mebi, 4),
             [](double X) {
               return X <= 192 * Kibi ? 44.0 : X <= 50 * Mebi ? 280.0 : 720.0;
             })});
  expectValue(Found, "texture_l1_latency_cycles", 44);
  expectValue(Found, "texture_l2_latency_cycles", 280);
  expectValue(Found, "texture_dram_latency_cycles", 720);
}

std::vector<Quantity> pages(double Step, double Last, double Miss) {
  return deriveQuantities(
      "tlb-latency", {},
      {curve("tlb-latency", "dram", octaves(2 * Mebi, Last, 4),
             [=](double X) { return X <= Step ? 600.0 : Miss; })});
}

TEST(DeriveTlbLatency, TheLevelBehindTheStep) {
  auto Found = pages(128 * Mebi, 4096 * Mebi, 950);
  expectValue(Found, "dram_tlb_miss_latency_cycles", 950);
  expectValue(Found, "tlb_reach_bytes", 128 * Mebi);
}

TEST(DeriveTlbLatency, TheLastOfTwoSteps) {
  auto Found =
      deriveQuantities("tlb-latency", {},
                       {curve("tlb-latency", "dram",
                              octaves(2 * Mebi, 65536 * Mebi, 4), [](double X) {
                                return X <= 64 * Mebi     ? 600.0
                                       : X <= 8192 * Mebi ? 800.0
                                                          : 1300.0;
                              })});
  expectValue(Found, "dram_tlb_miss_latency_cycles", 1300);
  expectValue(Found, "tlb_reach_bytes", 64 * Mebi);
}

TEST(DeriveTlbLatency, NoStepNoNumber) {
  auto Found = pages(1e18, 4096 * Mebi, 600);
  EXPECT_FALSE(named(Found, "dram_tlb_miss_latency_cycles").Ok);
  EXPECT_FALSE(named(Found, "tlb_reach_bytes").Ok);
}

TEST(DeriveUncoalesced, HongKimsLine) {
  DeviceFacts Device;
  auto Found =
      deriveQuantities("uncoalesced-latency", Device,
                       {curve("uncoalesced-latency", "dram_lines", upTo(32),
                              [](double K) { return 600 + 4 * (K - 1); }),
                        curve("uncoalesced-latency", "l2_lines", upTo(32),
                              [](double K) { return 250 + 2 * (K - 1); })});
  expectValue(Found, "mem_ld_cycles", 600);
  expectValue(Found, "departure_del_uncoal_cycles", 4);
  expectValue(Found, "uncoalesced_warp_latency_cycles", 724);
  expectValue(Found, "departure_del_uncoal_l2_lines_cycles", 2);
}

TEST(DeriveUncoalesced, WhatIsNoLineGivesNoSlope) {
  DeviceFacts Device;
  auto Found = deriveQuantities(
      "uncoalesced-latency", Device,
      {curve("uncoalesced-latency", "dram_lines", upTo(32), [](double K) {
        return 600 + (std::fmod(K, 2) > 0 ? 0.0 : 300.0);
      })});
  // One load's latency needs no line.
  expectValue(Found, "mem_ld_cycles", 600);
  EXPECT_FALSE(named(Found, "departure_del_uncoal_cycles").Ok);
  // Half a warp is no warp.
  auto Half =
      deriveQuantities("uncoalesced-latency", Device,
                       {curve("uncoalesced-latency", "dram_lines", upTo(16),
                              [](double K) { return 600 + 4 * (K - 1); })});
  EXPECT_FALSE(named(Half, "uncoalesced_warp_latency_cycles").Ok);
}

TEST(DeriveUncoalesced, TheLongestOfAFewLatenciesIsNoDeparture) {
  // The most of k latencies rises steeply with the first few lines.
  DeviceFacts Device;
  auto Found = deriveQuantities(
      "uncoalesced-latency", Device,
      {curve("uncoalesced-latency", "dram_lines", upTo(32), [](double K) {
        return 650 + 120 * (1 - std::exp(-(K - 1) / 3)) + 2 * (K - 1);
      })});
  expectValue(Found, "mem_ld_cycles", 650);
  expectValue(Found, "departure_del_uncoal_cycles", 2, 0.3);
}

TEST(DeriveWarpDeparture, OnlyWhereItIsALine) {
  // The first warps, one per scheduler, leave together.
  auto Late = [](double N) { return 500 + 2 * std::max(0.0, N - 12); };
  auto Found = deriveQuantities(
      "warp-departure", {}, {curve("warp-departure", "dram", upTo(32), Late)});
  expectValue(Found, "departure_del_coal_cycles", 2, 0.1);
  auto Flat = deriveQuantities("warp-departure", {},
                               {curve("warp-departure", "dram", upTo(32),
                                      [](double) { return 500.0; })});
  EXPECT_FALSE(named(Flat, "departure_del_coal_cycles").Ok);
}

} // namespace
