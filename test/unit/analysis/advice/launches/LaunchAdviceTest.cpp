//===- LaunchAdviceTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/advice/AdviceFixture.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// x[i] = a * x[i] + y[i] over n, a thread each.
Launch saxpy(uint64_t Block, int64_t N) {
  const auto B = static_cast<int64_t>(Block);
  return launch({static_cast<uint64_t>((N + B - 1) / B)}, {Block},
                {N, 0, std::nullopt, std::nullopt});
}

auto sameSource(int64_t N) {
  return [N](const Dim3 &B) -> std::optional<Launch> {
    if (B.Y * B.Z != 1)
      return std::nullopt;
    return saxpy(B.X, N);
  };
}

Candidate candidate(uint64_t BlockX, std::vector<Prediction> On) {
  return {launch({1000}, {BlockX}), std::move(On)};
}
} // namespace

TEST(LaunchAdvice, ABlockOfOneWarpIsAdvisedAgainst) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  const int64_t N = 1 << 24;
  auto A = adviseLaunch(K, saxpy(32, N), &G, sameSource(N));
  ASSERT_TRUE(A.Recommended) << A.WhyNot;
  EXPECT_GT(A.Recommended->Block.X, 32u);
  // The grid is the one that the source would have.
  EXPECT_EQ(A.Recommended->Grid.X, (uint64_t(N) + A.Recommended->Block.X - 1) /
                                       A.Recommended->Block.X);
  const GpuAdvice &On = A.PerGpu.front();
  EXPECT_EQ(On.Gpu, "a100-sxm4-40gb");
  EXPECT_EQ(On.asked().L.Block.X, 32u);
  EXPECT_GT(On.ToRecommended.Speedup.Lo, 1);
  EXPECT_GE(On.ToRecommended.savedPercent(), 10);
  EXPECT_GT(On.AskedLoss, On.RecommendedLoss);
  EXPECT_EQ(A.Reason, "blocks to dispatch 524288 -> 65536");
}

TEST(LaunchAdvice, WhatIsGoodStays) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  const int64_t N = 1 << 24;
  for (uint64_t Block : {128, 256, 512}) {
    auto A = adviseLaunch(K, saxpy(Block, N), &G, sameSource(N));
    EXPECT_FALSE(A.Recommended) << Block;
    EXPECT_EQ(A.Reason, "");
    ASSERT_EQ(A.PerGpu.size(), 1u);
    EXPECT_DOUBLE_EQ(A.PerGpu[0].ToRecommended.Speedup.Value, 1);
    EXPECT_LT(A.PerGpu[0].AskedLoss, 1.1);
  }
}

TEST(LaunchAdvice, TheLeastGainIsTheUsers) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  const int64_t N = 1 << 24;
  AdviceOptions Options;
  Options.MinGainPercent = 99.5;
  EXPECT_FALSE(
      adviseLaunch(K, saxpy(32, N), &G, sameSource(N), Options).Recommended);
}

TEST(LaunchAdvice, OnlyWhatTheSourceCanHave) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  const int64_t N = 1 << 24;
  auto A = adviseLaunch(K, saxpy(32, N), &G,
                        [&](const Dim3 &B) -> std::optional<Launch> {
                          if (B.X > 64)
                            return std::nullopt;
                          return saxpy(B.X, N);
                        });
  ASSERT_EQ(A.PerGpu.size(), 1u);
  EXPECT_EQ(A.PerGpu[0].Ranked.size(), 2u);
  auto None = adviseLaunch(
      K, saxpy(32, N), &G,
      [](const Dim3 &) -> std::optional<Launch> { return std::nullopt; });
  EXPECT_FALSE(None.Recommended);
  EXPECT_EQ(None.PerGpu.at(0).Ranked.size(), 1u);
}

TEST(LaunchAdvice, SaysWhyThereIsNone) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb"), Amd = gpu("mi300x");
  AdviceOptions Qu;
  Qu.Predict.Model = ModelKind::QuNsmw;
  auto A = adviseLaunch(K, saxpy(2048, 1 << 20), &G, sameSource(1 << 20));
  EXPECT_TRUE(A.PerGpu.empty());
  EXPECT_NE(A.WhyNot.find("over a limit"), std::string::npos) << A.WhyNot;
  A = adviseLaunch(K, saxpy(256, 1 << 20), &Amd, sameSource(1 << 20), Qu);
  EXPECT_NE(A.WhyNot.find("not modelled"), std::string::npos) << A.WhyNot;
  A = adviseLaunch(K, saxpy(256, 1 << 20), {}, sameSource(1 << 20));
  EXPECT_FALSE(A.WhyNot.empty());
}

TEST(LaunchAdvice, AGainWithinTheBandIsNone) {
  const GpuModel G = gpu("t4");
  const KernelSummary K = kernelWith("saxpy");
  const AdviceTarget T{&G, &K};
  // Of the same mix, 20 % can be told; of another, they cannot.
  auto Same = adviseAmong(
      T, {candidate(64, {spent(12)}), candidate(128, {spent(10)})}, 0);
  ASSERT_TRUE(Same.Recommended);
  EXPECT_EQ(Same.Recommended->Block.X, 128u);
  auto Other = adviseAmong(T,
                           {candidate(64, {spent(12, 1.6, 1)}),
                            candidate(128, {spent(10, 1.6, 0.2)})},
                           0);
  EXPECT_FALSE(Other.Recommended);
  EXPECT_EQ(Other.PerGpu[0].best().L.Block.X, 128u); // still ranked first
  // From the best there is nowhere to go.
  EXPECT_FALSE(
      adviseAmong(T, {candidate(64, {spent(12)}), candidate(128, {spent(10)})},
                  1)
          .Recommended);
}

TEST(LaunchAdvice, WhatTheCachesKeepOfTheTrafficHasToGainForCertain) {
  const GpuModel G = gpu("t4");
  const KernelSummary K = kernelWith("saxpy");
  auto Moves = [](double Us, double Bytes) {
    Prediction P = spent(Us);
    P.BoundBy = Bound::Dram;
    P.Profile.DramReadBytes = Bytes;
    return P;
  };
  auto Advised = [&](double Us, double Bytes) {
    return adviseAmong(AdviceTarget{&G, &K},
                       {candidate(64, {Moves(12, 120)}),
                        candidate(160, {Moves(Us, Bytes)})},
                       0)
        .Recommended.has_value();
  };
  // A sixth less time is the share of the traffic; with as much traffic it is
  // something else that gains.
  EXPECT_FALSE(Advised(10, 100));
  EXPECT_TRUE(Advised(10, 120));
  EXPECT_TRUE(Advised(10, 119));
  // A third less is more than the band leaves open.
  EXPECT_TRUE(Advised(8, 80));
}

TEST(LaunchAdvice, NearTiesGoToWholeWarpRows) {
  const GpuModel G = gpu("t4");
  const KernelSummary K = kernelWith("saxpy");
  auto A =
      adviseAmong(AdviceTarget{&G, &K},
                  {candidate(100, {spent(20)}), candidate(48, {spent(10)}),
                   candidate(64, {spent(10.2)}), candidate(96, {spent(10.9)})},
                  0);
  ASSERT_TRUE(A.Recommended);
  EXPECT_EQ(A.Recommended->Block.X, 64u);
}

TEST(LaunchAdvice, RowsAreNotNarrowedBelowAWarp) {
  const GpuModel G = gpu("t4");
  const KernelSummary K = kernelWith("saxpy");
  const Candidate All[] = {
      candidate(256, {spent(30)}), candidate(16, {spent(20)}),
      candidate(128, {spent(24)}), candidate(48, {spent(30)}),
      candidate(8, {spent(30)})};
  const AdviceTarget T{&G, &K};
  // Ranked, but not advised to who has wider rows.
  for (size_t Asked : {0, 3}) {
    auto A = adviseAmong(T, All, Asked);
    ASSERT_TRUE(A.Recommended);
    EXPECT_EQ(A.Recommended->Block.X, 128u);
    EXPECT_EQ(A.PerGpu[0].best().L.Block.X, 16u);
    EXPECT_DOUBLE_EQ(A.PerGpu[0].RecommendedLoss, 1.2);
  }
  auto A = adviseAmong(T, All, 4);
  ASSERT_TRUE(A.Recommended);
  EXPECT_EQ(A.Recommended->Block.X, 16u);
}

TEST(LaunchAdvice, RowsAreNarrowedWhereThatGainsALot) {
  const GpuModel G = gpu("t4");
  const KernelSummary K = kernelWith("saxpy");
  const Candidate All[] = {candidate(256, {spent(30)}),
                           candidate(16, {spent(10)}),
                           candidate(128, {spent(20)})};
  auto A = adviseAmong(AdviceTarget{&G, &K}, All, 0);
  ASSERT_TRUE(A.Recommended);
  EXPECT_EQ(A.Recommended->Block.X, 16u);
}

TEST(LaunchAdvice, SeveralGpusGetOneChoice) {
  const GpuModel G = gpu("t4"), H = gpu("h100-sxm");
  const KernelSummary K = kernelWith("saxpy");
  const AdviceTarget Both[] = {{&G, &K}, {&H, &K}};
  // 64 is best here, 256 there, 128 loses little on either.
  const Candidate All[] = {
      candidate(32, {spent(30), spent(20)}),
      candidate(64, {spent(10), spent(18)}),
      candidate(128, {spent(11), spent(11)}),
      candidate(256, {spent(19), spent(10)}),
  };
  auto A = adviseAmong(Both, All, 0);
  ASSERT_TRUE(A.Recommended);
  EXPECT_EQ(A.Recommended->Block.X, 128u);
  EXPECT_EQ(A.MostGaining, 0u);
  EXPECT_EQ(A.PerGpu[0].best().L.Block.X, 64u);
  EXPECT_EQ(A.PerGpu[1].best().L.Block.X, 256u);
  for (const GpuAdvice &On : A.PerGpu) {
    EXPECT_NEAR(On.RecommendedLoss, 1.1, 1e-9);
    EXPECT_GT(On.AskedLoss, 1.9);
  }
  // Who has 64 would gain there and lose here: it stays.
  EXPECT_FALSE(adviseAmong(Both, All, 1).Recommended);
}

TEST(LaunchAdvice, RegistersThatAreNotKnownMustNotDecide) {
  KernelSummary K = kernelWith("saxpy", 32);
  const GpuModel G = gpu("a100-sxm4-40gb");
  const int64_t N = 1 << 20; // the L2 holds it
  auto Advice = [&] {
    return adviseLaunch(K, saxpy(1024, N), &G, sameSource(N)).Recommended;
  };
  // Two blocks of 1024 fit at 32 registers, one at 40.
  EXPECT_FALSE(Advice());
  K.RegistersPerThread = Estimate::exact(40);
  EXPECT_TRUE(Advice());
  // Where nobody knows which, nothing is said.
  K.RegistersPerThread = {32, 40, 44, AssumptionKind::RegistersEstimated};
  EXPECT_FALSE(Advice());
  K.RegistersPerThread = {36, 40, 44, AssumptionKind::RegistersEstimated};
  EXPECT_TRUE(Advice());
}
