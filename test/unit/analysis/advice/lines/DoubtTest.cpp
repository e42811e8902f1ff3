//===- DoubtTest.cpp - How sure the share of a line is -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Doubt.h"
#include "test/unit/analysis/advice/PairIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A finding about \p Id that saves \p Percent of the time.
LineFinding about(AccessId Id, double Percent) {
  LineFinding F;
  F.Accesses = {Id};
  F.TimeUs = Estimate::exact(100);
  F.WithoutUs = Estimate::exact(100 - Percent);
  return F;
}
} // namespace

TEST(Doubt, AGuardOnDataIsTold) {
  const KernelSummary K = pairKernel(8, /*Guarded=*/true);
  EXPECT_FALSE(isGuardedByData(K, K.Accesses[0].Block));
  EXPECT_TRUE(isGuardedByData(K, K.Accesses[1].Block));
  const KernelSummary Plain = pairKernel(8);
  EXPECT_FALSE(isGuardedByData(Plain, Plain.Accesses[1].Block));
}

TEST(Doubt, AFindingBehindAGuardSurvivesAHundredthOfItsShare) {
  const KernelSummary K = pairKernel(8, /*Guarded=*/true);
  const WarpProfile P;
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, about(0, 40)), 40);
  // 40 of 100 become 0.4 beside the other 60.
  EXPECT_NEAR(leastGainPercent(K, P, about(1, 40)), 100 * 0.4 / 60.4, 1e-9);
  EXPECT_GT(leastGainPercent(K, P, about(1, 95)), 10);
  // A line that is executed for certain makes all of it certain.
  LineFinding Both = about(1, 40);
  Both.Accesses.push_back(0);
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, Both), 40);
}

TEST(Doubt, ALoopThatMayRunLongerTakesTheShareAway) {
  KernelSummary K = pairKernel(8);
  K.Loops.emplace_back();
  WarpProfile P;
  P.Loops.resize(1);
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, about(0, 40)), 40);
  P.Loops[0].Guessed = true;
  EXPECT_LT(leastGainPercent(K, P, about(0, 40)), 10);
  // The cost grows with the loop that it is in.
  K.Blocks[K.Accesses[0].Block].InnermostLoop = 0;
  EXPECT_TRUE(isInGuessedLoop(K, P, K.Accesses[0].Block));
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, about(0, 40)), 40);
}
