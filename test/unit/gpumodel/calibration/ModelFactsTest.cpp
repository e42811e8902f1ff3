//===- ModelFactsTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ModelFacts.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

std::string pathOf(llvm::StringRef Name) {
  std::optional<FactPlace> Place = placeOf(Name);
  return Place ? Place->Path : "";
}

TEST(ModelFacts, NamesOfQuantitiesFindTheirPlace) {
  EXPECT_EQ(pathOf("dram_latency_cycles"), "latency.dram_latency_cycles");
  EXPECT_EQ(pathOf("latency.dram_latency_cycles"),
            "latency.dram_latency_cycles");
  EXPECT_EQ(pathOf("sm_count"), "sm_count");
  EXPECT_EQ(pathOf("mem_ld_cycles"), "hong_kim.mem_ld_cycles");
  EXPECT_EQ(pathOf("hong_kim.mem_ld_cycles"), "hong_kim.mem_ld_cycles");
  EXPECT_EQ(pathOf("hong_kim.throughput_per_clk_per_cu.fp32_add"),
            "throughput_per_clk_per_cu.fp32_add");
  EXPECT_EQ(pathOf("latency_cycles.fp32_fma"), "latency_cycles.fp32_fma");
  EXPECT_EQ(pathOf("throughput_results_per_clk_per_sm.fp32_add_mul_fma"),
            "throughput_results_per_clk_per_sm.fp32_add_mul_fma");
  EXPECT_EQ(pathOf("time_lines.4.base_us"), "time_lines.4.base_us");
  EXPECT_EQ(pathOf("launch.time_lines.4.grid_slope_us"),
            "time_lines.4.grid_slope_us");
  EXPECT_EQ(placeOf("time_lines.4.base_us")->LaunchWarps, 4u);
}

TEST(ModelFacts, WhatIsNotInAFileHasNoPlace) {
  for (llvm::StringRef Name :
       {"", "l1_reach_bytes", "fp32_fma", "fp32_add_mul_fma",
        "time_lines.0.base_us", "time_lines.65.base_us", "time_lines.x.base_us",
        "time_lines.4.slope", "latency_cycles.", "latency_cycles.none",
        "caches.dram_latency_cycles", "limits.warp_size", "warp_size"})
    EXPECT_EQ(pathOf(Name), "") << Name.str();
}

TEST(ModelFacts, EveryShippedNumberHasItsPlace) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name), Empty;
    for (const ModelFact &F : factsOf(Gpu)) {
      ASSERT_EQ(pathOf(F.Path), F.Path);
      setFact(Empty, *placeOf(F.Path), F.Value);
      EXPECT_EQ(factAt(Empty, F.Path)->Value, F.Value.Value) << F.Path;
    }
  }
}

TEST(ModelFacts, SetAndRemove) {
  GpuModel Gpu = loadGpu("h200-sxm");
  FactPlace L1 = *placeOf("l1_latency_cycles");
  setFact(Gpu, L1, std::nullopt);
  EXPECT_FALSE(Gpu.L1LatencyCycles);
  setFact(Gpu, L1, Fact{7, FactStatus::Measured, "x"});
  EXPECT_EQ(Gpu.L1LatencyCycles->Value, 7);
  // The number of SMs must be there.
  setFact(Gpu, *placeOf("sm_count"), std::nullopt);
  EXPECT_EQ(Gpu.SmCount.Value, 132);
}

TEST(ModelFacts, LaunchLinesRiseByWarps) {
  GpuModel Gpu;
  for (unsigned Warps : {8, 1, 4, 8})
    setLaunchLine(Gpu, {Warps, 0.1 * Warps, double(Gpu.LaunchTimeLines.size()),
                        FactStatus::Measured, "x"});
  ASSERT_EQ(Gpu.LaunchTimeLines.size(), 3u);
  EXPECT_EQ(Gpu.LaunchTimeLines[0].WarpsPerBlock, 1u);
  EXPECT_EQ(Gpu.LaunchTimeLines[2].WarpsPerBlock, 8u);
  EXPECT_EQ(Gpu.LaunchTimeLines[2].BaseUs, 3); // the later one
  EXPECT_EQ(factAt(Gpu, "time_lines.4.base_us")->Value, 2);
}

} // namespace
