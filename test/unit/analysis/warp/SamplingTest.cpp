//===- SamplingTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Sampling.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(Sampling, WeightsAddUpToTheRange) {
  for (uint64_t Count : {1ull, 2ull, 3ull, 5ull, 6ull, 100ull, 1ull << 40})
    for (unsigned Most : {1u, 2u, 3u, 4u, 5u, 8u}) {
      double Sum = 0;
      for (const IndexSample &S : sampleRange(Count, Most)) {
        EXPECT_LT(S.Index, Count);
        Sum += S.Weight;
      }
      EXPECT_DOUBLE_EQ(Sum, static_cast<double>(Count)) << Count << " " << Most;
    }
  EXPECT_TRUE(sampleRange(0, 4).empty());
}

TEST(Sampling, SmallRangesAreWhole) {
  IndexSamples S = sampleRange(4, 4);
  ASSERT_EQ(S.size(), 4u);
  EXPECT_EQ(S[3].Index, 3u);
  EXPECT_EQ(S[3].Weight, 1);
}

TEST(Sampling, IntegratesWhatTriangularLoopsNeed) {
  // Sum of i and of i * i over 0 .. 999.
  double Linear = 0, Square = 0;
  for (const IndexSample &S : sampleRange(1000, 4)) {
    auto I = static_cast<double>(S.Index);
    Linear += S.Weight * I, Square += S.Weight * I * I;
  }
  EXPECT_NEAR(Linear / 499500, 1, 0.002);
  EXPECT_NEAR(Square / 332833500, 1, 0.004);
}

TEST(Sampling, AGuardIsAStep) {
  const uint64_t Count = 100096, Working = 391;
  auto Value = [&](uint64_t I) { return I < Working ? 5000.0 : 10.0; };
  EXPECT_EQ(findStep(sampleRange(Count, 5), Value), Working);
  auto Backward = [&](uint64_t I) { return Value(Count - 1 - I); };
  EXPECT_EQ(findStep(sampleRange(Count, 5), Backward), Count - Working);
  // The block that the guard cuts does a part of the work.
  auto Cut = [&](uint64_t I) { return I == Working ? 3000.0 : Value(I); };
  EXPECT_EQ(findStep(sampleRange(Count, 5), Cut), Working + 1);
}

TEST(Sampling, WhatGrowsEvenlyHasNoStep) {
  auto Line = sampleRange(100000, 5);
  EXPECT_FALSE(findStep(Line, [](uint64_t) { return 7.0; }));
  EXPECT_FALSE(findStep(Line, [](uint64_t I) { return 10.0 + double(I); }));
  EXPECT_FALSE(findStep({}, [](uint64_t) { return 7.0; }));
}

TEST(Sampling, BothSidesOfAStepAreSampled) {
  double Before = 0, After = 0;
  for (const IndexSample &S : sampleSides(100096, 391, 5, 5))
    (S.Index < 391 ? Before : After) += S.Weight;
  EXPECT_DOUBLE_EQ(Before, 391);
  EXPECT_DOUBLE_EQ(After, 100096 - 391);
}

TEST(Sampling, BlocksCoverGridsOfEveryShape) {
  for (Dim3 Grid :
       {Dim3{1, 1, 1}, Dim3{1000, 1, 1}, Dim3{64, 64, 1}, Dim3{8, 1, 9},
        Dim3{16, 16, 16}, Dim3{2147483647, 65535, 65535}}) {
    double Sum = 0;
    bool Corner = false;
    auto Samples = sampleBlocks(Grid, 5);
    for (const BlockSample &B : Samples) {
      Sum += B.Weight;
      Corner |= B.Ctaid == Dim3{Grid.X - 1, Grid.Y - 1, Grid.Z - 1};
    }
    EXPECT_NEAR(Sum / static_cast<double>(Grid.count()), 1, 1e-9);
    EXPECT_TRUE(Corner); // where guards cut
    EXPECT_LE(Samples.size(), 9u);
  }
}

TEST(Sampling, ABlockStandsForItsNeighbours) {
  for (Dim3 Grid : {Dim3{1000, 1, 1}, Dim3{64, 65, 1}, Dim3{9, 5, 7}})
    for (unsigned Most : {1u, 2u, 3u, 5u, 7u}) {
      ActiveThreads All;
      for (const BlockSample &B : sampleBlocks(Grid, Most)) {
        const uint64_t At[] = {B.Ctaid.X, B.Ctaid.Y, B.Ctaid.Z};
        for (unsigned D = 0; D < 3; ++D) {
          EXPECT_LE(B.StandsFor[D].First, At[D]);
          EXPECT_GT(B.StandsFor[D].End, At[D]);
        }
        All.add({Interval{0, 1}, Interval{0, 1}, Interval{0, 1}}, B.StandsFor,
                {});
      }
      EXPECT_EQ(All.InGrid[0].count(), Grid.X) << Most;
      EXPECT_EQ(All.InGrid[1].count(), Grid.Y) << Most;
      EXPECT_EQ(All.InGrid[2].count(), Grid.Z) << Most;
    }
}

TEST(Sampling, WarpsAreSeenAtAllPlacesOfTheirRows) {
  for (uint64_t Count : {5ull, 16ull, 24ull, 31ull})
    for (uint64_t Period : {1ull, 3ull, 4ull, 8ull, 25ull})
      for (unsigned Most : {1u, 2u, 4u, 8u, 16u, 32u}) {
        IndexSamples Samples = sampleWarps(Count, Most, Period);
        EXPECT_LE(Samples.size(), std::max(Most, 1u));
        double Sum = 0;
        std::vector<double> AtPlace(Period, 0);
        for (const IndexSample &S : Samples) {
          ASSERT_LT(S.Index, Count);
          Sum += S.Weight;
          AtPlace[S.Index % Period] += S.Weight;
        }
        EXPECT_NEAR(Sum, static_cast<double>(Count), 1e-9)
            << Count << " " << Most << " " << Period;
        if (Period > 16 || Most < Period || Count < Period)
          continue;
        for (uint64_t P = 0; P < Period; ++P) {
          auto Own = static_cast<double>((Count - P + Period - 1) / Period);
          EXPECT_NEAR(AtPlace[P], Own, 1e-9) << Count << " " << Period;
        }
      }
}

TEST(Sampling, FewerWarpsThanPlacesDoNotAlias) {
  // Rows of four warps: two samples, at two places.
  IndexSamples S = sampleWarps(16, 2, 4);
  ASSERT_EQ(S.size(), 2u);
  EXPECT_NE(S[0].Index % 4, S[1].Index % 4);
  EXPECT_NE(S[0].Index / 4, S[1].Index / 4);
}

TEST(Sampling, IterationsBetweenTheEndsOfLanesAreParts) {
  // Some lanes leave after 3 iterations, the others after 103.
  IndexSamples S = sampleIterations({3, 103}, 2, 4);
  double Early = 0, Late = 0;
  for (const IndexSample &I : S)
    (I.Index < 3 ? Early : Late) += I.Weight;
  EXPECT_EQ(Early, 3);
  EXPECT_EQ(Late, 100);
  EXPECT_EQ(S.back().Index, 102u); // where they leave
  EXPECT_TRUE(sampleIterations({1, 2, 3, 4, 5}, 2, 4).empty());
}
