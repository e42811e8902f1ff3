//===- LineListTest.cpp - Lines as a person names them --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/LineList.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
std::string listOf(std::initializer_list<uint32_t> Numbers) {
  std::vector<SourceLine> Lines;
  for (uint32_t N : Numbers)
    Lines.push_back({0, N, 1});
  return listLines(Lines, 0);
}
} // namespace

TEST(LineList, EachOnceAndInOrder) {
  EXPECT_EQ(listOf({}), "");
  EXPECT_EQ(listOf({7}), "line 7");
  EXPECT_EQ(listOf({9, 7, 9}), "lines 7 and 9");
  EXPECT_EQ(listOf({11, 7, 9}), "lines 7, 9 and 11");
}

TEST(LineList, OtherFilesAreLeftOut) {
  EXPECT_EQ(listLines({{0, 7, 1}, {1, 8, 1}, {0, 0, 0}}, 0), "line 7");
  EXPECT_EQ(listLines({{0, 7, 1}}, 3), "");
}

TEST(LineList, ThreeNeighboursAreARange) {
  EXPECT_EQ(listOf({7, 8}), "lines 7 and 8");
  EXPECT_EQ(listOf({7, 8, 9}), "lines 7 to 9");
  EXPECT_EQ(listOf({1, 7, 8, 9, 10, 20}), "lines 1, 7 to 10 and 20");
}

TEST(LineList, OfManyTheRestIsCounted) {
  EXPECT_EQ(listOf({1, 3, 5, 7, 9, 11, 13, 15}),
            "lines 1, 3, 5, 7, 9, 11, 13 and 15");
  EXPECT_EQ(listOf({1, 3, 5, 7, 9, 11, 13, 15, 17, 18, 19}),
            "lines 1, 3, 5, 7, 9, 11, 13, 15 and 3 more");
}
