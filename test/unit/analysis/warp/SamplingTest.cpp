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
