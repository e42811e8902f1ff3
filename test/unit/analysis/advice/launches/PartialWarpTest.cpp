//===- PartialWarpTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/PartialWarp.h"
#include "gtest/gtest.h"

using namespace gpuperf;

static Launch launch(Dim3 Grid, Dim3 Block) {
  Launch L;
  L.Grid = Grid;
  L.Block = Block;
  return L;
}

TEST(PartialWarp, CountsIdleLanes) {
  auto P = findPartialWarp(launch({10}, {100}), true, 32);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->WarpsPerBlock, 4u);
  EXPECT_EQ(P->IdleLanes, 28u);
  EXPECT_EQ(P->SmallerBlock, 96u);
  EXPECT_EQ(P->LargerBlock, 128u);
}

TEST(PartialWarp, ShapeDoesNotMatter) {
  EXPECT_FALSE(findPartialWarp(launch({10}, {8, 4}), true, 32));
  EXPECT_FALSE(findPartialWarp(launch({10}, {1, 1, 32}), true, 32));
  EXPECT_TRUE(findPartialWarp(launch({10}, {31, 31}), true, 32));
}

TEST(PartialWarp, WavefrontOf64) {
  EXPECT_FALSE(findPartialWarp(launch({10}, {96}), true, 32));
  auto P = findPartialWarp(launch({10}, {96}), true, 64);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->IdleLanes, 32u);
}

TEST(PartialWarp, SilentForSerialStepsAndImpossibleBlocks) {
  EXPECT_FALSE(findPartialWarp(launch({1}, {1}), true, 32));
  EXPECT_FALSE(findPartialWarp(launch({1}, {0}), true, 32));
  EXPECT_FALSE(findPartialWarp(launch({1}, {2000}), true, 32));
  // Many small blocks are no serial step, nor is a grid that is not known.
  auto Many = findPartialWarp(launch({1000}, {1}), true, 32);
  ASSERT_TRUE(Many);
  EXPECT_EQ(Many->SmallerBlock, 0u);
  EXPECT_EQ(Many->IdleLanes, 31u);
  EXPECT_TRUE(findPartialWarp(launch({1}, {1}), false, 32));
}
