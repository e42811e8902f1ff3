//===- IdleSmsTest.cpp - Grids that leave most of a GPU idle --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/IdleSms.h"
#include "test/unit/analysis/advice/AdviceFixture.h"
#include "test/unit/analysis/advice/LoopIr.h"
#include <cmath>

using namespace gpuperf;
using namespace gpuperf::test;

static std::optional<IdleSms> idleOf(KernelSummary K, Dim3 Grid, int64_t N,
                                     uint64_t Threads = 128,
                                     double Registers = 32) {
  K.RegistersPerThread = Estimate::exact(Registers);
  K.RegistersFrom = RegisterSource::Ptxas;
  const GpuModel G = gpu("h100-sxm"); // 132 SMs
  Launch L;
  L.Grid = Grid, L.Block = {Threads};
  for (const Param &P : K.Params)
    L.Args.push_back(P.IsPointer || P.IsFloating ? ArgValue()
                                                 : ArgValue::integer(N));
  const Prediction P = llvm::cantFail(predictLaunch(K, L, G));
  return findIdleSms(K, L, G, P);
}

TEST(IdleSms, ALoopThatMoreBlocksCanShare) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  auto I = idleOf(K, {2}, 100'000);
  ASSERT_TRUE(I.has_value());
  EXPECT_EQ(I->Blocks, 2u);
  EXPECT_EQ(I->idle(), 130u);
  EXPECT_TRUE(I->leavesIdle());
  // All SMs have several blocks then.
  EXPECT_GE(I->BlocksThen, 4 * 132u);
  EXPECT_EQ(I->Loop, 0u);
  EXPECT_EQ(I->Trip, 100'000u);
  EXPECT_EQ(I->TripThen,
            (100'000 + I->BlocksThen / 2 - 1) / (I->BlocksThen / 2));
  EXPECT_EQ(I->Hands, Carries::Sum);
  EXPECT_FALSE(I->StridesByGrid);
  EXPECT_LT(I->WithoutUs.Value, 0.1 * I->TimeUs.Value);
}

TEST(IdleSms, PartsFillTheLastWave) {
  // An SM holds one block, so that parts for 132 SMs and a bit more would take
  // two waves, the second of which leaves most SMs idle.
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  auto I = idleOf(K, {50}, 100'000, 1024, 64);
  ASSERT_TRUE(I.has_value());
  const double Waves = static_cast<double>(I->BlocksThen) / 132;
  EXPECT_GT(Waves / std::ceil(Waves), 0.9) << I->BlocksThen;
}

TEST(IdleSms, SilentWhereNothingIsToBeGained) {
  const KernelSummary K = loopKernel("%next = fadd float %s, %v");
  EXPECT_FALSE(idleOf(K, {1100}, 100'000).has_value()); // half of the GPU
  EXPECT_FALSE(idleOf(K, {2}, 10).has_value());         // a short loop
  // Nobody else can do a recurrence.
  EXPECT_FALSE(
      idleOf(loopKernel("%next = fmul float %s, %v"), {2}, 10'000).has_value());
}

TEST(IdleSms, ARecurrenceThatTakesMilliseconds) {
  const KernelSummary K = loopKernel("%next = fmul float %s, %v");
  auto I = idleOf(K, {2}, 1'000'000);
  ASSERT_TRUE(I.has_value());
  EXPECT_EQ(I->Hands, Carries::Order);
  EXPECT_FALSE(I->TripGuessed);
  EXPECT_GE(I->TimeUs.Value, 1000);
  // More than half of the SMs have a block.
  EXPECT_FALSE(idleOf(K, {70}, 1'000'000).has_value());
}

TEST(IdleSms, SmsWithFewWarps) {
  auto I = idleOf(loopKernel("%next = fadd float %s, %v"), {130}, 100'000);
  ASSERT_TRUE(I.has_value());
  EXPECT_FALSE(I->leavesIdle());
  EXPECT_EQ(I->WarpsPerSm, 4u);
  EXPECT_EQ(I->MostWarpsPerSm, 64u);
  EXPECT_LT(1.5 * I->WithoutUs.Value, I->TimeUs.Value);
}

TEST(IdleSms, AKernelThatStridesByTheGrid) {
  const KernelSummary K = kernelWith("gridStride");
  auto I = idleOf(K, {8}, 1 << 26);
  ASSERT_TRUE(I.has_value());
  EXPECT_TRUE(I->StridesByGrid);
  EXPECT_EQ(I->BlocksThen % 132, 0u);
  EXPECT_LT(I->WithoutUs.Value, 0.3 * I->TimeUs.Value);
  // Every thread has its only element already.
  EXPECT_FALSE(idleOf(K, {8}, 1024).has_value());
}
