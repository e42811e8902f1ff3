//===- LanePatternTest.cpp - How the lanes of a warp lie ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/LanePattern.h"
#include "test/unit/analysis/advice/PairIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(LanePattern, ConsecutiveThreadsLieSideBySide) {
  KernelSummary K = kernel("saxpy");
  LanePattern P =
      lanePattern(K, access(K, 0), launch({8}, {256}, {4096, {}, {}, {}}), 32);
  ASSERT_TRUE(P.Form);
  EXPECT_EQ(P.XBytes, 4);
  EXPECT_EQ(P.LaneStride, 4);
  EXPECT_TRUE(P.OneStride);
  EXPECT_TRUE(P.ConstantStride);
}

TEST(LanePattern, RecordsHaveTheirSizeAsTheStride) {
  KernelSummary K = kernel("aos");
  LanePattern P =
      lanePattern(K, access(K, 0), launch({8}, {256}, {{}, {}, 2048}), 32);
  EXPECT_EQ(P.LaneStride, 32);
  EXPECT_EQ(P.StrideText, "32");
}

TEST(LanePattern, OnlyGathersDependOnTheLanesData) {
  KernelSummary K = kernel("gather");
  EXPECT_FALSE(dependsOnLaneData(K, access(K, 0)));
  EXPECT_TRUE(dependsOnLaneData(K, access(K, 1)));
}

TEST(LanePattern, SectorsFollowTheShapeOfTheBlock) {
  // A row of 32 floats: 4 sectors of 32 bytes. 8 rows of 4: one sector each.
  EXPECT_EQ(sectorsOf({32, 1, 1}, 32, 4, 0, 0, 4), 4u);
  EXPECT_EQ(sectorsOf({4, 8, 1}, 32, 4, 4096, 0, 4), 8u);
  EXPECT_EQ(sectorsOf({32, 1, 1}, 32, 0, 0, 0, 4), 1u);
  EXPECT_EQ(sectorsOf({32, 1, 1}, 32, 128, 0, 0, 4), 32u);
}

TEST(LanePattern, FieldsFillTheirSectorsTogether) {
  const Launch L = launch({64}, {256});
  KernelSummary Whole = pairKernel(8), Part = pairKernel(32);
  auto Both = jointBytes(Whole, {0, 1}, L, 32);
  ASSERT_TRUE(Both);
  EXPECT_EQ(Both->Used, 256);
  EXPECT_EQ(Both->Sectors, 8);
  auto One = jointBytes(Whole, 0, L, 32);
  ASSERT_TRUE(One);
  EXPECT_EQ(One->Used, 128);
  EXPECT_EQ(One->Sectors, 8);
  // Each byte counts once.
  EXPECT_EQ(jointBytes(Whole, {0, 0, 1, 0}, L, 32)->Used, 256);
  EXPECT_EQ(jointBytes(Part, {0, 1}, L, 32)->Used, 256);
  EXPECT_EQ(jointBytes(Part, {0, 1}, L, 32)->Sectors, 32);
  KernelSummary Gather = kernel("gather");
  EXPECT_FALSE(jointBytes(Gather, 1, launch({8}, {256}), 32));
}
