//===- BandwidthTest.cpp --------------------------------------------------===//
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

constexpr double Kibi = 1024, Mebi = 1024 * 1024;

template <typename F>
Series curve(const char *Benchmark, const std::string &Name,
             const std::vector<double> &Xs, F Value, double ClockMhz = 0) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  S.XName = "x";
  S.ClockMhz = ClockMhz;
  for (double X : Xs)
    S.Points.push_back({X, Value(X), Value(X) * 0.99, Value(X) * 1.01, 5});
  return S;
}

/// 3,200 MHz of 5,120 bits, twice a clock: 4,096 GB/s.
DeviceFacts device() {
  DeviceFacts D;
  D.Backend = "cuda";
  D.L2Bytes = 50 * Mebi;
  D.MemoryClockMhz = 3200;
  D.MemoryBusBits = 5120;
  return D;
}

std::vector<Series> dramCurves(double Read, double BufferBytes) {
  std::vector<double> Threads = {256, 512, 1024, 2048};
  std::vector<Series> All;
  for (double InFlight : {2, 4, 8})
    for (const char *Kind : {"read_", "copy_"})
      All.push_back(curve("dram-bandwidth",
                          Kind + std::to_string(int(InFlight)), Threads,
                          [=](double T) {
                            double Part = T == 1024 && InFlight == 4 ? 1 : 0.8;
                            return (Kind[0] == 'r' ? Read : 3200) * Part;
                          }));
  for (Series &S : All)
    S.Params = {{"buffer_bytes", BufferBytes}};
  return All;
}

TEST(DeriveDramBandwidth, TheHighestOfAllCurves) {
  auto Found = deriveQuantities("dram-bandwidth", device(),
                                dramCurves(3900, 1024 * Mebi));
  expectValue(Found, "dram_achievable_read_gbps", 3900);
  expectValue(Found, "dram_achievable_copy_gbps", 3200);
}

TEST(DeriveDramBandwidth, MoreThanTheBusCarriesIsACache) {
  auto Found = deriveQuantities("dram-bandwidth", device(),
                                dramCurves(4500, 1024 * Mebi));
  EXPECT_FALSE(named(Found, "dram_achievable_read_gbps").Ok);
  EXPECT_TRUE(named(Found, "dram_achievable_copy_gbps").Ok);
  // AMD's driver counts clocks in another way: no check there.
  DeviceFacts Amd = device();
  Amd.Backend = "hip";
  EXPECT_TRUE(named(deriveQuantities("dram-bandwidth", Amd,
                                     dramCurves(4500, 1024 * Mebi)),
                    "dram_achievable_read_gbps")
                  .Ok);
}

TEST(DeriveDramBandwidth, ABufferThatL2HoldsIsNotDram) {
  auto Found =
      deriveQuantities("dram-bandwidth", device(), dramCurves(3900, 60 * Mebi));
  EXPECT_FALSE(named(Found, "dram_achievable_read_gbps").Ok);
}

std::vector<Quantity> l2(double Far, double Dram, double ClockMhz = 1980) {
  std::vector<double> Sizes;
  for (double X = 256 * Kibi; X <= 200 * Mebi; X *= 1.1)
    Sizes.push_back(X);
  return deriveQuantities(
      "l2-bandwidth", device(),
      {curve(
          "l2-bandwidth", "read", Sizes,
          [=](double X) {
            return X <= 25 * Mebi ? 9900.0 : X <= 48 * Mebi ? Far : Dram;
          },
          ClockMhz)});
}

TEST(DeriveL2Bandwidth, NearInBytesPerClockAndFar) {
  auto Found = l2(7500, 3900);
  expectValue(Found, "l2_bytes_per_clk_total", 5000);
  expectValue(Found, "l2_gbps", 9900);
  expectValue(Found, "l2_far_gbps", 7500);
}

TEST(DeriveL2Bandwidth, OnePartitionHasNoFar) {
  EXPECT_EQ(named(l2(9900, 3900), "l2_far_gbps").Why, "absent");
  EXPECT_EQ(named(l2(3900, 3900), "l2_far_gbps").Why, "absent");
}

TEST(DeriveL2Bandwidth, ChecksThatFail) {
  EXPECT_FALSE(named(l2(9900, 9900), "l2_bytes_per_clk_total").Ok)
      << "DRAM as fast as L2";
  EXPECT_FALSE(named(l2(7500, 3900, 0), "l2_bytes_per_clk_total").Ok)
      << "no clock";
  EXPECT_TRUE(named(l2(7500, 3900, 0), "l2_gbps").Ok);
}

std::vector<Quantity> l1(double One, double All) {
  std::vector<double> Sizes = {16384, 32768, 65536, 262144};
  auto Peak = [](double Top) {
    return [=](double X) { return X <= 65536 ? Top : Top / 2; };
  };
  return deriveQuantities(
      "l1-bandwidth", device(),
      {curve("l1-bandwidth", "one_sm_256", Sizes, Peak(One)),
       curve("l1-bandwidth", "all_sms_256", Sizes, Peak(All)),
       curve("l1-bandwidth", "all_sms_1024", Sizes, Peak(All - 3))});
}

TEST(DeriveL1Bandwidth, AllSmsMustReadWhatOneDoes) {
  expectValue(l1(127, 126), "l1_bytes_per_clk_per_sm", 126);
  EXPECT_FALSE(named(l1(127, 90), "l1_bytes_per_clk_per_sm").Ok);
}

std::vector<Quantity> shared(double TwoWays) {
  std::vector<Series> All = {
      curve("shared-bandwidth", "read", {32, 128, 1024},
            [](double T) { return 126 * T / 1024; }),
      curve("shared-bandwidth", "read_ways", {1, 2, 4, 8, 16, 32},
            [=](double W) { return W == 2 ? TwoWays : W; }),
      curve("shared-bandwidth", "width", {4, 8, 16},
            [](double W) { return W == 16 ? 127.5 : 126; })};
  All[0].Params = {{"ways", 1}};
  return deriveQuantities("shared-bandwidth", device(), All);
}

TEST(DeriveSharedBandwidth, TwoWaysTakeTwice) {
  expectValue(shared(2), "shared_bytes_per_clk_per_sm", 127.5);
  expectValue(shared(2), "shared_cycles_per_way", 1);
  EXPECT_FALSE(named(shared(1), "shared_bytes_per_clk_per_sm").Ok);
}

TEST(DeriveReadWriteMix, EndAndMiddle) {
  auto Found = deriveQuantities(
      "read-write-mix", device(),
      {curve("read-write-mix", "mix", {0, 10, 50, 100},
             [](double P) { return P == 50 ? 3000.0 : 3800.0; })});
  expectValue(Found, "dram_half_writes_gbps", 3000);
  expectValue(Found, "dram_write_gbps", 3800);
}

TEST(DeriveGlobalBandwidth, SectorsOfRandomReads) {
  Series Random = curve("global-bandwidth", "read_random_4", {32, 1024, 65536},
                        [](double T) { return T > 2000 ? 400.0 : 10.0; });
  Random.Params = {{"moved_per_requested", 8}};
  Series Sequential =
      curve("global-bandwidth", "read_sequential_4", {32, 1024, 4096, 65536},
            [](double T) {
              return T < 4000 ? 1000.0 : T < 5000 ? 3700.0 : 3900.0;
            });
  auto Found =
      deriveQuantities("global-bandwidth", device(), {Random, Sequential});
  expectValue(Found, "dram_random_sectors_gbps", 3200);
  expectValue(Found, "threads_for_dram", 4096);
  // Without its parameter the moved bytes are not known.
  Random.Params.clear();
  EXPECT_FALSE(named(deriveQuantities("global-bandwidth", device(), {Random}),
                     "dram_random_sectors_gbps")
                   .Ok);
}

TEST(DeriveGlobalBandwidth, SamplesThatDifferAreNotUsed) {
  Series Noisy = curve("global-bandwidth", "read_random_4", {32, 65536},
                       [](double) { return 400.0; });
  Noisy.Params = {{"moved_per_requested", 8}};
  for (Point &P : Noisy.Points)
    P.Low = 100;
  EXPECT_FALSE(named(deriveQuantities("global-bandwidth", device(), {Noisy}),
                     "dram_random_sectors_gbps")
                   .Ok);
}

TEST(DerivePermutation, ElementsOfFourBytes) {
  std::vector<Series> All;
  for (auto [Name, Gbps] :
       {std::pair("copy", 3200.0), std::pair("scatter", 500.0),
        std::pair("gather", 600.0)}) {
    double Factor = Gbps / 4;
    All.push_back(curve("permutation", Name, {4, 8, 16},
                        [=](double W) { return Factor * W; }));
  }
  auto Found = deriveQuantities("permutation", device(), All);
  expectValue(Found, "permute_copy_gbps", 3200);
  expectValue(Found, "permute_scatter_gbps", 500);
  expectValue(Found, "permute_gather_gbps", 600);
}

TEST(DeriveTextureBandwidth, HighestPoint) {
  auto Found = deriveQuantities(
      "texture-bandwidth", device(),
      {curve("texture-bandwidth", "read_sequential_4", {32, 1024, 65536},
             [](double T) { return T == 1024 ? 3000.0 : 2000.0; })});
  expectValue(Found, "texture_read_sequential_4_gbps", 3000);
}

} // namespace
