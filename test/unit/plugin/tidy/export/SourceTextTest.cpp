//===- SourceTextTest.cpp - Lines and columns of a file -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/SourceText.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(SourceText, LinesAndColumnsCountFromOne) {
  SourceText T("ab\ncd ef\n");
  Region R = T.region(6, 8);
  EXPECT_EQ(R.Line, 2u);
  EXPECT_EQ(R.Column, 4u);
  EXPECT_EQ(R.EndLine, 2u);
  EXPECT_EQ(R.EndColumn, 6u);
  EXPECT_EQ(T.region(0, 0).Line, 1u);
  EXPECT_EQ(T.region(0, 4).EndLine, 2u);
}

TEST(SourceText, ColumnsAreUnitsOfUtf16) {
  // Two bytes are one unit, four bytes are two.
  SourceText T("\xc3\xa4x\xf0\x9f\x98\x80y");
  EXPECT_EQ(T.region(2, 3).Column, 2u);
  EXPECT_EQ(T.region(7, 8).Column, 5u);
}

TEST(SourceText, BehindTheEndIsTheEnd) {
  SourceText T("abc");
  Region R = T.region(70, 80);
  EXPECT_EQ(R.Column, 4u);
  EXPECT_EQ(R.EndColumn, 4u);
  EXPECT_EQ(SourceText("").region(5, 9).Line, 1u);
  EXPECT_EQ(T.tokenEnd(70), 3u);
  EXPECT_EQ(T.lineAt(70), "abc");
}

TEST(SourceText, ATokenIsANameOrACharacter) {
  SourceText T("scale2<<<1\xc3\xa4\n");
  EXPECT_EQ(T.tokenEnd(0), 6u);
  EXPECT_EQ(T.tokenEnd(6), 7u);
  EXPECT_EQ(T.tokenEnd(10), 12u); // one character of two bytes
  EXPECT_EQ(T.tokenEnd(12), 12u); // the end of a line is none
}

TEST(SourceText, ALineHasNoEnd) {
  SourceText T("one\r\ntwo");
  EXPECT_EQ(T.lineAt(1), "one");
  EXPECT_EQ(T.lineAt(6), "two");
}
