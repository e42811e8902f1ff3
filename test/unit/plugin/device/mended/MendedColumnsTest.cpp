//===- MendedColumnsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/mended/MendedColumns.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// \p Text with the words in it that are marked as "{word}", without the marks.
MendedText::File withWords(llvm::StringRef Text) {
  MendedText::File Out;
  size_t Begin = 0;
  for (char C : Text)
    if (C == '{')
      Begin = Out.Text.size();
    else if (C == '}')
      Out.Words[Begin] = Out.Text.size() - Begin;
    else
      Out.Text += C;
  return Out;
}

/// The column in the user's text of the sign at \p Of, which is in the text
/// with words once.
unsigned columnOf(const MendedText::File &File, unsigned Line, char Of) {
  size_t At = File.Text.find(Of);
  const size_t Begin = llvm::StringRef(File.Text).rfind('\n', At);
  if (Begin != llvm::StringRef::npos)
    At -= Begin + 1;
  return columnWithoutWords(File, Line, static_cast<unsigned>(At + 1));
}
} // namespace

TEST(MendedColumns, WordsBeforeAPlaceDoNotCount) {
  const auto File = withWords("1\na::{template }b<4>(x) + c::{template }d(y);");
  EXPECT_EQ(columnOf(File, 2, 'a'), 1u);
  EXPECT_EQ(columnOf(File, 2, 'b'), 4u);
  EXPECT_EQ(columnOf(File, 2, '+'), 12u);
  EXPECT_EQ(columnOf(File, 2, 'y'), 19u);
}

TEST(MendedColumns, WordsOfOtherLinesDoNotCount) {
  const auto File = withWords("{typename }a b\n{typename }c d\ne f");
  EXPECT_EQ(columnOf(File, 1, 'b'), 3u);
  EXPECT_EQ(columnOf(File, 2, 'd'), 3u);
  EXPECT_EQ(columnOf(File, 3, 'f'), 3u);
}

TEST(MendedColumns, APlaceInAWordIsThatBehindIt) {
  const auto File = withWords("x = {(char *)}p + 4;");
  EXPECT_EQ(columnOf(File, 1, '('), 5u);
  EXPECT_EQ(columnOf(File, 1, '*'), 5u);
  EXPECT_EQ(columnOf(File, 1, 'p'), 5u);
  EXPECT_EQ(columnOf(File, 1, '+'), 7u);
}

TEST(MendedColumns, NoColumnStaysNone) {
  EXPECT_EQ(columnWithoutWords(withWords("{typename }a"), 1, 0), 0u);
}
