//===- OpenSizeTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/OpenSize.h"
#include "gmock/gmock.h"
#include <cmath>

using namespace gpuperf;
using testing::Each;
using testing::Ge;

namespace {
using Time = std::function<std::optional<double>(double)>;

/// Of a size "n" that is assumed 1000.
std::optional<OpenSize> sizeOf(const Time &At, double Value = 1000) {
  return findOpenSize("n", Value, *At(Value), At);
}
} // namespace

TEST(OpenSize, TimesThatAreProportionalToTheSize) {
  auto S = sizeOf([](double N) { return N / 1000; });
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Name, "n");
  EXPECT_EQ(S->Value, 1000);
  EXPECT_DOUBLE_EQ(S->Influence, 16);
  ASSERT_TRUE(S->Law);
  EXPECT_DOUBLE_EQ(S->Law->PerUnitUs, 0.001);
  EXPECT_DOUBLE_EQ(S->Law->FixedUs, 0);
  EXPECT_EQ(S->Law->From, 62); // a sixteenth, whole
  EXPECT_EQ(S->Law->To, 4000);
}

TEST(OpenSize, AFixedPartIsKeptApart) {
  auto S = sizeOf([](double N) { return 5 + N / 1000; });
  ASSERT_TRUE(S && S->Law);
  EXPECT_DOUBLE_EQ(S->Law->FixedUs, 5);
  EXPECT_DOUBLE_EQ(S->Law->PerUnitUs, 0.001);
  EXPECT_DOUBLE_EQ(S->Influence, 9 / 5.25);
}

TEST(OpenSize, TheLawHoldsAsFarAsItWasLookedAt) {
  // Below 200 the time does not fall any more.
  auto S = sizeOf([](double N) { return std::max(N, 200.0) / 1000; });
  ASSERT_TRUE(S && S->Law);
  EXPECT_EQ(S->Law->From, 250);
  // Below 900: at a quarter of the size the law is wrong.
  S = sizeOf([](double N) { return std::max(N, 900.0) / 1000; });
  ASSERT_TRUE(S);
  EXPECT_FALSE(S->Law);
}

TEST(OpenSize, OtherGrowthHasNoLaw) {
  auto S = sizeOf([](double N) { return N * N / 1e6; });
  ASSERT_TRUE(S);
  EXPECT_DOUBLE_EQ(S->Influence, 256);
  EXPECT_FALSE(S->Law);
  // A time that falls with the size.
  S = sizeOf([](double N) { return 1000 / N; });
  ASSERT_TRUE(S);
  EXPECT_DOUBLE_EQ(S->Influence, 1.0 / 16);
  EXPECT_FALSE(S->Law);
}

TEST(OpenSize, SizesThatDoNotMatterAreNone) {
  EXPECT_FALSE(sizeOf([](double) { return 5; }));
  EXPECT_FALSE(sizeOf([](double N) { return 5 + N * 1e-4; }));
  EXPECT_TRUE(sizeOf([](double N) { return 5 + N * 2e-4; }));
  EXPECT_FALSE(sizeOf([](double N) { return 5 - N * 1e-4; }));
}

TEST(OpenSize, SizesWithoutATime) {
  // Nothing larger can be launched: the influence is that of what is left.
  auto S = sizeOf([](double N) -> std::optional<double> {
    return N > 1000 ? std::nullopt : std::optional(N / 1000);
  });
  ASSERT_TRUE(S);
  EXPECT_DOUBLE_EQ(S->Influence, 4);
  EXPECT_FALSE(S->Law);
  EXPECT_FALSE(sizeOf([](double N) -> std::optional<double> {
    return N == 1000 ? std::optional(1.0) : std::nullopt;
  }));
}

TEST(OpenSize, OnlyWholeSizesFromOneOnAreAskedFor) {
  for (double Value : {1.0, 2.0, 7.0, 1001.0}) {
    std::vector<double> Asked;
    findOpenSize("n", Value, Value, [&](double N) {
      Asked.push_back(N);
      return std::optional(N);
    });
    EXPECT_THAT(Asked, Each(Ge(1)));
    for (double N : Asked)
      EXPECT_EQ(N, std::floor(N));
  }
}

TEST(OpenSize, WordingOfTimes) {
  const Estimate T{800, 1200, 2400, {}};
  EXPECT_EQ(describeTime(T, {}), "1.2 ms (0.8 to 2.4)");
  OpenSize N{"n", 1048576, 16, std::nullopt}, M{"m", 64, 4, std::nullopt};
  EXPECT_EQ(describeTime(T, {N}), "1.2 ms at n = 1048576 (n unknown)");
  EXPECT_EQ(describeTime(T, {N, M}),
            "1.2 ms at n = 1048576, m = 64 (n and m unknown)");
  N.Law = SizeLaw{0, 0.0012, 65536, 4194304};
  EXPECT_EQ(describeTime(T, {N}),
            "1.2 ns per n (n unknown; 1.2 ms at n = 1048576)");
  N.Law->FixedUs = 59; // less than a twentieth is not worth a word
  EXPECT_EQ(describeTime(T, {N}),
            "1.2 ns per n (n unknown; 1.2 ms at n = 1048576)");
  N.Law->PerUnitUs = 0.0000025;
  EXPECT_EQ(describeTime(T, {N}),
            "2.5 ps per n (n unknown; 1.2 ms at n = 1048576)");
  N.Law->PerUnitUs = 3.5;
  N.Law->FixedUs = 100;
  EXPECT_EQ(describeTime(T, {N, M}),
            "100 us + 3.5 us per n (n and m unknown; 1.2 ms at n = 1048576, m "
            "= 64)");
}

TEST(OpenSize, AWideBandLeavesOneDigit) {
  const Estimate T{100, 1234, 9000, {}};
  OpenSize N{"n", 1048576, 16, std::nullopt};
  EXPECT_EQ(describeTime(T, {N}), "about 1 ms at n = 1048576 (n unknown)");
  N.Law = SizeLaw{123, 0.00126, 65536, 4194304};
  EXPECT_EQ(describeTime(T, {N}), "about 100 us + 1 ns per n (n unknown; about "
                                  "1 ms at n = 1048576)");
  EXPECT_EQ(describeTimeShortly(T, {N}), "about 100 us + 1 ns per n");
}
