//===- LanePatternTest.cpp - How the lanes of a warp lie ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/LanePattern.h"
#include "test/unit/analysis/IrFixture.h"

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

TEST(LanePattern, LinesAreListedOnceAndInOrder) {
  SourceLine A{0, 7, 1}, B{0, 9, 2}, C{0, 11, 3}, Other{1, 8, 1};
  EXPECT_EQ(listLines({A}, 0), "line 7");
  EXPECT_EQ(listLines({B, A, B, Other}, 0), "lines 7 and 9");
  EXPECT_EQ(listLines({C, A, B}, 0), "lines 7, 9 and 11");
  EXPECT_EQ(listLines({A}, 3), "");
}
