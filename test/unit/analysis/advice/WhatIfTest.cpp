//===- WhatIfTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/WhatIf.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "test/unit/analysis/advice/PairIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(WhatIf, NothingChangedIsTheSameTime) {
  Asked A = ask("matmulNaive", {64, 64}, {16, 16}, {{}, {}, {}, 1024});
  auto T = timeWithProfile(A.K, A.L, A.Gpu, A.P, A.P.Profile);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Value, A.P.TimeUs.Value);
  // An access that wastes nothing stays as it is.
  WarpProfile P = A.P.Profile;
  for (AccessId Id = 0; Id < A.K.Accesses.size(); ++Id)
    coalesce(A.K, Id, P), freeBanks(Id, P);
  EXPECT_EQ(P.L2Bytes, A.P.Profile.L2Bytes);
  EXPECT_EQ(P.DramReadBytes, A.P.Profile.DramReadBytes);
  EXPECT_EQ(P.L2Requests, A.P.Profile.L2Requests);
}

TEST(WhatIf, TrafficNeverFallsBelowWhatIsUsed) {
  // 2048 x 2048 floats read and written, the writes a column at a time.
  Asked A = ask("transposeNaive", {64, 64}, {32, 8}, {{}, {}, 2048, 2048});
  WarpProfile P = A.P.Profile;
  const double Used = 2048.0 * 2048 * 4;
  ASSERT_EQ(A.P.Profile.L2Bytes, 9 * Used);
  coalesce(A.K, 1, P);
  EXPECT_EQ(P.Accesses[1].SectorsPerRequest.Value, 4);
  EXPECT_EQ(P.Accesses[1].LinesPerRequest.Value, 1);
  EXPECT_EQ(P.L2Bytes, 2 * Used);
  // L2 joined the parts of a sector before: DRAM saw each byte once.
  EXPECT_EQ(P.DramWriteBytes, A.P.Profile.DramWriteBytes);
  EXPECT_LT(P.L2Requests, A.P.Profile.L2Requests);
  // Again changes nothing.
  WarpProfile Twice = P;
  coalesce(A.K, 1, Twice);
  EXPECT_EQ(Twice.L2Bytes, P.L2Bytes);
}

TEST(WhatIf, FieldsThatShareTheirSectorsSaveNoDramTraffic) {
  // Structures of 32 bytes, of which x and vx are used: one sector each.
  Asked A = ask("aos", {65536}, {256}, {{}, {}, 16777216});
  WarpProfile P = A.P.Profile;
  for (AccessId Id = 0; Id < A.K.Accesses.size(); ++Id)
    coalesce(A.K, Id, P);
  EXPECT_LT(P.DramReadBytes, A.P.Profile.DramReadBytes);
  // Two loads of 4 bytes a thread remain.
  EXPECT_GE(P.DramReadBytes, 2 * 16777216.0 * 4 * 0.9);
}

TEST(WhatIf, FieldsThatFillTheirSectorsSaveNoTraffic) {
  // Both floats of a pair are read: all bytes of all sectors are used.
  Asked A = ask(pairKernel(8), {65536}, {256});
  WarpProfile Together = A.P.Profile;
  coalesceTogether(A.K, {0, 1}, 8, Together);
  EXPECT_EQ(Together.Accesses[0].SectorsPerRequest.Value, 4);
  EXPECT_NEAR(Together.L2Bytes / A.P.Profile.L2Bytes, 1, 1e-9);
  EXPECT_NEAR(Together.DramReadBytes / A.P.Profile.DramReadBytes, 1, 1e-9);
  // Each brings its own half.
  EXPECT_DOUBLE_EQ(Together.Accesses[0].L1Misses,
                   Together.Accesses[1].L1Misses);
}

// The first of the two brings the sectors of both: it cannot give them up.
TEST(WhatIf, WhatOneBringsForTheOtherStillMoves) {
  Asked A = ask(pairKernel(8), {65536}, {256});
  WarpProfile &Before = A.P.Profile;
  Before.Accesses[0].L1Misses = Before.Accesses[0].L2Misses = 1;
  Before.Accesses[1].L1Misses = Before.Accesses[1].L2Misses = 0;
  WarpProfile Together = Before, OneByOne = Before;
  coalesceTogether(A.K, {0, 1}, 8, Together);
  EXPECT_DOUBLE_EQ(Together.DramReadBytes, Before.DramReadBytes);
  coalesce(A.K, 0, OneByOne);
  coalesce(A.K, 1, OneByOne);
  EXPECT_LT(OneByOne.DramReadBytes, Together.DramReadBytes);
}

TEST(WhatIf, FieldsThatLeaveBytesSaveThese) {
  // 8 of every 32 bytes are used.
  Asked A = ask(pairKernel(32), {65536}, {256});
  WarpProfile P = A.P.Profile;
  coalesceTogether(A.K, {0, 1}, 8, P);
  EXPECT_NEAR(P.DramReadBytes, A.P.Profile.DramReadBytes / 4,
              A.P.Profile.DramReadBytes / 100);
}

TEST(WhatIf, CoalescedBytesComePageByPage) {
  // A thread reads 8 of the 4,096 bytes between it and its neighbour.
  Asked A = ask(pairKernel(4096), {65536}, {256});
  double Pages = 0;
  for (const WarpProfile::DramStream &S : A.P.Profile.DramStreams)
    Pages += S.Pages;
  WarpProfile P = A.P.Profile;
  for (AccessId Id = 0; Id < A.K.Accesses.size(); ++Id)
    coalesce(A.K, Id, P);
  double Bytes = 0, Left = 0;
  for (const WarpProfile::DramStream &S : P.DramStreams)
    Bytes += S.Bytes, Left += S.Pages;
  EXPECT_NEAR(Bytes, P.DramReadBytes + P.DramWriteBytes, 0.01 * Bytes);
  EXPECT_LE(Left, 1.01 * Bytes / WarpProfile::DramPageBytes);
  EXPECT_GT(Pages, 10 * Left);
}

TEST(WhatIf, OneThreadLoadsForSeveral) {
  Asked A = ask("matmulNaive", {64, 64}, {16, 16}, {{}, {}, {}, 1024});
  WarpProfile P = A.P.Profile;
  shareLoads(A.K, {0}, 4, P);
  EXPECT_DOUBLE_EQ(P.Accesses[0].Requests,
                   A.P.Profile.Accesses[0].Requests / 4);
  EXPECT_EQ(P.Accesses[1].Requests, A.P.Profile.Accesses[1].Requests);
  // Of the loads, three quarters of a half go; of the rest, nothing.
  const auto Load = static_cast<unsigned>(OpClass::LoadGlobal);
  const auto Fma = static_cast<unsigned>(OpClass::Fp32Fma);
  EXPECT_NEAR(P.WarpInstructions[Load],
              A.P.Profile.WarpInstructions[Load] * 5 / 8,
              1e-3 * A.P.Profile.WarpInstructions[Load]);
  EXPECT_EQ(P.WarpInstructions[Fma], A.P.Profile.WarpInstructions[Fma]);
}

TEST(WhatIf, ALineThatIsLeftOutCostsNothing) {
  Asked A = ask("matmulNaive", {64, 64}, {16, 16}, {{}, {}, {}, 1024});
  // The line of the loop's loads.
  const SourceLine Loads = A.K.Accesses[0].Where;
  WarpProfile P = A.P.Profile;
  leaveOutLine(A.K, Loads, P);
  double Stored = 0;
  for (AccessId Id = 0; Id < A.K.Accesses.size(); ++Id) {
    const AccessProfile &Before = A.P.Profile.Accesses[Id];
    const bool There = A.K.Accesses[Id].Where.Line == Loads.Line;
    EXPECT_EQ(P.Accesses[Id].Requests, There ? 0 : Before.Requests);
    if (!There)
      Stored += Before.Requests * Before.SectorsPerRequest.Value * 32;
  }
  EXPECT_GT(Stored, 0);
  EXPECT_NEAR(P.L2Bytes, Stored, 1e-6 * A.P.Profile.L2Bytes);
  const auto Load = static_cast<unsigned>(OpClass::LoadGlobal);
  const auto Store = static_cast<unsigned>(OpClass::StoreGlobal);
  EXPECT_EQ(P.WarpInstructions[Load], 0);
  EXPECT_EQ(P.WarpInstructions[Store], A.P.Profile.WarpInstructions[Store]);
  // A line that is not there takes nothing with it.
  WarpProfile Same = A.P.Profile;
  EXPECT_TRUE(leaveOutLine(A.K, {Loads.File, 999999, 1}, Same).empty());
  EXPECT_EQ(Same.L2Bytes, A.P.Profile.L2Bytes);
  EXPECT_EQ(Same.WarpInstructions[Load], A.P.Profile.WarpInstructions[Load]);
}
