//===- WordingTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "analysis/report/Counts.h"
#include "gtest/gtest.h"
#include <limits>

using namespace gpuperf;

TEST(Wording, SharesOfATimeAreNeverAllOfIt) {
  EXPECT_EQ(formatShareOfTime(49.7, /*AtLeast=*/false), "50%");
  EXPECT_EQ(formatShareOfTime(49.7, /*AtLeast=*/true), "at least 49%");
  EXPECT_EQ(formatShareOfTime(99.98, /*AtLeast=*/false), "99%");
  EXPECT_EQ(formatShareOfTime(100, /*AtLeast=*/true), "at least 99%");
}

TEST(Wording, TimesCarryTheUnitThatFits) {
  EXPECT_EQ(formatTimeUs(3.1234), "3.12 us");
  EXPECT_EQ(formatTimeUs(999.4), "999 us");
  EXPECT_EQ(formatTimeUs(41300), "41.3 ms");
  EXPECT_EQ(formatTimeUs(2.5e6), "2.5 s");
  EXPECT_EQ(formatTimeUs(0), "0 us");
}

TEST(Wording, BandUsesTheUnitOfTheValue) {
  EXPECT_EQ(formatTimeBand({800, 1200, 2400, {}}), "1.2 ms (0.8 to 2.4)");
}

TEST(Wording, AWideBandLeavesOneDigit) {
  const Estimate Rough = {6.4, 42.7, 291, {}};
  EXPECT_TRUE(isRough(Rough));
  EXPECT_EQ(formatTimeBand(Rough), "about 40 us (6 to 300)");
  EXPECT_EQ(formatTimeOf(Rough), "about 40 us");
  // The rounded value decides the unit.
  EXPECT_EQ(formatTimeBand({100, 980, 9000, {}}), "about 1 ms (0.1 to 9)");
  EXPECT_FALSE(isRough({10, 40, 160, {}}));
  EXPECT_EQ(formatTimeOf({12, 42.7, 160, {}}), "42.7 us");
  // Beyond a factor of four to one side is enough.
  EXPECT_EQ(formatTimeBand({10, 42.7, 50, {}}), "about 40 us (10 to 50)");
  EXPECT_EQ(formatTimeBand({42, 42.7, 180, {}}), "about 40 us (40 to 200)");
}

TEST(Wording, CountsStayWhole) {
  EXPECT_EQ(formatNumber(256), "256");
  EXPECT_EQ(formatNumber(999999), "999999");
  EXPECT_EQ(formatNumber(0.2578), "0.258");
  EXPECT_EQ(formatNumber(std::numeric_limits<double>::infinity()), "unknown");
}

TEST(Wording, NoNumberHasAnExponent) {
  EXPECT_EQ(formatNumber(1e6), "1 million");
  EXPECT_EQ(formatNumber(1.48e8), "148 million");
  EXPECT_EQ(formatNumber(2.5e9), "2.5 billion");
  EXPECT_EQ(formatNumber(-3e12), "-3 trillion");
  EXPECT_EQ(formatNumber(0.000389), "0.000389");
  EXPECT_EQ(formatNumber(0.0000123), "0.0000123");
}

TEST(Wording, BytesAndDims) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(49152), "48 KiB");
  EXPECT_EQ(formatBytes(1.5 * (1 << 30)), "1.5 GiB");
  EXPECT_EQ(formatDim({4096, 1, 1}), "4096");
  EXPECT_EQ(formatDim({64, 32, 1}), "64 x 32");
  EXPECT_EQ(formatDim({1, 1, 8}), "1 x 1 x 8");
}

TEST(Wording, LimiterNamesItsAmount) {
  Prediction P;
  P.Occ.BlocksPerSm = 1;
  P.Occ.WarpsPerBlock = 8;
  P.Occ.Limiter = OccupancyLimiter::Registers;
  P.RegistersPerThread = 168;
  EXPECT_EQ(describeLimiter(P),
            "1 block of 8 warps per SM, limited by registers (168 per thread)");
}

TEST(Counts, TotalsBySpace) {
  KernelSummary K;
  K.Accesses.resize(3);
  K.Accesses[0].Space = MemSpace::Global;
  K.Accesses[1].Space = MemSpace::Global;
  K.Accesses[2].Space = MemSpace::Shared;
  WarpProfile W;
  W.Accesses.resize(3);
  W.Accesses[0].Requests = 10;
  W.Accesses[0].SectorsPerRequest = Estimate::exact(4);
  W.Accesses[1].Requests = 5;
  W.Accesses[1].SectorsPerRequest = Estimate::exact(32);
  W.Accesses[2].Requests = 7;
  W.Accesses[2].PassesPerRequest = Estimate::exact(2);
  W.WarpInstructions[unsigned(OpClass::Fp32Fma)] = 3;
  W.WarpInstructions[unsigned(OpClass::Free)] = 99;
  LaunchCounts C = countLaunch(K, W);
  EXPECT_EQ(C.Requests["global"], 15);
  EXPECT_EQ(C.Sectors["global"], 200);
  EXPECT_EQ(C.BankPasses, 14);
  EXPECT_EQ(C.Sectors.count("shared"), 0u);
  EXPECT_EQ(C.WarpInstructions["fp32_fma"], 3);
  EXPECT_EQ(C.WarpInstructions.count("free"), 0u);
}
