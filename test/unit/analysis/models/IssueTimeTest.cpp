//===- IssueTimeTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/IssueTime.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
WarpProfile
profileOf(double Warps,
          std::initializer_list<std::pair<OpClass, double>> PerLaunch) {
  WarpProfile P;
  P.Warps = Warps;
  for (auto [Op, N] : PerLaunch)
    P.WarpInstructions[static_cast<unsigned>(Op)] = N;
  return P;
}

double of(const IssueTime &T, OpClass Op) {
  return T.CyclesByClass[static_cast<unsigned>(Op)];
}

TEST(IssueTime, ASchedulerIsKeptBusyByTheRatesOfThePipes) {
  WarpProfile P = profileOf(
      2, {{OpClass::Fp32Add, 6}, {OpClass::Fp64Fma, 4}, {OpClass::Free, 10}});
  IssueTime T = schedulerIssueTime(tinyGpu(), P);
  // Of a mean warp: 3 in 1 cycle each, 2 in 32 lanes / (4 / 2 schedulers).
  EXPECT_DOUBLE_EQ(of(T, OpClass::Fp32Add), 3);
  EXPECT_DOUBLE_EQ(of(T, OpClass::Fp64Fma), 2 * 16);
  EXPECT_EQ(of(T, OpClass::Free), 0);
  EXPECT_DOUBLE_EQ(T.Cycles, 35);
  EXPECT_TRUE(T.Why.empty());
  // No warps execute nothing.
  EXPECT_EQ(schedulerIssueTime(tinyGpu(), profileOf(0, {{OpClass::Fp32Add, 6}}))
                .Cycles,
            0);
}

TEST(IssueTime, OnlyTheLatenciesOfWhatIsExecutedCount) {
  GpuModel G = tinyGpu();
  G.Arch.LatencyCycles[static_cast<unsigned>(OpClass::Fp64Fma)].reset();
  EXPECT_TRUE(
      schedulerIssueTime(G, profileOf(1, {{OpClass::Fp32Add, 1}})).Why.empty());
  EXPECT_TRUE(schedulerIssueTime(G, profileOf(1, {{OpClass::Fp64Fma, 1}}))
                  .Why.contains(AssumptionKind::GpuFactMissing));
}

TEST(IssueTime, ATimedRateReplacesTheListedOneAndScalesTheOthers) {
  GpuModel G = tinyGpu();
  // 32 per clock where the table has 64: one warp in one cycle.
  G.HongKim.ThroughputPerClkPerCu[static_cast<unsigned>(OpClass::Fp32Add)] =
      fact(32);
  Estimate Add = smIssueCycles(G, OpClass::Fp32Add);
  EXPECT_DOUBLE_EQ(Add.Value, 1);
  EXPECT_TRUE(Add.Why.empty());
  // Twice as long as the table has it, and so does what was not timed.
  Estimate Fma = smIssueCycles(G, OpClass::Fp64Fma);
  EXPECT_DOUBLE_EQ(Fma.Value,
                   2 * smIssueCycles(tinyGpu(), OpClass::Fp64Fma).Value);
  EXPECT_TRUE(Fma.Why.contains(AssumptionKind::GpuFactMissing));
}

TEST(IssueTime, BankConflictsAddThePassesBeyondTheFirst) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  B.memory(E, OpClass::LoadShared, MemSpace::Shared, AccessKind::Load, "%s", 4);
  B.memory(E, OpClass::LoadGlobal, MemSpace::Global, AccessKind::Load, "%g", 4);
  B.ret(E);
  WarpProfile P = profileOf(2, {{OpClass::Fp32Add, 4}});
  P.Accesses.resize(2);
  P.Accesses[0].Requests = P.Accesses[1].Requests = 4;
  P.Accesses[0].PassesPerRequest = P.Accesses[1].PassesPerRequest =
      Estimate::exact(3);
  IssueTime T = smIssueTime(tinyGpu(), B.K, P, /*SharedPassCycles=*/2);
  // Two additions of half a cycle; 4 requests, 2 more passes of 2 cycles each,
  // of 2 warps.
  EXPECT_DOUBLE_EQ(of(T, OpClass::Fp32Add), 1);
  EXPECT_DOUBLE_EQ(of(T, OpClass::LoadShared), 8);
  EXPECT_EQ(of(T, OpClass::LoadGlobal), 0);
  EXPECT_DOUBLE_EQ(T.Cycles, 9);
  // Less than one pass takes nothing away.
  P.Accesses[0].PassesPerRequest = Estimate::exact(0);
  EXPECT_DOUBLE_EQ(smIssueTime(tinyGpu(), B.K, P, 2).Cycles, 1);
}
} // namespace
