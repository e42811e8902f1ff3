//===- GpuAtClockTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/GpuAtClock.h"
#include "analysis/predict/PredictLaunch.h"
#include "gpumodel/Throughput.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(GpuAtClock, BoostChangesNothing) {
  const GpuModel Gpu = tinyGpu();
  auto At = gpuAtClock(Gpu, {});
  ASSERT_TRUE(static_cast<bool>(At));
  EXPECT_EQ(clockMhz(*At), clockMhz(Gpu));
  EXPECT_EQ(clockText(Gpu, {}), "");
}

TEST(GpuAtClock, BaseIsTheFilesOwnNumber) {
  GpuModel Gpu = tinyGpu();
  Gpu.BaseClockMhz = Fact{1200, FactStatus::Published, "test"};
  auto At = gpuAtClock(Gpu, {Clock::Kind::Base, 0});
  ASSERT_TRUE(static_cast<bool>(At));
  EXPECT_EQ(clockMhz(*At), 1200);
  EXPECT_EQ(clockText(Gpu, {Clock::Kind::Base, 0}),
            "at the base clock, 1200 MHz");
}

TEST(GpuAtClock, AFileWithoutABaseClockIsAnError) {
  GpuModel Gpu = tinyGpu();
  Gpu.BaseClockMhz.reset();
  auto At = gpuAtClock(Gpu, {Clock::Kind::Base, 0});
  ASSERT_FALSE(static_cast<bool>(At));
  EXPECT_NE(llvm::toString(At.takeError()).find("no base_clock_mhz"),
            std::string::npos);
}

TEST(GpuAtClock, WhatThePowerLimitSustainsIsTheFilesOwnNumberToo) {
  GpuModel Gpu = tinyGpu();
  const Clock Sustained{Clock::Kind::Sustained, 0};
  auto Missing = gpuAtClock(Gpu, Sustained);
  ASSERT_FALSE(static_cast<bool>(Missing));
  EXPECT_NE(llvm::toString(Missing.takeError()).find("no sustained_clock_mhz"),
            std::string::npos);
  Gpu.SustainedClockMhz = Fact{1100, FactStatus::Published, "test"};
  auto At = gpuAtClock(Gpu, Sustained);
  ASSERT_TRUE(static_cast<bool>(At));
  EXPECT_EQ(clockMhz(*At), 1100);
  EXPECT_EQ(clockText(Gpu, Sustained),
            "at the clock that its power limit sustains, 1100 MHz");
}

TEST(GpuAtClock, AKernelThatComputesTakesTwiceAsLongAtHalfTheClock) {
  const GpuModel Gpu = tinyGpu();
  KernelSummary Kernel = chainOfLoads(16);
  Kernel.Loops[0].BackedgeTaken = Kernel.Exprs.constant(9999);
  Launch L;
  L.Grid = {64, 1, 1};
  L.Block = {256, 1, 1};
  auto Fast = predictLaunch(Kernel, L, Gpu);
  L.Conditions.RunsAt = {Clock::Kind::Mhz, clockMhz(Gpu) / 2};
  auto Slow = predictLaunch(Kernel, L, Gpu);
  ASSERT_TRUE(Fast && Slow);
  EXPECT_NEAR(Slow->TimeUs.Value / Fast->TimeUs.Value, 2, 0.05);
}
