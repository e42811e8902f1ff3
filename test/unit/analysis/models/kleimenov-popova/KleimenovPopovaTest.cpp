//===- KleimenovPopovaTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is computed by hand on TestGpu.h's GPU, on which a cycle is a
// nanosecond and launching is free.
//
//===----------------------------------------------------------------------===//

#include "analysis/models/kleimenov-popova/Wave.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace gpuperf;

namespace {
/// Load, add, store: latency of the load + 4 + 1; 3 cycles of delay.
KernelSummary streamKernel() {
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

/// \p N independent instructions of a class.
KernelSummary independent(OpClass C, unsigned N) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  for (unsigned I = 0; I < N; ++I)
    B.instr(E, C, "%x");
  B.ret(E);
  return B.K;
}

/// The model under test, not the default one.
PredictOptions kpOptions() {
  PredictOptions O;
  O.Model = ModelKind::KleimenovPopova;
  return O;
}

Prediction predict(const KernelSummary &K, const Launch &L,
                   const WarpProfile &Profile,
                   const PredictOptions &Options = kpOptions(),
                   const GpuModel &G = tinyGpu()) {
  auto P = predictWith(K, L, G, Profile, Options);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return {};
  }
  EXPECT_LE(P->TimeUs.Lo, P->TimeUs.Value);
  EXPECT_LE(P->TimeUs.Value, P->TimeUs.Hi);
  // What overlaps is not a sum: gpuperf's parts are times of their own.
  if (Options.Model == ModelKind::Gpuperf)
    return *P;
  double Sum = 0;
  for (const Component &C : P->Components)
    Sum += C.TimeUs;
  EXPECT_NEAR(Sum, P->TimeUs.Value, 1e-9 * std::max(Sum, 1.0));
  return *P;
}

TEST(KleimenovPopova, OneWarpIsLatencyBound) {
  KernelSummary K = streamKernel();
  Launch L = launchOf(1, 32);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 128);
  Prediction P = predict(K, L, W);
  EXPECT_NEAR(P.TimeUs.Value, 0.205, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Latency);
}

TEST(KleimenovPopova, LatencyIsMixedFromTheLevels) {
  KernelSummary K = streamKernel();
  Launch L = launchOf(1, 32);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 128);
  W.L1Share = 0.5, W.L2Share = 0.25, W.DramShare = 0.25;
  // 0.5 * 20 + 0.25 * 100 + 0.25 * 200 + 5
  EXPECT_NEAR(predict(K, L, W).TimeUs.Value, 0.090, 1e-9);
  // The user's shares replace the derived ones.
  PredictOptions O = kpOptions();
  O.Args.L1Pct = 1;
  EXPECT_NEAR(predict(K, L, W, O).TimeUs.Value, 0.025, 1e-9);
  O.Args.L1Pct = 0, O.Args.L2Pct = 1;
  EXPECT_NEAR(predict(K, L, W, O).TimeUs.Value, 0.105, 1e-9);
  // Half of what is asked for is uncoalesced: 0.5 * 45 + 0.5 * 228 + ...
  W.L1Share = 1, W.L2Share = W.DramShare = 0;
  W.Accesses[0].Uncoalesced = true;
  W.RequestedBytes = 256;
  EXPECT_NEAR(predict(K, L, W).TimeUs.Value, 0.5 * 0.020 + 0.5 * 0.228 + 0.005,
              1e-9);
}

TEST(KleimenovPopova, ManyWarpsAreIssueBound) {
  // 8 warps on each SM, 4 on each processing block, 10 instructions x 16.
  KernelSummary K = independent(OpClass::Fp64Add, 10);
  Launch L = launchOf(8, 64);
  Prediction P = predict(K, L, flatProfile(K, L));
  EXPECT_NEAR(P.TimeUs.Value, 0.640, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Fp64);
  // A quarter of the warps: a single one on a processing block takes as long as
  // its own delays.
  Launch Few = launchOf(2, 64);
  EXPECT_NEAR(predict(K, Few, flatProfile(K, Few)).TimeUs.Value, 0.160, 1e-9);
  // No pipe by itself takes more than half of the issue slots.
  KernelBuilder B;
  BlockId E = B.block("entry");
  for (unsigned I = 0; I < 30; ++I)
    B.instr(E,
            I % 3 == 0   ? OpClass::Fp32Add
            : I % 3 == 1 ? OpClass::IntAdd
                         : OpClass::LoadConst,
            "%x");
  B.ret(E);
  EXPECT_EQ(predict(B.K, L, flatProfile(B.K, L)).BoundBy, Bound::Issue);
}

TEST(KleimenovPopova, DramLatencyIsRaisedUntilDemandFits) {
  // 16 warps x 256 bytes at 16 bytes a cycle: 256 cycles, where latency alone
  // needs 205. The latency that takes so long is 251.
  KernelSummary K = streamKernel();
  Launch L = launchOf(8, 64);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 256);
  W.L2Bytes = 0;
  Prediction P = predict(K, L, W);
  EXPECT_NEAR(P.TimeUs.Value, 0.256, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Dram);

  auto Gpu = makeKpGpu(tinyGpu(), 0);
  ASSERT_TRUE(bool(Gpu));
  KpKernel Model(K, W, tinyGpu(), *Gpu, {});
  KpWave Wave = kpWave(*Gpu, Model, 8, 8);
  ASSERT_EQ(Wave.Raises.size(), 1u);
  EXPECT_EQ(Wave.Raises[0].Level, KpLevel::Dram);
  EXPECT_DOUBLE_EQ(Wave.Raises[0].FromCycles, 200);
  EXPECT_NEAR(Wave.Raises[0].ToCycles, 251, 0.05);
  EXPECT_NEAR(Wave.Raises[0].CyclesBefore, 205, 1e-9);
  EXPECT_EQ(Wave.Binding, KpPart::Dram);
}

TEST(KleimenovPopova, NoLatencyIsRaisedWhileDemandFits) {
  KernelSummary K = streamKernel();
  Launch L = launchOf(8, 64);
  WarpProfile W = flatProfile(K, L);
  allFromDram(W, 200); // 16 * 200 / 16 = 200 < 205
  W.L2Bytes = 0;
  auto Gpu = makeKpGpu(tinyGpu(), 0);
  ASSERT_TRUE(bool(Gpu));
  KpKernel Model(K, W, tinyGpu(), *Gpu, {});
  KpWave Wave = kpWave(*Gpu, Model, 8, 8);
  EXPECT_TRUE(Wave.Raises.empty());
  EXPECT_DOUBLE_EQ(Wave.AverageLatency, 200);
  EXPECT_DOUBLE_EQ(Wave.Cycles, 205);
}

TEST(KleimenovPopova, L1AndL2AreRaisedAsWell) {
  KernelSummary K = streamKernel();
  Launch L = launchOf(8, 64);
  WarpProfile W = flatProfile(K, L);
  // All in L1: 8 warps of an SM x 1024 bytes at 64: 128 cycles.
  W.RequestedBytes = 1024 * 16;
  W.L1Share = 1, W.DramShare = 0;
  Prediction P = predict(K, L, W);
  EXPECT_NEAR(P.TimeUs.Value, 0.128, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::L1);
  // All in L2: 16 warps x 1024 bytes at 64: 256 cycles.
  W.L1Share = 0, W.L2Share = 1;
  W.L2Bytes = W.RequestedBytes;
  P = predict(K, L, W);
  EXPECT_NEAR(P.TimeUs.Value, 0.256, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::L2);
}

TEST(KleimenovPopova, UncoalescedRequestsLeaveOneSectorPerDelayDep) {
  // 2 SMs, 32 bytes a cycle each; 16 warps x 32 sectors of 32 bytes: 256.
  KernelSummary K = streamKernel();
  Launch L = launchOf(8, 64);
  WarpProfile W = flatProfile(K, L);
  W.Accesses[0].Uncoalesced = true;
  W.Accesses[0].SectorsPerRequest = Estimate::exact(32);
  W.RequestedBytes = 16 * 128;
  Prediction P = predict(K, L, W);
  EXPECT_NEAR(P.TimeUs.Value, 0.256, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Dram);
}

// Without a load on the critical path no latency can make the time long enough.
TEST(KleimenovPopova, StoresAloneTakeTheirBytesOverTheBandwidth) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  B.memory(E, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store, "%st",
           4);
  B.ret(E);
  Launch L = launchOf(8, 64);
  WarpProfile W = flatProfile(B.K, L);
  allFromDram(W, 1600);
  W.L2Bytes = 0;
  Prediction P = predict(B.K, L, W);
  EXPECT_NEAR(P.TimeUs.Value, 1.6, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Dram);
}

TEST(KleimenovPopova, BarriersCostDelayDepPerOtherWarpOfTheBlock) {
  KernelSummary K = independent(OpClass::Barrier, 3);
  Launch L = launchOf(1, 256);
  // Three barriers issue in 3 cycles (one each, and 4 warps to a processing
  // block: 12); each costs 1 cycle for each of 7 other warps.
  Prediction P = predict(K, L, flatProfile(K, L));
  EXPECT_NEAR(P.TimeUs.Value, 0.003 + 0.021, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Barrier);
  // One warp has no other to wait for.
  Launch One = launchOf(1, 32);
  EXPECT_NEAR(predict(K, One, flatProfile(K, One)).TimeUs.Value, 0.003, 1e-9);
}

TEST(KleimenovPopova, WavesAreSummed) {
  // 4 blocks of 64 threads fit on an SM: waves of 8.
  KernelSummary K = independent(OpClass::Fp64Add, 10);
  auto Time = [&](uint64_t Grid) {
    Launch L = launchOf(Grid, 64);
    return predict(K, L, flatProfile(K, L)).TimeUs.Value;
  };
  EXPECT_NEAR(Time(8), 0.640, 1e-9);
  EXPECT_NEAR(Time(16), 1.280, 1e-9);
  // The last wave at its own concurrency: 2 blocks, one per SM.
  EXPECT_NEAR(Time(10), 0.640 + 0.160, 1e-9);
  // 3 blocks: the fuller SM has two.
  EXPECT_NEAR(Time(11), 0.640 + 0.320, 1e-9);
  EXPECT_NEAR(Time(800000008), 100000001 * 0.640, 1e-3);
}

TEST(KleimenovPopova, LoopsTakeTheLongestTrip) {
  KernelSummary K = figureThree();
  Launch L = launchOf(1, 32);
  GpuModel G = tinyGpu();
  // lat_fp64 20, del_fp64 16, others 4 and 1: 4+1+20+20 +
  // max(16+max(1+1,4)+4+1, 20) + 20+20+16+1.
  Prediction P = predict(K, L, flatProfile(K, L, 15));
  EXPECT_NEAR(P.TimeUs.Value, (45 + 25 + 57) / 2.0 * 15 / 1000, 1e-9);
}

TEST(KleimenovPopova, NothingToDoTakesTheLaunchOnly) {
  KernelBuilder B;
  B.ret(B.block("entry"));
  Launch L = launchOf(1000, 64);
  EXPECT_EQ(predict(B.K, L, flatProfile(B.K, L)).TimeUs.Value, 0);
  GpuModel G = tinyGpu();
  G.LaunchTimeLines = {line(2, 0.001, 3)};
  L.Conditions.How = Timing::Single;
  Prediction P = predict(B.K, L, flatProfile(B.K, L), kpOptions(), G);
  EXPECT_NEAR(P.TimeUs.Value, 4, 1e-9);
  EXPECT_EQ(P.BoundBy, Bound::Launch);
  KernelSummary Empty;
  EXPECT_EQ(predict(Empty, L, WarpProfile()).TimeUs.Value, 0);
}

TEST(KleimenovPopova, UnknownRegistersWidenTheBand) {
  KernelSummary K = independent(OpClass::Fp64Add, 10);
  Launch L = launchOf(64, 64);
  WarpProfile W = flatProfile(K, L);
  // 64 registers a thread leave 4 blocks an SM, 200 leave one: more waves, but
  // issue bound all the same. A latency-bound kernel shows it.
  KernelSummary S = streamKernel();
  WarpProfile WS = flatProfile(S, L);
  allFromDram(WS, 1);
  S.RegistersPerThread = Estimate::exact(64);
  Prediction Sure = predict(S, L, WS);
  S.RegistersPerThread = {64, 64, 200, AssumptionKind::RegistersEstimated};
  Prediction Unsure = predict(S, L, WS);
  EXPECT_DOUBLE_EQ(Sure.TimeUs.Value, Unsure.TimeUs.Value);
  EXPECT_GT(Unsure.TimeUs.Hi, 3 * Sure.TimeUs.Hi);
  EXPECT_LT(Unsure.TimeUs.Lo, Sure.TimeUs.Lo);
}

TEST(KleimenovPopova, ExplanationNamesLoopsAndWaves) {
  KernelSummary K = figureThree();
  K.Files = {"a.cu"};
  K.Loops[0].Where = {0, 12, 3};
  Launch L = launchOf(10, 64);
  PredictOptions O = kpOptions();
  O.Explain = true;
  Prediction P = predict(K, L, flatProfile(K, L, 15), O);
  std::string All;
  for (const std::string &Line : P.Explanation)
    All += Line + "\n";
  EXPECT_NE(All.find("loop at a.cu:12: (lat_%6+del_br+lat_%8"),
            std::string::npos)
      << All;
  EXPECT_NE(All.find("/2*trip = 952.5 cycles for trip = 15"), std::string::npos)
      << All;
  EXPECT_NE(All.find("full wave, 1 of them: 8 blocks"), std::string::npos)
      << All;
  EXPECT_NE(All.find("last wave: 2 blocks"), std::string::npos) << All;
}

TEST(KleimenovPopova, MoreBlocksAreNeverFaster) {
  std::mt19937 Rng(3);
  for (unsigned Round = 0; Round < 20; ++Round) {
    KernelSummary K = Round % 2 ? streamKernel()
                                : independent(OpClass::Fp64Add, 1 + Rng() % 20);
    uint64_t Block = 1 + Rng() % 256;
    double Bytes = Rng() % 4096;
    double Before = 0;
    for (uint64_t Grid = 1; Grid < 60; ++Grid) {
      Launch L = launchOf(Grid, Block);
      WarpProfile W = flatProfile(K, L);
      allFromDram(W, Bytes);
      double Now = predict(K, L, W).TimeUs.Value;
      ASSERT_GE(Now, Before * (1 - 1e-3)) << Grid << "," << Block;
      Before = Now;
    }
  }
}

TEST(KleimenovPopova, AnyProfileGivesAFiniteTime) {
  std::mt19937 Rng(5);
  auto Unit = [&] { return Rng() / double(std::mt19937::max()); };
  const KernelSummary Kernels[] = {
      figureThree(), streamKernel(), independent(OpClass::Barrier, 4),
      independent(OpClass::TensorMma, 3), KernelSummary()};
  for (unsigned Round = 0; Round < 500; ++Round) {
    const KernelSummary &K = Kernels[Rng() % std::size(Kernels)];
    Launch L = launchOf(1 + Rng() % (1u << (Rng() % 32)), 1 + Rng() % 256);
    L.Conditions.How = static_cast<Timing>(Rng() % 3);
    WarpProfile W = flatProfile(K, L, Rng() % 1000);
    for (BlockProfile &B : W.Blocks)
      B.LongestExecutions *= Rng() % 3;
    W.BarriersPerWarp = Rng() % 5;
    W.RequestedBytes = Unit() * 1e12;
    W.L1Share = Unit(), W.L2Share = Unit(), W.DramShare = Unit();
    W.L2Bytes = Unit() * 1e12, W.DramReadBytes = Unit() * 1e12;
    W.DramWriteBytes = Rng() % 2 ? 0 : Unit() * 1e12;
    for (AccessProfile &A : W.Accesses)
      A.Uncoalesced = Rng() % 2;
    PredictOptions O = kpOptions();
    if (Rng() % 2)
      O.Model = ModelKind::QuNsmw;
    if (Rng() % 4 == 0)
      O.Args.L1Pct = Unit() * 2 - 0.5, O.Args.L2Pct = Unit() * 2;
    O.Explain = Rng() % 8 == 0;
    Prediction P = predict(K, L, W, O);
    ASSERT_TRUE(std::isfinite(P.TimeUs.Lo));
    ASSERT_TRUE(std::isfinite(P.TimeUs.Value));
    ASSERT_TRUE(std::isfinite(P.TimeUs.Hi));
    ASSERT_GE(P.TimeUs.Lo, 0);
  }
}

TEST(KleimenovPopova, EveryShippedNvidiaGpuGivesATime) {
  KernelSummary K = figureThree();
  Launch L = launchOf(1000, 256);
  WarpProfile W = flatProfile(K, L, 15);
  allFromDram(W, 256);
  for (const std::string &Name : shippedGpuNames()) {
    auto G = findGpu(Name);
    ASSERT_TRUE(bool(G)) << llvm::toString(G.takeError());
    if (G->Arch.Maker == Vendor::Amd)
      continue;
    for (ModelKind M : availableModels()) {
      if (M == ModelKind::StencilTraffic)
        continue; // this is none
      PredictOptions O = kpOptions();
      O.Model = M;
      Prediction P = predict(K, L, W, O, *G);
      EXPECT_GT(P.TimeUs.Value, 0) << Name;
      EXPECT_TRUE(std::isfinite(P.TimeUs.Hi)) << Name;
    }
  }
}

TEST(KleimenovPopova, AGpuWithoutBandwidthIsAnError) {
  KernelSummary K = streamKernel();
  Launch L = launchOf(1, 32);
  GpuModel G = tinyGpu();
  G.DramAchievableReadGbps.reset();
  G.DramTheoreticalGbps.reset();
  auto P = predictWith(K, L, G, flatProfile(K, L), kpOptions());
  ASSERT_FALSE(bool(P));
  EXPECT_NE(llvm::toString(P.takeError()).find("dram_achievable_read_gbps"),
            std::string::npos);
}
} // namespace
