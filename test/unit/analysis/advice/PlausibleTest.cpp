//===- PlausibleTest.cpp - Launches that a program may make --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/Plausible.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "test/unit/analysis/advice/PairIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(Plausible, EachArrayCountsOnce) {
  // 8 bytes of p and 4 of q per thread.
  const Asked A = ask(pairKernel(8), {1 << 16}, {256});
  EXPECT_NEAR(touchedBytes(A.K, A.P.Profile), 12.0 * (1 << 24),
              0.01 * (1 << 24));
  EXPECT_NEAR(touchedBytesOf(0, A.K, A.P.Profile), 8.0 * (1 << 24),
              0.01 * (1 << 24));
  EXPECT_NEAR(touchedBytesOf(1, A.K, A.P.Profile), 4.0 * (1 << 24),
              0.01 * (1 << 24));
  EXPECT_EQ(touchedBytesOf(2, A.K, A.P.Profile), 0);
}

TEST(Plausible, WhatDoesNotFitIntoTheMemoryIsNot) {
  const Asked Fits = ask(pairKernel(8), {1 << 20}, {1024});
  EXPECT_TRUE(isPlausible(Fits.K, Fits.P, Fits.Gpu));
  // 2^32 threads: 48 GiB on a GPU with 40.
  const Asked Large = ask(pairKernel(8), {1 << 22}, {1024});
  EXPECT_FALSE(isPlausible(Large.K, Large.P, Large.Gpu));
  GpuModel Unknown = Large.Gpu;
  Unknown.DramBytes.reset();
  EXPECT_TRUE(isPlausible(Large.K, Large.P, Unknown));
}

TEST(Plausible, AGridThatIsSentAwayIsNot) {
  const auto OfElements = [](int64_t N) {
    const Asked A = ask("saxpy", {1 << 16}, {256}, {N, {}, {}, {}});
    return isPlausible(A.K, A.P, A.Gpu);
  };
  EXPECT_TRUE(OfElements(1 << 24));
  EXPECT_TRUE(OfElements(1 << 22));
  EXPECT_FALSE(OfElements(1024));
}

TEST(Plausible, NoLaunchTakesHours) {
  Asked A = ask(pairKernel(8), {64}, {256});
  EXPECT_TRUE(isPlausible(A.K, A.P, A.Gpu));
  A.P.TimeUs = Estimate::exact(3601e6);
  EXPECT_FALSE(isPlausible(A.K, A.P, A.Gpu));
}

TEST(Plausible, GuessedPathsAreTold) {
  Asked A = ask(pairKernel(8), {64}, {256});
  EXPECT_FALSE(restsOnGuessedPaths(A.P));
  A = ask(pairKernel(8, /*Guarded=*/true), {64}, {256});
  EXPECT_TRUE(restsOnGuessedPaths(A.P));
}
