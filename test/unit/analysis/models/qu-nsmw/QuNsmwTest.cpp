//===- QuNsmwTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/qu-nsmw/QuNsmw.h"
#include "gpumodel/Throughput.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
WarpLoad load(double Nsmw, double Dpsid, double Apb) {
  WarpLoad L;
  L.Nsmw = Nsmw, L.Dpsid = Dpsid, L.Apb = Apb;
  return L;
}

TEST(QuNsmw, Situations) {
  EXPECT_EQ(quSituation(load(4, 16, 3), 3), QuSituation::Parallel);
  EXPECT_EQ(quSituation(load(8, 8, 3), 4), QuSituation::Unfilled);
  EXPECT_EQ(quSituation(load(64, 1, 3), 48), QuSituation::Unfilled);
  EXPECT_EQ(quSituation(load(68, 0.94, 3), 51), QuSituation::Saturated);
  // No block runs wholly in parallel: the first situation never occurs.
  EXPECT_EQ(quSituation(load(8, 8, 0), 1), QuSituation::Unfilled);
}

// Eq. 7 by hand: W1 = 5, W2 = 64, SPEF 0.05: K2 = 3.2; half way, K = 2.1.
TEST(QuNsmw, Volume) {
  EXPECT_DOUBLE_EQ(quVolume(load(4, 16, 3), QuSituation::Parallel, 0.05, 4, 64),
                   1);
  EXPECT_DOUBLE_EQ(quVolume(load(5, 12, 3), QuSituation::Unfilled, 0.05, 4, 64),
                   1);
  EXPECT_DOUBLE_EQ(
      quVolume(load(34.5, 2, 3), QuSituation::Unfilled, 0.05, 4, 64), 2.1);
  EXPECT_DOUBLE_EQ(quVolume(load(64, 1, 3), QuSituation::Unfilled, 0.05, 4, 64),
                   3.2);
  // Eq. 8 continues where eq. 7 ends.
  EXPECT_DOUBLE_EQ(
      quVolume(load(128, 0.5, 3), QuSituation::Saturated, 0.05, 4, 64), 6.4);
}

TEST(QuNsmw, VolumeNeedsNoRoomBetweenItsBounds) {
  EXPECT_DOUBLE_EQ(quVolume(load(4, 1, 0), QuSituation::Unfilled, 0.5, 4, 4),
                   2);
  EXPECT_DOUBLE_EQ(quVolume(load(1, 1, 0), QuSituation::Unfilled, 0, 0, 0), 1);
}

TEST(QuNsmw, EffectFactorAndAccuracy) {
  EXPECT_DOUBLE_EQ(parallelEffectFactor(3000, 1500, 20), 0.1);
  EXPECT_EQ(parallelEffectFactor(3000, 0, 20), 0);
  EXPECT_DOUBLE_EQ(meanAccuracy({{10, 9}, {10, 12}}), 0.85);
  EXPECT_EQ(meanAccuracy({}), 0);
}

// Table 6's launches by eq. 10. The table picks <15,128>; eq. 10 as printed
// puts <60,32> before it, because its v/I is 1 with I taken as 1.
TEST(QuNsmw, RankingOfTable6) {
  const QuLaunch Launches[] = {{2, 960}, {4, 480},  {5, 384}, {10, 192},
                               {20, 96}, {30, 64},  {60, 32}, {3, 640},
                               {6, 320}, {12, 160}, {15, 128}};
  std::vector<QuRanked> R = rankByWarpLoad(quGpu(), {}, Launches, 1920);
  std::vector<uint64_t> Blocks;
  for (const QuRanked &L : R)
    Blocks.push_back(L.L.BlockThreads);
  EXPECT_EQ(Blocks, (std::vector<uint64_t>{32, 128, 64, 160, 320, 640, 96, 192,
                                           384, 480, 960}));
  EXPECT_DOUBLE_EQ(R[0].Ratio, 1);
  EXPECT_DOUBLE_EQ(R[1].Ratio, 1.25);
}

TEST(QuNsmw, RankingPutsIllegalBlocksLast) {
  const QuLaunch Launches[] = {{60, 33}, {1, 4096}, {15, 128}, {1, 0}};
  std::vector<QuRanked> R = rankByWarpLoad(quGpu(), {}, Launches);
  EXPECT_EQ(R[0].L.BlockThreads, 128u);
  EXPECT_TRUE(R[0].WholeWarps);
  for (size_t I = 1; I < 4; ++I)
    EXPECT_FALSE(R[I].WholeWarps);
}

/// Load, add, store.
KernelSummary copyKernel() {
  KernelBuilder B;
  BlockId E = B.block("entry");
  InstrId Ld = B.memory(E, OpClass::LoadGlobal, MemSpace::Global,
                        AccessKind::Load, "%ld", 4);
  InstrId Add = B.instr(E, OpClass::Fp32Add, "%add", {Ld});
  B.memory(E, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store, "%st",
           4, {Add});
  B.ret(E);
  return B.K;
}

PredictOptions quOptions() {
  PredictOptions O;
  O.Model = ModelKind::QuNsmw;
  return O;
}

// Eq. 9 by hand: a load from DRAM 200, an add 4, a store 4.
TEST(QuNsmw, WarpTimeFromTheProfile) {
  KernelSummary K = copyKernel();
  Launch L = launchOf(2, 32);
  GpuModel G = tinyGpu();
  WarpProfile P = flatProfile(K, L);
  allFromDram(P, 128);
  double Store = latencyCycles(G, OpClass::StoreGlobal).Value;
  auto Out = predictWith(K, L, G, P, quOptions());
  ASSERT_TRUE(bool(Out)) << llvm::toString(Out.takeError());
  EXPECT_NEAR(Out->TimeUs.Value, (204 + Store) / 1000, 1e-9);
  EXPECT_EQ(Out->BoundBy, Bound::Latency);
}

// The user's warp time and SPEF are the whole model: 20 warps of 1500 ns.
TEST(QuNsmw, SuppliedWarpTimeAndSpef) {
  KernelSummary K = copyKernel();
  GpuModel G = tinyGpu();
  Launch L = launchOf(40, 64); // 2 SMs: 40 warps on each, 8 resident
  PredictOptions O = quOptions();
  O.Args.WarpTimeNs = 1500;
  O.Args.Spef = 0.1;
  auto Out = predictWith(K, L, G, flatProfile(K, L), O);
  ASSERT_TRUE(bool(Out)) << llvm::toString(Out.takeError());
  EXPECT_NEAR(Out->TimeUs.Value, 40 * 0.1 * 1.5, 1e-9);
  EXPECT_LE(Out->TimeUs.Lo, Out->TimeUs.Value);
  EXPECT_GE(Out->TimeUs.Hi, Out->TimeUs.Value);
}

// A full device moves bytes at its bandwidth: 128 bytes x 8000 warps at 16.
TEST(QuNsmw, EstimatedSpefEndsAtTheBandwidth) {
  KernelSummary K = copyKernel();
  GpuModel G = tinyGpu();
  Launch L = launchOf(4000, 64);
  WarpProfile P = flatProfile(K, L);
  allFromDram(P, 128);
  auto Out = predictWith(K, L, G, P, quOptions());
  ASSERT_TRUE(bool(Out)) << llvm::toString(Out.takeError());
  EXPECT_NEAR(Out->TimeUs.Value, 8000 * 128 / 16.0 / 1000, 0.01);
  EXPECT_EQ(Out->BoundBy, Bound::Dram);
}
} // namespace
