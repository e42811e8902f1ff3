//===- HongKimTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/hong-kim/HongKim.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// Ostapenko: 2,347,008 cycles are 0.002607787 s, which implies 900 MHz.
TEST(HongKim, OstapenkosCyclesAreTheTime) {
  HongKimInputs In;
  In.CompCycles = 2347008, In.ClockMhz = 900;
  const double Us = hongKim(In).cycles() / In.ClockMhz;
  EXPECT_NEAR(Us * 1e-6, 0.002607787, 5e-10);
  EXPECT_GT(std::abs(2347008 / 880e6 - 0.002607787), 5e-5);
}

/// The example of the paper of 2009: 80 blocks of 128 threads on 16 SMs at
/// 1 GHz and 80 GB/s.
HongKimInputs paperExample() {
  HongKimInputs In;
  In.MemLdCycles = 420;
  In.DepartureDelUncoalCycles = 10, In.DepartureDelCoalCycles = 4;
  In.MemBandwidthGbps = 80, In.ClockMhz = 1000;
  In.UncoalMemInsts = 6, In.UncoalPerMw = 32, In.LoadBytesPerWarp = 128;
  In.CompCycles = 4 * (27 + 6);
  In.WarpsPerBlock = 4, In.ActiveBlocksPerSm = 5, In.ActiveSms = 16;
  In.Blocks = 80;
  return In;
}

TEST(HongKim, ThePapersExampleValueByValue) {
  HongKimTime T = hongKim(paperExample());
  EXPECT_DOUBLE_EQ(T.MemLUncoal, 730); // 420 + 31 * 10
  EXPECT_DOUBLE_EQ(T.MemLCoal, 420);
  EXPECT_DOUBLE_EQ(T.WeightUncoal, 1);
  EXPECT_DOUBLE_EQ(T.WeightCoal, 0);
  EXPECT_DOUBLE_EQ(T.MemL, 730);
  EXPECT_DOUBLE_EQ(T.DepartureDelay, 320);
  EXPECT_DOUBLE_EQ(T.MwpWithoutBwFull, 2.28125);
  EXPECT_DOUBLE_EQ(T.MwpWithoutBw, 2.28125);
  // 1 GHz * 128 B / 730 = 0.17534 GB/s a warp; 80 / (that * 16).
  EXPECT_NEAR(T.MwpPeakBw, 28.515625, 1e-9);
  EXPECT_DOUBLE_EQ(T.Mwp, 2.28125);
  EXPECT_DOUBLE_EQ(T.MemCycles, 4380);
  EXPECT_DOUBLE_EQ(T.CompCycles, 132);
  EXPECT_NEAR(T.CwpFull, 34.1818, 1e-4);
  EXPECT_DOUBLE_EQ(T.Cwp, 20);
  EXPECT_DOUBLE_EQ(T.N, 20);
  EXPECT_DOUBLE_EQ(T.Rep, 1);
  EXPECT_EQ(T.Case, HongKimCase::Memory);
  // 4380 * 20 / 2.28125 + 132 / 6 * 1.28125
  EXPECT_NEAR(T.ExecCycles, 38428.1875, 1e-6);
  EXPECT_DOUBLE_EQ(T.SynchCycles, 0);
}

TEST(HongKim, ABarrierCostsADepartureDelayPerOtherWaitingWarp) {
  HongKimInputs In = paperExample();
  In.SynchInsts = 6;
  In.Blocks = 160;
  HongKimTime T = hongKim(In);
  EXPECT_DOUBLE_EQ(T.Rep, 2);
  EXPECT_NEAR(T.ExecCycles, 2 * 38428.1875, 1e-6);
  EXPECT_DOUBLE_EQ(T.SynchCycles, 320 * 1.28125 * 6 * 5 * 2);
  EXPECT_DOUBLE_EQ(T.cycles(), T.ExecCycles + T.SynchCycles);
}

TEST(HongKim, MixedRequestsAreWeightedByTheirShares) {
  HongKimInputs In = paperExample();
  In.UncoalMemInsts = 1, In.CoalMemInsts = 3;
  HongKimTime T = hongKim(In);
  EXPECT_DOUBLE_EQ(T.WeightUncoal, 0.25);
  EXPECT_DOUBLE_EQ(T.WeightCoal, 0.75);
  EXPECT_DOUBLE_EQ(T.MemL, 730 * 0.25 + 420 * 0.75);
  EXPECT_DOUBLE_EQ(T.DepartureDelay, 320 * 0.25 + 4 * 0.75);
  EXPECT_DOUBLE_EQ(T.MemCycles, 730 + 3 * 420);
}

/// Four warps of two loads each: all wait and all compute at the same time.
HongKimInputs fewWarps() {
  HongKimInputs In;
  In.MemLdCycles = 400, In.DepartureDelCoalCycles = 4;
  In.DepartureDelUncoalCycles = 10;
  In.MemBandwidthGbps = 100, In.ClockMhz = 1000;
  In.CoalMemInsts = 2, In.LoadBytesPerWarp = 128;
  In.CompCycles = 80;
  In.WarpsPerBlock = 2, In.ActiveBlocksPerSm = 2, In.ActiveSms = 10;
  In.Blocks = 100;
  return In;
}

TEST(HongKim, FewWarpsHideNothing) {
  HongKimTime T = hongKim(fewWarps());
  EXPECT_DOUBLE_EQ(T.MwpWithoutBwFull, 100);
  EXPECT_DOUBLE_EQ(T.MwpWithoutBw, 4);
  EXPECT_DOUBLE_EQ(T.MwpPeakBw, 31.25); // 100 / (128 / 400 * 10)
  EXPECT_DOUBLE_EQ(T.Mwp, 4);
  EXPECT_DOUBLE_EQ(T.CwpFull, 11); // (800 + 80) / 80
  EXPECT_DOUBLE_EQ(T.Cwp, 4);
  EXPECT_EQ(T.Case, HongKimCase::FewWarps);
  EXPECT_DOUBLE_EQ(T.Rep, 5);
  EXPECT_DOUBLE_EQ(T.ExecCycles, (800 + 80 + 40 * 3) * 5);
}

TEST(HongKim, ComputationHidesAllButOneWait) {
  HongKimInputs In = fewWarps();
  In.CoalMemInsts = 1, In.CompCycles = 400, In.ActiveBlocksPerSm = 4;
  In.Blocks = 40;
  HongKimTime T = hongKim(In);
  EXPECT_DOUBLE_EQ(T.Mwp, 8);
  EXPECT_DOUBLE_EQ(T.Cwp, 2); // (400 + 400) / 400
  EXPECT_EQ(T.Case, HongKimCase::Compute);
  EXPECT_DOUBLE_EQ(T.ExecCycles, 400 + 400 * 8);
}

TEST(HongKim, MoreComputationThanMemoryIsTheSecondCaseAsPrinted) {
  HongKimInputs In = fewWarps();
  In.CoalMemInsts = 1, In.CompCycles = 800, In.ActiveBlocksPerSm = 4;
  In.Blocks = 40;
  HongKimTime T = hongKim(In);
  EXPECT_DOUBLE_EQ(T.Cwp, 1.5);
  EXPECT_DOUBLE_EQ(T.Mwp, 8);
  EXPECT_EQ(T.Case, HongKimCase::Memory);
  EXPECT_DOUBLE_EQ(T.ExecCycles, 400 + 800 * 7);
}

TEST(HongKim, PeakBandwidthLimitsMwp) {
  HongKimInputs In = fewWarps();
  In.MemBandwidthGbps = 3.2; // 0.32 GB/s a warp on ten SMs
  HongKimTime T = hongKim(In);
  EXPECT_DOUBLE_EQ(T.MwpPeakBw, 1);
  EXPECT_DOUBLE_EQ(T.Mwp, 1);
  EXPECT_EQ(T.Case, HongKimCase::Memory);
  // All bytes of a round over the bandwidth: 10 SMs * 4 warps * 2 * 128 B.
  EXPECT_DOUBLE_EQ(T.ExecCycles, 10240 / 3.2 * 5);
  // Not enough for one warp: the bytes still decide.
  In.MemBandwidthGbps = 1.6;
  EXPECT_DOUBLE_EQ(hongKim(In).ExecCycles, 10240 / 1.6 * 5);
}

TEST(HongKim, WithoutMemoryInstructionsComputationIsAll) {
  HongKimInputs In = fewWarps();
  In.CoalMemInsts = 0;
  HongKimTime T = hongKim(In);
  EXPECT_EQ(T.Case, HongKimCase::Compute);
  EXPECT_DOUBLE_EQ(T.ExecCycles, 80 * 4 * 5);
  EXPECT_EQ(T.SynchCycles, 0);
  // Nothing divides by zero.
  EXPECT_TRUE(std::isfinite(hongKim(HongKimInputs()).cycles()));
}

TEST(HongKim, ThroughputAsTheSeedMeasuresIt) {
  // 24 units at 880 MHz, one second: 21.12e9 clocks of a unit.
  EXPECT_DOUBLE_EQ(hongKimThroughput(1e6, 21120, 1, 880, 24), 1);
  EXPECT_DOUBLE_EQ(hongKimThroughput(2e6, 443520, 2, 880, 24), 21);
  EXPECT_EQ(hongKimThroughput(1, 1, 0, 880, 24), 0);
}

/// Ostapenko's table: timed throughput, and what follows from it, the cost in
/// units of a vector addition (40).
TEST(HongKim, ThroughputTableOfTheHd6970) {
  auto Gpu = findGpu("radeon-hd-6970");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  const std::tuple<OpClass, double, double> Rows[] = {
      {OpClass::Fp32Add, 21, 2},
      {OpClass::Fp32Mul, 22, 2},
      {OpClass::Fp32Div, 2, 20},
      {OpClass::Fp32SinCosSlow, 1, 40},
      {OpClass::Fp32SinCosApprox, 2, 20}};
  for (auto [Op, Throughput, Normalised] : Rows) {
    // 64 lanes of a wavefront.
    const double Cycles = smIssueCycles(*Gpu, Op).Value;
    EXPECT_DOUBLE_EQ(Cycles, 64 / Throughput) << opClassKey(Op).str();
    EXPECT_EQ(std::round(40 * Cycles / 64), Normalised) << opClassKey(Op).str();
  }
  // Not timed by the author: relative to the timed addition.
  Estimate Fma = smIssueCycles(*Gpu, OpClass::Fp32Fma);
  EXPECT_DOUBLE_EQ(Fma.Value, 64.0 / 21);
  EXPECT_TRUE(Fma.Why.contains(AssumptionKind::GpuFactMissing));
}

TEST(HongKim, IssueCyclesAreThoseOfAWholeSm) {
  // Two schedulers of 32 lanes each: two warp instructions a cycle.
  EXPECT_DOUBLE_EQ(smIssueCycles(tinyGpu(), OpClass::Fp32Fma).Value, 0.5);
  // 4 lanes: a warp takes 8 cycles.
  EXPECT_DOUBLE_EQ(smIssueCycles(tinyGpu(), OpClass::Fp64Fma).Value, 8);
  EXPECT_EQ(smIssueCycles(tinyGpu(), OpClass::Free).Value, 0);
}

/// load, add, add, store
KernelSummary loadAddStore(bool Barrier = false) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  InstrId V = B.memory(E, OpClass::LoadGlobal, MemSpace::Global,
                       AccessKind::Load, "%v", 4);
  InstrId S = B.instr(E, OpClass::Fp32Add, "%s", {V});
  S = B.instr(E, OpClass::Fp32Add, "%t", {S});
  if (Barrier)
    B.instr(E, OpClass::Barrier, "");
  B.memory(E, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store, "", 4,
           {S});
  B.ret(E);
  B.K.RegistersPerThread = Estimate::exact(16);
  return B.K;
}

TEST(HongKim, InputsOfALaunch) {
  KernelSummary K = loadAddStore(/*Barrier=*/true);
  Launch L = launchOf(8, 64);
  WarpProfile Profile = flatProfile(K, L);
  allFromDram(Profile, 256);
  GpuModel G = tinyGpu();
  auto Run = hongKimLaunch(K, L, G, Profile, 4);
  ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
  const HongKimInputs &In = Run->In;
  EXPECT_DOUBLE_EQ(In.MemLdCycles, 200);
  // Four sectors at 64 B / 2 SMs; one of them.
  EXPECT_DOUBLE_EQ(In.DepartureDelCoalCycles, 4);
  EXPECT_DOUBLE_EQ(In.DepartureDelUncoalCycles, 1);
  EXPECT_DOUBLE_EQ(In.MemBandwidthGbps, 16);
  EXPECT_DOUBLE_EQ(In.ClockMhz, 1000);
  EXPECT_DOUBLE_EQ(In.CoalMemInsts, 2);
  EXPECT_DOUBLE_EQ(In.UncoalMemInsts, 0);
  EXPECT_DOUBLE_EQ(In.LoadBytesPerWarp, 128);
  EXPECT_DOUBLE_EQ(In.CompCycles, 2.5); // five instructions, two a cycle
  EXPECT_DOUBLE_EQ(In.SynchInsts, 1);
  EXPECT_DOUBLE_EQ(In.WarpsPerBlock, 2);
  EXPECT_DOUBLE_EQ(In.ActiveBlocksPerSm, 4);
  EXPECT_DOUBLE_EQ(In.ActiveSms, 2);
  EXPECT_DOUBLE_EQ(In.Blocks, 8);

  // Published parameters are taken as they are.
  G.HongKim.MemLdCycles = fact(420);
  G.HongKim.DepartureDelCoalCycles = fact(4);
  G.HongKim.DepartureDelUncoalCycles = fact(10);
  Run = hongKimLaunch(K, L, G, Profile, 4);
  ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
  EXPECT_DOUBLE_EQ(Run->In.MemLdCycles, 420);
  EXPECT_DOUBLE_EQ(Run->In.DepartureDelUncoalCycles, 10);

  // Served by the caches: their latency, and no DRAM bandwidth.
  Profile.L1Share = 0.5, Profile.L2Share = 0.5, Profile.DramShare = 0;
  Profile.DramReadBytes = 0, Profile.L2Bytes /= 2;
  Run = hongKimLaunch(K, L, tinyGpu(), Profile, 4);
  ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
  EXPECT_DOUBLE_EQ(Run->In.MemLdCycles, 60);
  EXPECT_DOUBLE_EQ(Run->In.LoadBytesPerWarp, 0);
  EXPECT_DOUBLE_EQ(Run->In.DepartureDelCoalCycles, 2);
  EXPECT_EQ(hongKim(Run->In).MwpPeakBw, HUGE_VAL);
}

TEST(HongKim, UncoalescedRequestsAndBankConflicts) {
  KernelSummary K = loadAddStore();
  Launch L = launchOf(8, 64);
  WarpProfile Profile = flatProfile(K, L);
  allFromDram(Profile, 32 * 32 + 128);
  Profile.Accesses[0].Uncoalesced = true;
  Profile.Accesses[0].SectorsPerRequest = Estimate::exact(32);
  auto Run = hongKimLaunch(K, L, tinyGpu(), Profile, 4);
  ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
  EXPECT_DOUBLE_EQ(Run->In.CoalMemInsts, 1);
  EXPECT_DOUBLE_EQ(Run->In.UncoalMemInsts, 1);
  EXPECT_DOUBLE_EQ(Run->In.UncoalPerMw, 32);

  const double Before = Run->In.CompCycles;
  K.Accesses[0].Space = MemSpace::Shared;
  Profile.Accesses[0].PassesPerRequest = Estimate::exact(4);
  Run = hongKimLaunch(K, L, tinyGpu(), Profile, 4);
  ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
  EXPECT_DOUBLE_EQ(Run->In.UncoalMemInsts, 0);
  EXPECT_DOUBLE_EQ(Run->In.CompCycles, Before + 3);
}

TEST(HongKim, AGridThatFillsNoSm) {
  KernelSummary K = loadAddStore();
  Launch L = launchOf(3, 64);
  auto Run = hongKimLaunch(K, L, tinyGpu(), flatProfile(K, L), 4);
  ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
  EXPECT_DOUBLE_EQ(Run->In.ActiveSms, 2);
  EXPECT_DOUBLE_EQ(Run->In.ActiveBlocksPerSm, 2);
  EXPECT_DOUBLE_EQ(hongKim(Run->In).Rep, 1);
}

Prediction predicted(const KernelSummary &K, const Launch &L,
                     const GpuModel &G) {
  PredictOptions O;
  O.Model = ModelKind::HongKim;
  O.Explain = true;
  auto P = predictLaunch(K, L, G, O);
  EXPECT_TRUE(bool(P)) << llvm::toString(P.takeError());
  return P ? *P : Prediction();
}

TEST(HongKim, TheLaunchIsOnTop) {
  KernelSummary K = loadAddStore();
  GpuModel G = tinyGpu();
  Prediction Free = predicted(K, launchOf(64, 64), G);
  G.LaunchTimeLines = {line(1, 0, 1000)};
  Launch L = launchOf(64, 64);
  L.Conditions.How = Timing::Single;
  EXPECT_NEAR(predicted(K, L, G).TimeUs.Value, Free.TimeUs.Value + 1000, 1e-9);
  EXPECT_EQ(predicted(K, L, G).BoundBy, Bound::Launch);
}

TEST(HongKim, WhatBindsIsNamed) {
  // A grid that hides nothing waits; a large one is bound by memory, or by its
  // arithmetic, whose pipe is named.
  KernelSummary K = loadAddStore();
  GpuModel G = tinyGpu();
  EXPECT_EQ(predicted(K, launchOf(1, 32), G).BoundBy, Bound::Latency);
  auto BoundOf = [&](const KernelSummary &K, double DramBytesPerWarp) {
    Launch L = launchOf(400, 64);
    WarpProfile W = flatProfile(K, L);
    allFromDram(W, DramBytesPerWarp);
    PredictOptions O;
    O.Model = ModelKind::HongKim;
    auto P = predictWith(K, L, G, W, O);
    EXPECT_TRUE(bool(P)) << llvm::toString(P.takeError());
    return P ? P->BoundBy : Bound::Launch;
  };
  EXPECT_EQ(BoundOf(K, 4096), Bound::Dram);
  for (int I = 0; I < 400; ++I) {
    Instr In;
    In.Class = OpClass::Fp64Fma;
    K.Blocks[0].Instrs.push_back(K.Instrs.size());
    K.Instrs.push_back(In);
  }
  EXPECT_EQ(BoundOf(K, 256), Bound::Fp64);
}

TEST(HongKim, AKernelWithoutMemoryInstructionsIsExplained) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  B.instr(E, OpClass::Fp32Add, "%a");
  B.ret(E);
  Prediction P = predicted(B.K, launchOf(64, 64), tinyGpu());
  // Half a cycle for each of eight warps, eight times.
  EXPECT_TRUE(llvm::is_contained(
      P.Explanation,
      "no memory instructions: Comp_cycles * N 8 * #Rep 8 = 32 cycles"));
}

TEST(HongKim, AmdWavefrontsAreItsOwn) {
  for (llvm::StringRef Name :
       {"radeon-hd-6970", "mi250x", "mi300x", "radeon-pro-w6600"}) {
    auto G = findGpu(Name);
    ASSERT_TRUE(bool(G)) << llvm::toString(G.takeError());
    Prediction P = predicted(loadAddStore(), launchOf(4096, 256), *G);
    const double Wavefront = G->Arch.WarpSize.Value;
    EXPECT_EQ(Wavefront, Name == "radeon-pro-w6600" ? 32 : 64) << Name.str();
    EXPECT_DOUBLE_EQ(P.Profile.WarpsPerBlock, 256 / Wavefront) << Name.str();
    EXPECT_DOUBLE_EQ(P.Load.Nbw, 256 / Wavefront) << Name.str();
    EXPECT_GT(P.TimeUs.Value, 0) << Name.str();
    EXPECT_LT(P.TimeUs.Lo, P.TimeUs.Value) << Name.str();
    // From code for another GPU, with parameters that nobody has published.
    EXPECT_TRUE(P.TimeUs.Why.contains(AssumptionKind::OtherArchitecture));
    EXPECT_TRUE(P.TimeUs.Why.contains(AssumptionKind::RegistersEstimated));
    EXPECT_TRUE(P.TimeUs.Why.contains(AssumptionKind::GpuFactMissing));
    EXPECT_TRUE(P.TimeUs.Why.contains(AssumptionKind::DeparturesDerived));
  }
}

TEST(HongKim, PublishedParametersOfTheC1060) {
  auto G = findGpu("tesla-c1060");
  ASSERT_TRUE(bool(G)) << llvm::toString(G.takeError());
  Prediction P = predicted(loadAddStore(), launchOf(4096, 256), *G);
  ASSERT_FALSE(P.Explanation.empty());
  EXPECT_EQ(P.Explanation.front(), "Mem_LD 450, Departure_del_coal 4, "
                                   "Departure_del_uncoal 40 cycles (of the "
                                   "GPU's file)");
}
} // namespace
