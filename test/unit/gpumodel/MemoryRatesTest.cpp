//===- MemoryRatesTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/MemoryRates.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include <cmath>

using namespace gpuperf;

namespace {
Fact fact(double V) { return {V, FactStatus::Published, "test"}; }

/// Only what there is no substitute for: 10 SMs, 1 GHz, 100 GB/s.
GpuModel bareGpu() {
  GpuModel G;
  G.Name = "bare";
  G.SmCount = fact(10);
  G.BoostClockMhz = fact(1000);
  G.DramAchievableReadGbps = fact(100);
  return G;
}

GpuModel fullGpu() {
  GpuModel G = bareGpu();
  G.L1LatencyCycles = fact(20), G.L2LatencyCycles = fact(100);
  G.DramLatencyCycles = fact(200), G.UncoalescedWarpLatencyCycles = fact(228);
  G.L1BytesPerClkPerSm = fact(64), G.SharedBytesPerClkPerSm = fact(32);
  G.L2BytesPerClkTotal = fact(640), G.DramAchievableCopyGbps = fact(80);
  G.SectorBytes = fact(64);
  return G;
}

MemoryRates rates(const GpuModel &G, double WriteShare = 0) {
  auto R = memoryRates(G, WriteShare);
  if (R)
    return *R;
  ADD_FAILURE() << llvm::toString(R.takeError());
  return {};
}

std::string errorOf(const GpuModel &G) {
  auto R = memoryRates(G, 0);
  return R ? "" : llvm::toString(R.takeError());
}

TEST(MemoryRates, AreWhatTheFileSays) {
  const MemoryRates R = rates(fullGpu());
  EXPECT_EQ(R.ClockMhz, 1000);
  EXPECT_EQ(R.L1LatencyCycles.Value, 20);
  EXPECT_EQ(R.L2LatencyCycles.Value, 100);
  EXPECT_EQ(R.DramLatencyCycles.Value, 200);
  EXPECT_EQ(R.UncoalescedLatencyCycles.Value, 228);
  EXPECT_EQ(R.L1BytesPerClkPerSm.Value, 64);
  EXPECT_EQ(R.SharedBytesPerClkPerSm.Value, 32);
  EXPECT_EQ(R.L2BytesPerClk.Value, 640);
  EXPECT_EQ(R.DramBytesPerClk.Value, 100);
  EXPECT_EQ(R.SectorBytes, 64);
  // 128 bytes of a pass at 32 a clock.
  EXPECT_EQ(R.sharedPassCycles(), 4);
  EXPECT_TRUE(R.why() == AssumptionSet());
}

TEST(MemoryRates, AMissingNumberHasASubstituteThatSaysSo) {
  const MemoryRates R = rates(bareGpu());
  EXPECT_EQ(R.L1LatencyCycles.Value, 35);
  EXPECT_EQ(R.L2LatencyCycles.Value, 250);
  EXPECT_EQ(R.DramLatencyCycles.Value, 550);
  // A sector departs every two cycles.
  EXPECT_EQ(R.UncoalescedLatencyCycles.Value, 550 + 31 * 2);
  EXPECT_EQ(R.L1BytesPerClkPerSm.Value, 64);
  EXPECT_EQ(R.SharedBytesPerClkPerSm.Value, 128);
  EXPECT_EQ(R.L2BytesPerClk.Value, 10 * 32); // by SM
  EXPECT_EQ(R.SectorBytes, 32);
  EXPECT_EQ(R.sharedPassCycles(), 1);
  for (const Estimate *E :
       {&R.L1LatencyCycles, &R.L2LatencyCycles, &R.DramLatencyCycles,
        &R.UncoalescedLatencyCycles, &R.L1BytesPerClkPerSm,
        &R.SharedBytesPerClkPerSm, &R.L2BytesPerClk})
    EXPECT_TRUE(E->Why == AssumptionKind::GpuFactMissing);
  EXPECT_TRUE(R.DramBytesPerClk.Why == AssumptionSet());
  EXPECT_TRUE(R.why() == AssumptionKind::GpuFactMissing);
}

TEST(MemoryRates, EachNumberCountsForTheWhole) {
  for (OptFact GpuModel::*Member :
       {&GpuModel::L1LatencyCycles, &GpuModel::L2LatencyCycles,
        &GpuModel::DramLatencyCycles, &GpuModel::UncoalescedWarpLatencyCycles,
        &GpuModel::L1BytesPerClkPerSm, &GpuModel::L2BytesPerClkTotal}) {
    GpuModel G = fullGpu();
    (G.*Member).reset();
    EXPECT_TRUE(rates(G).why() == AssumptionKind::GpuFactMissing);
    // A zero is no number.
    G.*Member = fact(0);
    EXPECT_TRUE(rates(G).why() == AssumptionKind::GpuFactMissing);
  }
}

TEST(MemoryRates, AnUncoalescedWarpIsNotFasterThanOneSector) {
  GpuModel G = fullGpu();
  G.UncoalescedWarpLatencyCycles = fact(150);
  EXPECT_EQ(rates(G).UncoalescedLatencyCycles.Value, 200);
}

TEST(MemoryRates, MixedTrafficHasTheBandwidthOfACopy) {
  const GpuModel G = fullGpu();
  EXPECT_DOUBLE_EQ(rates(G, 0).DramBytesPerClk.Value, 100);
  EXPECT_DOUBLE_EQ(rates(G, 0.25).DramBytesPerClk.Value, 90);
  EXPECT_DOUBLE_EQ(rates(G, 0.5).DramBytesPerClk.Value, 80);
  EXPECT_DOUBLE_EQ(rates(G, 1).DramBytesPerClk.Value, 100);
  EXPECT_DOUBLE_EQ(rates(bareGpu(), 0.5).DramBytesPerClk.Value, 92);
}

TEST(MemoryRates, TheTheoreticalBandwidthIsNotReached) {
  GpuModel G = fullGpu();
  G.DramAchievableReadGbps.reset();
  G.DramTheoreticalGbps = fact(200);
  const MemoryRates R = rates(G);
  EXPECT_DOUBLE_EQ(R.DramBytesPerClk.Value, 170);
  EXPECT_TRUE(R.DramBytesPerClk.Why == AssumptionKind::GpuFactMissing);
}

TEST(MemoryRates, WithoutAClockOrABandwidthThereAreNone) {
  GpuModel G = fullGpu();
  G.DramAchievableReadGbps.reset();
  EXPECT_EQ(errorOf(G), "GPU 'bare' has no DRAM bandwidth: its file needs "
                        "dram_achievable_read_gbps or dram_theoretical_gbps");
  G.BoostClockMhz.reset();
  EXPECT_EQ(errorOf(G),
            "GPU 'bare' has no clock: its file needs boost_clock_mhz");
}

TEST(MemoryRates, EveryShippedNvidiaGpuHasThem) {
  for (const std::string &Name : shippedGpuNames()) {
    const GpuModel G = loadGpu(Name);
    if (G.Arch.Maker == Vendor::Amd)
      continue;
    const MemoryRates R = rates(G, 0.5);
    EXPECT_LE(R.L1LatencyCycles.Value, R.L2LatencyCycles.Value) << Name;
    EXPECT_LT(R.L2LatencyCycles.Value, R.DramLatencyCycles.Value) << Name;
    EXPECT_GT(R.L2BytesPerClk.Value, R.DramBytesPerClk.Value) << Name;
    EXPECT_TRUE(std::isfinite(R.DramBytesPerClk.Value)) << Name;
  }
}
} // namespace
