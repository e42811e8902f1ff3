//===- InstructionsTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include "test/unit/gpumodel/calibration/MadeUpCurves.h"
#include "gtest/gtest.h"

using namespace gpuperf::calibration;

namespace {

/// A chain of 32, 64 and 128 links: \p Cycles a link, \p Loop a pass.
Series chain(const char *Benchmark, const char *Name, double Cycles,
             double Loop, double Steps = 1) {
  std::string Full = std::string("latency.") + Name;
  return curve(Benchmark, Full.c_str(),
               {{32, 32 * Cycles + Loop},
                {64, 64 * Cycles + Loop},
                {128, 128 * Cycles + Loop}},
               {{"steps_per_link", Steps}});
}

TEST(DeriveInstructions, LatencyIsTheSlopeAndNotTheLoop) {
  auto Found = deriveQuantities("float-operations", hopper(),
                                {chain("float-operations", "fp32_fma", 4, 21)});
  const Quantity *Q = find(Found, "latency_cycles.fp32_fma");
  ASSERT_TRUE(Q);
  EXPECT_NEAR(Q->Value, 4, 1e-9);
  EXPECT_TRUE(Q->Ok) << Q->Why;
  EXPECT_EQ(Q->Unit, "cycles");
}

TEST(DeriveInstructions, StepsOfALinkShareItsTime) {
  auto Found = deriveQuantities(
      "integer-operations", hopper(),
      {chain("integer-operations", "compare_min_max", 9, 20, 2)});
  EXPECT_NEAR(find(Found, "latency_cycles.compare_min_max")->Value, 4.5, 1e-9);
}

TEST(DeriveInstructions, FoldedChainIsNotWritten) {
  auto Found =
      deriveQuantities("float-operations", hopper(),
                       {chain("float-operations", "fp32_add", 0.5, 4)});
  EXPECT_FALSE(find(Found, "latency_cycles.fp32_add")->Ok);
}

TEST(DeriveInstructions, DoubleLengthMustTakeDouble) {
  // The longest chain does not fit into the instruction cache.
  Series S = chain("float-operations", "fp32_add", 4, 20);
  S.Points[2].Median *= 1.1;
  auto Found = deriveQuantities("float-operations", hopper(), {S});
  EXPECT_FALSE(find(Found, "latency_cycles.fp32_add")->Ok);
  S.Points.resize(2);
  Found = deriveQuantities("float-operations", hopper(), {S});
  EXPECT_EQ(find(Found, "latency_cycles.fp32_add")->Why,
            "fewer than three points");
}

TEST(DeriveInstructions, RateIsTheMostAndRowsGetTheirKey) {
  auto Found = deriveQuantities(
      "float-operations", hopper(),
      {curve("float-operations", "throughput.fp32_fma",
             {{8, 60}, {16, 125}, {32, 127}},
             {{"results_per_step", 1}, {"row.fp32_add_mul_fma", 1}})});
  const Quantity *Row =
      find(Found, "throughput_results_per_clk_per_sm.fp32_add_mul_fma");
  ASSERT_TRUE(Row);
  EXPECT_EQ(Row->Value, 127);
  EXPECT_TRUE(Row->Ok) << Row->Why;
  EXPECT_EQ(find(Found, "results_per_clk_per_sm.fp32_fma")->Value, 127);
}

TEST(DeriveInstructions, ImpossibleAndUnfinishedRatesAreNotWritten) {
  auto RateOk = [](double Half, double Last, const char *Backend,
                   double PerStep) {
    DeviceFacts Device = hopper();
    Device.Backend = Backend;
    auto Found = deriveQuantities(
        "float-operations", Device,
        {curve("float-operations", "throughput.fp16_arith",
               {{16, Half}, {32, Last}}, {{"results_per_step", PerStep}})});
    return find(Found, "results_per_clk_per_sm.fp16_arith")->Ok;
  };
  EXPECT_TRUE(RateOk(250, 256, "cuda", 2));
  EXPECT_FALSE(RateOk(250, 256, "cuda", 1)); // over 4 warps a clock
  EXPECT_FALSE(RateOk(60, 100, "cuda", 1));  // still rises
  EXPECT_FALSE(RateOk(0, 0, "cuda", 1));
  // AMD's units of issue are others.
  EXPECT_TRUE(RateOk(250, 256, "hip", 1));
}

TEST(DeriveInstructions, SlowerDirectionBoundsTheRowOfConversions) {
  std::vector<Series> All = {
      chain("conversions", "float_to_int", 14, 20),
      chain("conversions", "int_to_float", 6, 20),
      curve("conversions", "throughput.float_to_int", {{16, 16}, {32, 16}},
            {{"row.cvt_other_32", 1}}),
      curve("conversions", "throughput.int_to_float", {{16, 64}, {32, 64}},
            {{"row.cvt_other_32", 1}})};
  for (int Order = 0; Order < 2; ++Order) {
    auto Found = deriveQuantities("conversions", hopper(), All);
    EXPECT_EQ(
        find(Found, "throughput_results_per_clk_per_sm.cvt_other_32")->Value,
        16);
    const Quantity *Mean = find(Found, "latency_cycles.convert_32");
    ASSERT_TRUE(Mean);
    EXPECT_NEAR(Mean->Value, 10, 1e-9);
    EXPECT_TRUE(find(Found, "float_to_int_latency_cycles"));
    // A direction is no class of its own.
    EXPECT_FALSE(find(Found, "latency_cycles.float_to_int"));
    std::swap(All[2], All[3]);
  }
  All[0].Points.pop_back();
  EXPECT_FALSE(find(deriveQuantities("conversions", hopper(), All),
                    "latency_cycles.convert_32")
                   ->Ok);
}

TEST(DeriveInstructions, ComparisonIsTakenOffAVote) {
  auto Found =
      deriveQuantities("warp-operations", hopper(),
                       {chain("warp-operations", "vote", 20, 20),
                        chain("warp-operations", "shuffle", 24, 20),
                        chain("warp-operations", "compare_min_max", 9, 20, 2)});
  EXPECT_NEAR(find(Found, "latency_cycles.vote")->Value, 15.5, 1e-9);
  EXPECT_NEAR(find(Found, "latency_cycles.shuffle")->Value, 24, 1e-9);
  EXPECT_FALSE(find(Found, "latency_cycles.compare_min_max"));
}

TEST(DeriveInstructions, VoteNeedsItsComparison) {
  auto Found = deriveQuantities("warp-operations", hopper(),
                                {chain("warp-operations", "vote", 20, 20)});
  EXPECT_FALSE(find(Found, "latency_cycles.vote")->Ok);
}

/// Links of 4 and 8 votes, a vote of \p Cycles at \p Rate, and what is beside
/// the votes in a link.
std::vector<Series> votes(double Cycles, double Rate) {
  const double Beside = 9, BesideRate = 0.03;
  auto Stream = [&](const char *Name, double Votes) {
    double Result = Votes / (Votes / Rate + BesideRate);
    return curve("warp-operations", Name, {{16, Result}, {32, Result}},
                 {{"results_per_step", 1}});
  };
  // The slope of a link is told by the vote: steps_per_link.
  return {chain("warp-operations", "vote_4", 4 * Cycles + Beside, 20, 4),
          chain("warp-operations", "vote_8", 8 * Cycles + Beside, 20, 8),
          Stream("throughput.vote_4", 4), Stream("throughput.vote_8", 8)};
}

TEST(DeriveInstructions, VotesAreWhatFourMoreTake) {
  auto Found = deriveQuantities("warp-operations", hopper(), votes(6, 64));
  const Quantity *Rate =
      find(Found, "throughput_results_per_clk_per_sm.warp_vote");
  const Quantity *Latency = find(Found, "vote_predicate_latency_cycles");
  ASSERT_TRUE(Rate && Latency);
  EXPECT_TRUE(Rate->Ok) << Rate->Why;
  EXPECT_TRUE(Latency->Ok) << Latency->Why;
  EXPECT_NEAR(Rate->Value, 64, 1e-6);
  EXPECT_LE(Rate->Low, Rate->Value);
  EXPECT_GE(Rate->High, Rate->Value);
  EXPECT_NEAR(Latency->Value, 6, 1e-9);
  // Links are no quantity.
  EXPECT_EQ(Found.size(), 2u);
}

TEST(DeriveInstructions, VotesThatTakeNoTimeAreNotWritten) {
  std::vector<Series> All = votes(6, 64);
  // Twice the votes in the same time: they were folded.
  for (Point &P : All[3].Points)
    P.Median = P.Low = P.High = 2 * All[2].Points[0].Median;
  auto Found = deriveQuantities("warp-operations", hopper(), All);
  EXPECT_FALSE(find(Found, "throughput_results_per_clk_per_sm.warp_vote")->Ok);
  // Of one length alone nothing follows.
  All = votes(6, 64);
  All.erase(All.begin());
  Found = deriveQuantities("warp-operations", hopper(), All);
  EXPECT_FALSE(find(Found, "vote_predicate_latency_cycles"));
}

TEST(DeriveInstructions, BarriersOfAllBlocks) {
  auto Of = [](std::vector<std::pair<double, double>> Points) {
    auto Found = deriveQuantities("barrier-rate", hopper(),
                                  {curve("barrier-rate", "blocks", Points)});
    return *find(Found, "throughput_results_per_clk_per_sm.syncthreads_ops");
  };
  Quantity Good = Of({{2, 14}, {4, 16}, {8, 15.8}});
  EXPECT_TRUE(Good.Ok) << Good.Why;
  EXPECT_EQ(Good.Value, 16);
  EXPECT_FALSE(Of({{2, 14}, {4, 16}}).Ok);
  EXPECT_FALSE(Of({{2, 14}, {4, 16}, {8, 300}}).Ok);
}

TEST(DeriveInstructions, BranchIsWhatTheLoopHasLeft) {
  auto Found =
      deriveQuantities("loop-branch", hopper(),
                       {curve("loop-branch", "loop",
                              {{1024, 1024 * 20 + 90},
                               {2048, 2048 * 20 + 90},
                               {4096, 4096 * 20 + 90}}),
                        chain("loop-branch", "int32_add", 4, 20),
                        chain("loop-branch", "compare_min_max", 9, 20, 2)});
  EXPECT_NEAR(find(Found, "loop_pass_cycles")->Value, 20, 1e-9);
  const Quantity *Branch = find(Found, "latency_cycles.branch");
  EXPECT_NEAR(Branch->Value, 11.5, 1e-9);
  EXPECT_TRUE(Branch->Ok) << Branch->Why;
  EXPECT_EQ(Found.size(), 2u);
}

} // namespace
