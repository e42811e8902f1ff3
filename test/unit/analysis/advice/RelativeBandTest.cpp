//===- RelativeBandTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/RelativeBand.h"
#include "test/unit/analysis/advice/AdviceFixture.h"
#include <cmath>
#include <limits>

using namespace gpuperf;
using namespace gpuperf::test;

TEST(RelativeBand, DistanceIsTheShareThatDiffers) {
  EXPECT_DOUBLE_EQ(mixDistance(spent(10), spent(99)), 0);
  EXPECT_DOUBLE_EQ(mixDistance(spent(10, 1.6, 1), spent(10, 1.6, 0)), 1);
  EXPECT_DOUBLE_EQ(mixDistance(spent(10, 1.6, 0.75), spent(50, 1.6, 0.5)),
                   0.25);
  // In any order, and with parts that only one of them has.
  Prediction A = spent(10), B = spent(10);
  std::reverse(B.Components.begin(), B.Components.end());
  EXPECT_DOUBLE_EQ(mixDistance(A, B), 0);
  B.Components = {{"latency", 3}};
  EXPECT_DOUBLE_EQ(mixDistance(A, B), 1);
  // Who does not say what it is made of shares nothing.
  B.Components.clear();
  EXPECT_DOUBLE_EQ(mixDistance(A, B), 1);
}

TEST(RelativeBand, NarrowerThanTheTimesWhereBothDoTheSame) {
  const Estimate S = speedup(spent(12), spent(10));
  EXPECT_DOUBLE_EQ(S.Value, 1.2);
  EXPECT_GT(S.Lo, 1); // the bands of the times overlap by far
  EXPECT_LT(S.Lo, 1.2);
  EXPECT_NEAR(S.Lo * S.Hi, 1.44, 1e-9);
}

TEST(RelativeBand, AtLeastAsWideAsTwoTimesWhereTheyShareNothing) {
  const Estimate S = speedup(spent(20, 1.6, 1), spent(10, 1.6, 0));
  EXPECT_GE(std::log(S.Value / S.Lo), std::sqrt(2) * std::log(1.6));
  // In between, in between.
  const Estimate Same = speedup(spent(20), spent(10)),
                 Half = speedup(spent(20, 1.6, 1), spent(10, 1.6, 0.5));
  EXPECT_LT(Half.Lo, Same.Lo);
  EXPECT_GT(Half.Lo, S.Lo);
}

TEST(RelativeBand, WhatALaunchIsBoundByDoesNotDecideTheComparison) {
  auto Of = [](double Us, double Own, double Share) {
    Prediction P = spent(Us, Own, Share);
    P.OwnErrorFactor = Own;
    return P;
  };
  const Estimate Narrow = speedup(Of(20, 1.15, 0.8), Of(10, 1.15, 0.5)),
                 Wide = speedup(Of(20, 2.4, 0.8), Of(10, 2.4, 0.5)),
                 Usual = speedup(spent(20, 1.6, 0.8), spent(10, 1.6, 0.5));
  EXPECT_NEAR(Narrow.Lo, Usual.Lo, 1e-9);
  EXPECT_NEAR(Wide.Lo, Usual.Lo, 1e-9);
}

TEST(RelativeBand, OtherSmsKeepDramBusyWhileOneStartsABlock) {
  Prediction Alone = spent(15), Shared = spent(10);
  Alone.LoneStartUs = 5;
  Alone.BoundBy = Shared.BoundBy = Bound::Dram;
  EXPECT_DOUBLE_EQ(speedup(Alone, Shared).Value, 1);
  EXPECT_DOUBLE_EQ(speedup(Shared, Alone).Value, 1);
  // What else the block loses still counts.
  Alone.LoneStartUs = 2;
  EXPECT_DOUBLE_EQ(speedup(Alone, Shared).Value, 1.3);
  // An SM's own units stand still meanwhile.
  Alone.BoundBy = Bound::L1;
  EXPECT_DOUBLE_EQ(speedup(Alone, Shared).Value, 1.5);
}

TEST(RelativeBand, AnotherBlockDoesNotSpeedUpTheSameAtomics) {
  auto Atomics = [](double TimeUs, double Count) {
    Prediction P = spent(TimeUs);
    P.BoundBy = Bound::Atomic;
    P.Profile.LaneInstructions[unsigned(OpClass::AtomicGlobal)] = Count;
    return P;
  };
  const Estimate Same = speedupOfLaunch(Atomics(20, 1e6), Atomics(10, 1.01e6));
  EXPECT_EQ(Same.Value, 1);
  EXPECT_EQ(Same.Lo, 1);
  // A block that needs fewer of them, and one that waits for something else.
  EXPECT_EQ(speedupOfLaunch(Atomics(20, 1e6), Atomics(10, 5e5)).Value, 2);
  EXPECT_EQ(speedupOfLaunch(Atomics(20, 1e6), spent(10)).Value, 2);
  EXPECT_EQ(speedupOfLaunch(spent(20), spent(10)).Lo,
            speedup(spent(20), spent(10)).Lo);
  // Of other code, nobody says that the addresses are the same.
  EXPECT_EQ(speedup(Atomics(20, 1e6), Atomics(10, 1e6)).Value, 2);
}

TEST(RelativeBand, GrowsWithWhatWasAssumed) {
  double Before = 0;
  for (double Band : {1.0, 1.6, 2.0, 4.0}) {
    const Estimate S = speedup(spent(20, Band, 0.8), spent(10, Band, 0.5));
    EXPECT_GT(S.Hi / S.Value, Before) << Band;
    Before = S.Hi / S.Value;
  }
  Prediction Guessed = spent(20);
  Guessed.TimeUs.Why = AssumptionKind::TripCountGuessed;
  EXPECT_EQ(speedup(Guessed, spent(10)).Why, AssumptionKind::TripCountGuessed);
}

TEST(RelativeBand, AGuessThatBothShareCancelsAsFarAsTheTableSays) {
  auto Log2 = [](double F) { return std::log(F) * std::log(F); };
  const auto Branch = AssumptionKind::BranchGuessed;
  auto Of = [&](double Us, double Part, double Factor, AssumptionSet Why) {
    Prediction P =
        spent(Us, std::exp(std::sqrt(Log2(1.6) + Log2(Factor))), Part);
    P.TimeUs.Why = std::move(Why);
    return P;
  };
  const Estimate Guessed = speedup(Of(20, 0.8, bandFactor(Branch), Branch),
                                   Of(10, 0.5, bandFactor(Branch), Branch));
  const Estimate Narrow = speedup(Of(20, 0.8, ratioFactor(Branch), {}),
                                  Of(10, 0.5, ratioFactor(Branch), {}));
  const Estimate Wide = speedup(Of(20, 0.8, bandFactor(Branch), {}),
                                Of(10, 0.5, bandFactor(Branch), {}));
  EXPECT_NEAR(Guessed.Lo, Narrow.Lo, 1e-9);
  EXPECT_GT(Guessed.Lo, 1.1 * Wide.Lo);
}

TEST(RelativeBand, TheSameWorkIsAsManyAccesses) {
  Prediction All = spent(10), Half = spent(5);
  EXPECT_TRUE(doSameWork(All, Half));
  AccessProfile Access;
  Access.Requests = 1000, Access.ActiveLanes = 32;
  All.Profile.Accesses = Half.Profile.Accesses = {Access};
  EXPECT_TRUE(doSameWork(All, Half));
  Half.Profile.Accesses[0].Requests = 500;
  EXPECT_FALSE(doSameWork(All, Half));
  EXPECT_FALSE(doSameWork(Half, All));
}

TEST(RelativeBand, NothingIsToldOfTimesThatAreNotKnown) {
  Prediction Zero = spent(10), Endless = spent(10), NoBand = spent(10);
  Zero.TimeUs = Estimate::exact(0);
  Endless.TimeUs.Hi = std::numeric_limits<double>::infinity();
  NoBand.TimeUs.Lo = 0;
  for (const Prediction &P : {Zero, Endless, NoBand}) {
    for (const Estimate &S : {speedup(P, spent(1)), speedup(spent(1e6), P)}) {
      EXPECT_LT(S.Lo, 1);
      EXPECT_FALSE(std::isnan(S.Value));
      EXPECT_FALSE(std::isnan(S.Hi));
      EXPECT_LE(S.Lo, S.Value);
      EXPECT_LE(S.Value, S.Hi);
    }
  }
}
