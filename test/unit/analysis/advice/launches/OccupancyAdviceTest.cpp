//===- OccupancyAdviceTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/OccupancyAdvice.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
std::optional<OccupancyAdvice> adviceFor(const KernelSummary &K,
                                         const Launch &L,
                                         llvm::StringRef Gpu = "h100-sxm") {
  GpuModel G = llvm::cantFail(findGpu(Gpu));
  WarpProfile Profile = flatProfile(K, L, 1000);
  PredictOptions Options;
  Options.KnownProfile = &Profile;
  Prediction P = llvm::cantFail(predictLaunch(K, L, G, Options));
  return adviseOccupancy(K, L, G, P);
}
} // namespace

TEST(OccupancyAdvice, RegistersOverAStep) {
  auto A = adviceFor(chainOfLoads(33), launchOf(10'000, 1024));
  ASSERT_TRUE(A.has_value());
  EXPECT_EQ(A->Limiter, OccupancyLimiter::Registers);
  EXPECT_EQ(A->Now, 33u);
  EXPECT_EQ(A->Then, 32u);
  EXPECT_EQ(A->WarpsPerSm, 32u);
  EXPECT_EQ(A->WarpsThen, 64u);
  // Eight of 40 are more than a sixth.
  EXPECT_FALSE(adviceFor(chainOfLoads(40), launchOf(10'000, 1024)).has_value());
  EXPECT_FALSE(adviceFor(chainOfLoads(32), launchOf(10'000, 1024)).has_value());
  // One wave of them is all there is.
  EXPECT_FALSE(adviceFor(chainOfLoads(33), launchOf(100, 1024)).has_value());
}

TEST(OccupancyAdvice, ABusyDramIsLeftAlone) {
  const GpuModel G = llvm::cantFail(findGpu("h100-sxm"));
  const KernelSummary K = chainOfLoads(33);
  const Launch L = launchOf(10'000, 1024);
  WarpProfile Profile = flatProfile(K, L, 1000);
  PredictOptions Options;
  Options.KnownProfile = &Profile;
  Prediction P = llvm::cantFail(predictLaunch(K, L, G, Options));
  P.Components = {{"dram", 0.84 * P.TimeUs.Value}};
  EXPECT_TRUE(adviseOccupancy(K, L, G, P).has_value());
  P.Components = {{"dram", 0.86 * P.TimeUs.Value}};
  EXPECT_FALSE(adviseOccupancy(K, L, G, P).has_value());
  // Another part of the GPU that is as busy says nothing of the DRAM.
  P.Components = {{"latency", 0.86 * P.TimeUs.Value}};
  EXPECT_TRUE(adviseOccupancy(K, L, G, P).has_value());
}

TEST(OccupancyAdvice, GuessedRegistersHaveToBeCertain) {
  KernelSummary K = chainOfLoads(34);
  K.RegistersFrom = RegisterSource::PtxLiveness;
  K.RegistersPerThread = {30, 34, 38, AssumptionKind::RegistersEstimated};
  EXPECT_FALSE(adviceFor(K, launchOf(10'000, 1024)).has_value());
  K.RegistersPerThread = {33, 34, 36, AssumptionKind::RegistersEstimated};
  EXPECT_TRUE(adviceFor(K, launchOf(10'000, 1024)).has_value());
}

TEST(OccupancyAdvice, SharedMemoryOverAStep) {
  KernelSummary K = chainOfLoads(32);
  K.StaticSharedBytes = 25 * 1024;
  auto A = adviceFor(K, launchOf(10'000, 64), "rtx-3090");
  ASSERT_TRUE(A.has_value());
  EXPECT_EQ(A->Limiter, OccupancyLimiter::SharedMemory);
  EXPECT_EQ(A->BlocksPerSm, 3u);
  EXPECT_EQ(A->BlocksThen, 4u);
  EXPECT_EQ(A->Then, 24u * 1024);
  EXPECT_LT(A->WithoutUs.Value, A->TimeUs.Value);
  // Dynamic shared memory counts alike.
  Launch Dynamic = launchOf(10'000, 64);
  Dynamic.DynamicSharedBytes = 1024;
  K.StaticSharedBytes = 24 * 1024;
  A = adviceFor(K, Dynamic, "rtx-3090");
  ASSERT_TRUE(A.has_value());
  EXPECT_EQ(A->Then, 24u * 1024);
  K.StaticSharedBytes = 31 * 1024; // 7 KiB would have to go
  EXPECT_FALSE(adviceFor(K, launchOf(10'000, 64), "rtx-3090").has_value());
}

TEST(OccupancyAdvice, BlocksThatAreTooSmall) {
  KernelSummary K = chainOfLoads(32);
  K.Independence.Proven = true;
  auto A = adviceFor(K, launchOf(100'000, 32), "rtx-3090");
  ASSERT_TRUE(A.has_value());
  EXPECT_EQ(A->Limiter, OccupancyLimiter::Blocks);
  EXPECT_EQ(A->WarpsPerSm, 16u);
  EXPECT_EQ(A->Then, 128u);
  EXPECT_EQ(A->WarpsThen, 48u);
  // A block for an item of its own has the size that the item asks for.
  K.Independence.Proven = false;
  EXPECT_FALSE(adviceFor(K, launchOf(100'000, 32), "rtx-3090").has_value());
}
