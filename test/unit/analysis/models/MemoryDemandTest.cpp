//===- MemoryDemandTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/MemoryDemand.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Loads from global, constant and shared memory; 1024 bytes are asked for, and
/// half of them come from L1.
struct Loads {
  KernelBuilder B;
  WarpProfile P;
  Loads() {
    BlockId E = B.block("entry");
    B.memory(E, OpClass::LoadGlobal, MemSpace::Global, AccessKind::Load, "%g",
             4);
    B.memory(E, OpClass::LoadConst, MemSpace::Constant, AccessKind::Load, "%c",
             4);
    B.memory(E, OpClass::LoadShared, MemSpace::Shared, AccessKind::Load, "%s",
             4);
    B.ret(E);
    P.Accesses.resize(3);
    for (AccessProfile &A : P.Accesses) {
      A.Requests = 2, A.ActiveLanes = 32;
      A.SectorsPerRequest = Estimate::exact(32);
      A.PassesPerRequest = Estimate::exact(3);
      A.Uncoalesced = true;
    }
    P.RequestedBytes = 1024;
    P.L1Share = 0.5, P.L2Share = 0.25, P.DramShare = 0.25;
    P.L2Bytes = 600, P.DramReadBytes = 300, P.DramWriteBytes = 100;
  }
  MemoryDemand operator()(const ModelArgs &Args = {}) const {
    return memoryDemand(B.K, P, /*SectorBytes=*/32, Args);
  }
};

TEST(MemoryDemand, LevelsCarryWhatTheProfileSays) {
  MemoryDemand D = Loads()();
  EXPECT_DOUBLE_EQ(D.RequestedBytes, 1024);
  EXPECT_DOUBLE_EQ(D.L1Bytes, 512);
  EXPECT_DOUBLE_EQ(D.L2Bytes, 600);
  EXPECT_DOUBLE_EQ(D.DramBytes, 400); // read and written
  EXPECT_DOUBLE_EQ(D.DramShare, 0.25);
  EXPECT_DOUBLE_EQ(dramWriteShare(Loads().P), 0.25);
  EXPECT_EQ(dramWriteShare(WarpProfile()), 0); // nothing moves
}

TEST(MemoryDemand, OnlyCachedMemoryIsUncoalescedAndOnlySharedHasPasses) {
  Loads L;
  MemoryDemand D = L();
  // 2 requests of 32 lanes of 4 bytes, of the one access to global memory.
  EXPECT_DOUBLE_EQ(D.UncoalescedShare, 256.0 / 1024);
  // Their sectors, as far as L1 does not serve them.
  EXPECT_DOUBLE_EQ(D.UncoalescedBytes, 2 * 32 * 32 * 0.5);
  EXPECT_DOUBLE_EQ(D.SharedPasses, 2 * 3);
  for (AccessProfile &A : L.P.Accesses)
    A.Uncoalesced = false, A.PassesPerRequest = Estimate::exact(0);
  D = L();
  EXPECT_EQ(D.UncoalescedShare, 0);
  EXPECT_EQ(D.UncoalescedBytes, 0);
  EXPECT_DOUBLE_EQ(D.SharedPasses, 2); // a request takes one at the least
}

TEST(MemoryDemand, SharesFromTheUserReplaceTheDerivedOnes) {
  ModelArgs Args;
  Args.L1Pct = 0.25, Args.L2Pct = 0.5;
  MemoryDemand D = Loads()(Args);
  EXPECT_DOUBLE_EQ(D.L1Bytes, 256);
  EXPECT_DOUBLE_EQ(D.L2Bytes, 512);
  EXPECT_DOUBLE_EQ(D.DramBytes, 256);
  // L2 serves no more than L1 leaves, and shares end at 1.
  Args.L2Pct = 0.9;
  D = Loads()(Args);
  EXPECT_DOUBLE_EQ(D.L2Share, 0.75);
  EXPECT_DOUBLE_EQ(D.DramShare, 0);
  Args.L1Pct = 7;
  EXPECT_DOUBLE_EQ(Loads()(Args).L1Share, 1);
  EXPECT_DOUBLE_EQ(Loads()(Args).L2Share, 0);
}

TEST(MemoryDemand, UncoalescedLoadsHaveALatencyOfTheirOwn) {
  MemoryDemand D;
  D.L1Share = 0.5, D.L2Share = 0.25, D.DramShare = 0.25;
  D.UncoalescedShare = 0.2;
  LatencyShares S = latencyShares(D);
  EXPECT_DOUBLE_EQ(S.L1 + S.L2 + S.Dram + S.Uncoalesced, 1);
  EXPECT_DOUBLE_EQ(S.L1, 0.4);
  MemoryRates R;
  R.L1LatencyCycles = Estimate::exact(20);
  R.L2LatencyCycles = Estimate::exact(100);
  R.DramLatencyCycles = Estimate::exact(200);
  R.UncoalescedLatencyCycles = Estimate::exact(300);
  EXPECT_DOUBLE_EQ(meanLoadLatency(D, R), 8 + 20 + 40 + 60);
}
} // namespace
