//===- RunCommentTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/ir/RunComment.h"
#include "gtest/gtest.h"

using namespace gpuperf::program;

/// What the comment above "int main" says; "none" if there is no such comment.
static std::string above(llvm::StringRef Text) {
  size_t Main = Text.find("int main");
  EXPECT_NE(Main, llvm::StringRef::npos);
  return runCommentAbove(Text, Main).value_or("none");
}

TEST(RunComment, StandsAboveOrOnTheLine) {
  EXPECT_EQ(above("// gpuperf: run 1000 -v\nint main() {}"), "1000 -v");
  EXPECT_EQ(above("int x;\n\n// gpuperf: run 5\n\nint main() {}"), "5");
  EXPECT_EQ(above("int main() { // gpuperf: run 7 8\n}"), "7 8");
  EXPECT_EQ(above("/* gpuperf: run 9 */ int main() {}"), "9");
  EXPECT_EQ(above("/*\n * gpuperf: run\n */\nint main() {}"), "none");
  EXPECT_EQ(above("  /// gpuperf:  run\t1 2  \r\nint main() {}"), "1 2");
}

TEST(RunComment, OtherCommentsMayStandBetween) {
  EXPECT_EQ(above("// gpuperf: run 5\n// The entry.\n/* of\n * it\n */\n"
                  "int main() {}"),
            "5");
  EXPECT_EQ(above("// gpuperf: run 5\nint x;\nint main() {}"), "none");
  EXPECT_EQ(above("void f() {} // gpuperf: run 5\nint x;\nint main() {}"),
            "none");
}

TEST(RunComment, TheLowestCounts) {
  EXPECT_EQ(above("// gpuperf: run 1\n// gpuperf: run 2\nint main() {}"), "2");
  EXPECT_EQ(above("// gpuperf: run 1\nint main() {} // gpuperf: run 3"), "3");
}

TEST(RunComment, NoArgumentsAreArguments) {
  EXPECT_EQ(above("// gpuperf: run\nint main() {}"), "");
  EXPECT_EQ(above("// gpuperf: run\r\nint main() {}"), "");
  EXPECT_EQ(above("/* gpuperf: run*/\nint main() {}"), "");
}

TEST(RunComment, OtherWordsAreNone) {
  EXPECT_EQ(above("int main() {}"), "none");
  EXPECT_EQ(above("// gpuperf: running 5\nint main() {}"), "none");
  EXPECT_EQ(above("// gpuperf: assume n=5\nint main() {}"), "none");
  EXPECT_EQ(above("// not gpuperf: run 5\nint main() {}"), "none");
  EXPECT_EQ(above("gpuperf: run 5;\nint main() {}"), "none");
}

TEST(RunComment, AnywhereInAnyTextIsSafe) {
  const llvm::StringRef Text = "// gpuperf: run 5\n\nint main() {}\n//";
  for (size_t Offset = 0; Offset <= Text.size(); ++Offset)
    for (size_t From = 0; From <= Offset; ++From)
      (void)runCommentAbove(Text.drop_front(From), Offset - From);
  EXPECT_FALSE(runCommentAbove("", 0));
  EXPECT_FALSE(runCommentAbove("\n", 0));
}
