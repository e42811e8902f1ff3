//===- HomogeneityTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/Homogeneity.h"
#include "test/unit/gpumodel/calibration/MadeUp.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

std::vector<ResultsRun> cluster(std::vector<double> Factors) {
  std::vector<ResultsRun> Runs;
  for (double Factor : Factors)
    Runs.push_back(madeUpRun(40, Factor, static_cast<int>(Runs.size())));
  return Runs;
}

std::vector<Homogeneity> tests(const std::vector<ResultsRun> &Runs) {
  std::vector<std::string> Notes;
  return homogeneityOf(Runs, figuresOf(Runs, Notes));
}

TEST(Homogeneity, OneGpuHasNoSpread) {
  EXPECT_TRUE(tests(cluster({1})).empty());
  EXPECT_EQ(homogeneityText({}, {}), "");
  // Nor has one that was run twice.
  std::vector<ResultsRun> Twice = {madeUpRun(40), madeUpRun(44)};
  EXPECT_TRUE(tests(Twice).empty());
}

TEST(Homogeneity, ASoundClusterHasNoOutlier) {
  std::vector<ResultsRun> Runs = cluster({1, 1.004, 0.997, 1.001});
  std::vector<Homogeneity> Found = tests(Runs);
  ASSERT_FALSE(Found.empty());
  for (const Homogeneity &H : Found) {
    EXPECT_EQ(H.Gpus, 4u);
    EXPECT_LT(H.spread(), 0.01) << H.Name;
    EXPECT_TRUE(H.Outliers.empty()) << H.Name;
  }
  EXPECT_EQ(homogeneityText(Runs, Found).find("stands apart"),
            std::string::npos);
}

TEST(Homogeneity, TheSlowGpuIsNamed) {
  std::vector<ResultsRun> Runs = cluster({1, 1.004, 1.1, 0.997, 1.001});
  std::vector<Homogeneity> Found = tests(Runs);
  ASSERT_FALSE(Found.empty());
  EXPECT_EQ(Found.front().Kind, TestKind::Memory);
  EXPECT_NEAR(Found.front().spread(), 0.103, 0.005); // the widest first
  EXPECT_EQ(Found.front().Outliers, std::vector<size_t>{2});
  std::string Text = homogeneityText(Runs, Found);
  EXPECT_NE(Text.find("rank 2 (id2) stands apart"), std::string::npos) << Text;
  EXPECT_EQ(Text.find("rank 1 (id1) stands apart"), std::string::npos) << Text;
}

TEST(Homogeneity, OfTwoNobodyKnowsWhich) {
  for (const Homogeneity &H : tests(cluster({1, 1.3})))
    EXPECT_TRUE(H.Outliers.empty()) << H.Name;
}

TEST(Homogeneity, SharesSizesAndRepetitionsAreNoTests) {
  std::vector<ResultsRun> Runs = {madeUpRun(40, 1, 0), madeUpRun(40, 1, 1),
                                  madeUpRun(40, 1, 2)};
  auto Of = [](const char *Name, const char *Unit, double Factor) {
    Figure F = madeUpFigure(Name, 10);
    F.Q.Unit = Unit;
    F.PerRun = {{0, 10 * Factor}, {1, 11 * Factor}, {2, 12 * Factor}};
    return F;
  };
  std::vector<Homogeneity> Tests = homogeneityOf(
      Runs, {Of("x_latency_cycles", "cycles", 1), Of("x_latency_ns", "ns", 0.5),
             Of("sm_compute_spread_percent", "%", 1),
             Of("l1_reach_bytes", "bytes", 1),
             Of("results_per_clk_per_sm.y", "results/clk/SM", 3),
             Of("throughput_results_per_clk_per_sm.z", "results/clk/SM", 3)});
  ASSERT_EQ(Tests.size(), 2u);
  EXPECT_EQ(Tests[0].Name, "x_latency_cycles");
  EXPECT_EQ(Tests[1].Name, "results_per_clk_per_sm.y");
}

TEST(Homogeneity, KindsOfTests) {
  auto Kind = [](const char *Benchmark, const char *Name) {
    Quantity Q;
    Q.Benchmark = Benchmark;
    Q.Name = Name;
    return testKindOf(Q);
  };
  EXPECT_EQ(Kind("global-latency", "dram_latency_cycles"), TestKind::Memory);
  EXPECT_EQ(Kind("instruction-latency", "latency_cycles.fp32_fma"),
            TestKind::Compute);
  EXPECT_EQ(Kind("x", "throughput_results_per_clk_per_sm.popc"),
            TestKind::Compute);
  EXPECT_EQ(Kind("x", "latency_cycles.load_shared"), TestKind::Memory);
  EXPECT_EQ(Kind("x", "latency_cycles.atomic_global"), TestKind::Memory);
  EXPECT_EQ(Kind("launch-lines", "time_lines.1.base_us"), TestKind::Launch);
  EXPECT_EQ(Kind("block-turnaround", "block_turnaround_cycles"),
            TestKind::Launch);
  EXPECT_EQ(Kind("float-operations", "results_per_clk_per_sm.fma"),
            TestKind::Compute);
  EXPECT_EQ(Kind("shared-atomics", "shared_update.add"), TestKind::Memory);
  EXPECT_EQ(Kind("sm-spread", "sm_compute_spread_percent"), TestKind::Compute);
  EXPECT_EQ(Kind("sm-spread", "sm_memory_spread_percent"), TestKind::Memory);
}

} // namespace
