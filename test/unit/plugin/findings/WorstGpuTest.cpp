//===- WorstGpuTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/WorstGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
struct Cost {
  Estimate TimeUs, WithoutUs;
};

class WorstGpuTest : public testing::Test {
protected:
  /// One GPU more, on which the launch takes \p WithoutUs of 100 us.
  void add(const char *Gpu, std::optional<double> WithoutUs) {
    GpuAnswer &On = Answer.PerGpu.emplace_back();
    On.Gpu = Gpu;
    On.P.emplace();
    On.Kernel = &Kernel;
    Gpus.emplace_back().Name = Gpu;
    Without.push_back(WithoutUs);
  }
  /// Name of the worst GPU and what is gained there; empty if there is none.
  std::pair<std::string, double> worst(double MinGainPercent) {
    auto Find = [&](const GpuAnswer &On,
                    const GpuModel &Gpu) -> std::optional<Cost> {
      EXPECT_EQ(On.Gpu, Gpu.Name);
      ++Asked;
      const std::optional<double> Us = Without[&On - Answer.PerGpu.data()];
      if (!Us)
        return std::nullopt;
      return Cost{Estimate::exact(100), Estimate::exact(*Us)};
    };
    const auto Found = worstGpu(Answer, Gpus, MinGainPercent, Find);
    if (!Found)
      return {};
    return {Found->On->Gpu, Found->GainPercent};
  }
  using Pair = std::pair<std::string, double>;

  KernelSummary Kernel;
  LaunchAnswer Answer;
  std::vector<GpuModel> Gpus;
  std::vector<std::optional<double>> Without; ///< by GPU
  unsigned Asked = 0;
};
} // namespace

TEST_F(WorstGpuTest, TheOneThatLosesMostIsTaken) {
  add("a", 80), add("b", 50), add("c", std::nullopt), add("d", 70);
  EXPECT_EQ(worst(10), Pair("b", 50));
}

TEST_F(WorstGpuTest, OfEqualsTheFirst) {
  add("a", 90), add("b", 50), add("c", 50);
  EXPECT_EQ(worst(10), Pair("b", 50));
}

TEST_F(WorstGpuTest, WhatGainsTooLittleIsNone) {
  add("a", 80), add("b", 75);
  EXPECT_EQ(worst(25), Pair("b", 25));
  EXPECT_EQ(worst(26), Pair());
  // A change that gains nothing is no finding, whatever the user asks for.
  Without = {100, 120};
  EXPECT_EQ(worst(0), Pair());
}

TEST_F(WorstGpuTest, AGpuWithoutAPredictionIsNotAsked) {
  add("a", 10), add("b", 20), add("c", 60);
  Answer.PerGpu[0].P.reset();
  Answer.PerGpu[1].Kernel = nullptr;
  EXPECT_EQ(worst(10), Pair("c", 40));
  EXPECT_EQ(Asked, 1u);
  Answer.PerGpu.clear();
  EXPECT_EQ(worst(10), Pair());
}
