//===- LineReaderTest.cpp - Lines of a stream, none too long --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/LineReader.h"
#include "gmock/gmock.h"
#include <sstream>

using namespace gpuperf::mcp;

TEST(LineReader, LongLinesAreSkippedToTheirEnd) {
  std::istringstream In("ab\r\n\nabcdef\nabcd\nlast");
  std::string Line;
  EXPECT_EQ(readLine(In, 4, Line), LineKind::Line);
  EXPECT_EQ(Line, "ab");
  EXPECT_EQ(readLine(In, 4, Line), LineKind::Line);
  EXPECT_EQ(Line, "");
  EXPECT_EQ(readLine(In, 4, Line), LineKind::TooLong);
  EXPECT_EQ(Line.size(), 4u);
  EXPECT_EQ(readLine(In, 4, Line), LineKind::Line);
  EXPECT_EQ(Line, "abcd");
  EXPECT_EQ(readLine(In, 4, Line), LineKind::Line);
  EXPECT_EQ(Line, "last");
  EXPECT_EQ(readLine(In, 4, Line), LineKind::End);
}
