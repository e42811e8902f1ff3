//===- AmdMemoryTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/AmdMemory.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// A wavefront of 64 whose lanes ask for a word each, of lines of 64 bytes.
double turnsOf(double ActiveLanes, double Sectors, double IdealSectors) {
  GpuModel G = tinyGpu();
  G.Arch.WarpSize = fact(64);
  G.L1LineBytes = fact(64);
  AccessProfile AP;
  AP.ActiveLanes = ActiveLanes;
  AP.SectorsPerRequest = Estimate::exact(Sectors);
  AP.IdealSectors = IdealSectors;
  return vectorCacheTurns(G, AP, /*Bytes=*/4, /*Turn=*/4);
}

/// The cycles of three waits of a kernel whose only load gets its data from the
/// cache that \p L2Waits and \p DramWaits say.
double drainOf(double L2Waits, double DramWaits, double SpillBytes = 0) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  B.memory(E, OpClass::LoadGlobal, MemSpace::Global, AccessKind::Load, "%m", 4);
  B.ret(E);
  B.K.MemoryDrains = 3;
  B.K.SpillBytesPerThread = SpillBytes;
  WarpProfile W;
  W.Accesses.resize(1);
  W.Accesses[0].Requests = 5;
  W.Accesses[0].L2Waits = L2Waits;
  W.Accesses[0].DramWaits = DramWaits;
  MemoryRates Rates;
  Rates.L1LatencyCycles = Estimate::exact(20);
  Rates.L2LatencyCycles = Estimate::exact(100);
  Rates.DramLatencyCycles = Estimate::exact(200);
  return drainCycles(B.K, W, Rates);
}
} // namespace

// Sixteen lanes are a line of 64 bytes: four clocks for the wavefront.
TEST(AmdMemory, SixteenLanesThatFillALineTakeAClock) {
  EXPECT_EQ(turnsOf(64, 8, 8), 4);
}

TEST(AmdMemory, WordsThatBeginInTheMiddleOfALineTakeTwo) {
  EXPECT_EQ(turnsOf(64, 9, 8), 8);
}

TEST(AmdMemory, LanesThatAreFarApartHaveALineEach) {
  EXPECT_EQ(turnsOf(64, 64, 8), 64);
  EXPECT_EQ(turnsOf(64, 32, 8), 32);
}

TEST(AmdMemory, LanesThatAreNotActiveTakeTheirTurnAsWell) {
  EXPECT_EQ(turnsOf(16, 2, 2), 4);
}

TEST(AmdMemory, TheScalarUnitLoadsNothingAfterAStore) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Store = B.block("store"),
          Other = B.block("other"), Exit = B.block("exit");
  InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
  B.branch(Entry, C, Store, Other);
  B.memory(Store, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store,
           "%s", 4);
  B.jump(Store, Exit);
  B.jump(Other, Exit);
  B.ret(Exit);
  EXPECT_EQ(blocksAfterStores(B.K),
            std::vector<bool>({false, true, false, true}));
}

TEST(AmdMemory, AWaitIsAsLongAsAMeanLoad) {
  EXPECT_EQ(drainOf(0, 0), 3 * 20);
  EXPECT_EQ(drainOf(1, 0), 3 * 100);
  EXPECT_EQ(drainOf(1, 0.5), 3 * 150);
}

TEST(AmdMemory, WhatWasSpilledIsInTheL2) {
  EXPECT_EQ(drainOf(0, 0, /*SpillBytes=*/8), 3 * 100);
  EXPECT_EQ(drainOf(1, 1, /*SpillBytes=*/8), 3 * 200);
}
