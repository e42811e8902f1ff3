//===- AssumeTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Assume.h"
#include "plugin/launch/AssumeComments.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
HostBindings parsed(llvm::StringRef Text) {
  auto B = parseAssume(Text);
  if (!B) {
    ADD_FAILURE() << llvm::toString(B.takeError());
    return {};
  }
  return *B;
}

int64_t integerOf(llvm::StringRef Expr) {
  HostBindings B = parsed(("n=" + Expr).str());
  EXPECT_FALSE(B["n"].IsFloating);
  return B["n"].Integer;
}

std::string error(llvm::StringRef Text) {
  auto B = parseAssume(Text);
  if (B)
    return "no error";
  return llvm::toString(B.takeError());
}

std::vector<std::string> comments(llvm::StringRef Code, llvm::StringRef At,
                                  bool Kernel = false) {
  size_t Begin = Code.find(At);
  return assumeCommentsAt(Code, Begin, Begin + At.size(), Kernel);
}
} // namespace

TEST(Assume, BothSeparatorsAndEmptyText) {
  HostBindings B = parsed(" n = 1<<20 , width=4096;h=2;");
  EXPECT_EQ(B.size(), 3u);
  EXPECT_EQ(B["n"].Integer, 1 << 20);
  EXPECT_EQ(B["width"].Integer, 4096);
  EXPECT_EQ(B["h"].Integer, 2);
  EXPECT_EQ(parsed("").size(), 0u);
  EXPECT_EQ(parsed("  ; ").size(), 0u);
}

TEST(Assume, QualifiedNames) {
  HostBindings B = parsed("cfg.w=1,ns::N=2,p->q=3,v.size()=4,d[0]=5");
  EXPECT_EQ(B["cfg.w"].Integer, 1);
  EXPECT_EQ(B["ns::N"].Integer, 2);
  EXPECT_EQ(B["p.q"].Integer, 3);
  EXPECT_EQ(B["v.size()"].Integer, 4);
  EXPECT_EQ(B["d[0]"].Integer, 5);
}

TEST(Assume, ExpressionsAreThoseOfC) {
  EXPECT_EQ(integerOf("2+3*4"), 14);
  EXPECT_EQ(integerOf("(2+3)*4"), 20);
  EXPECT_EQ(integerOf("1<<2+3"), 32);
  EXPECT_EQ(integerOf("10-3-2"), 5);
  EXPECT_EQ(integerOf("7&3|8^1"), 11);
  EXPECT_EQ(integerOf("-7/2"), -3);
  EXPECT_EQ(integerOf("~0 % 5"), -1);
  EXPECT_EQ(integerOf("0x10 + 010 + 0b11"), 27);
  EXPECT_EQ(integerOf("1'000'000u"), 1000000);
  EXPECT_EQ(integerOf("64ULL"), 64);
  EXPECT_EQ(integerOf("true"), 1);
  EXPECT_EQ(integerOf("9223372036854775807"), INT64_MAX);
}

TEST(Assume, FloatingLiterals) {
  HostBindings B = parsed("a=0.5f,b=1e-3,c=-2.,d=.25,e=2*1.5");
  for (const char *N : {"a", "b", "c", "d", "e"})
    EXPECT_TRUE(B[N].IsFloating) << N;
  EXPECT_EQ(B["a"].Floating, 0.5);
  EXPECT_EQ(B["b"].Floating, 1e-3);
  EXPECT_EQ(B["c"].Floating, -2);
  EXPECT_EQ(B["d"].Floating, 0.25);
  EXPECT_EQ(B["e"].Floating, 3);
}

TEST(Assume, ErrorsNameTheColumnAndWhatWasExpected) {
  EXPECT_EQ(error("n"), "column 2: expected '=' after 'n', found the end");
  EXPECT_EQ(error("n=1 m=2"),
            "column 5: expected an operator, ',' or ';', found 'm'");
  EXPECT_EQ(error("=3"), "column 1: expected a name, found '='");
  EXPECT_EQ(error("n="), "column 3: expected a number, found the end");
  EXPECT_EQ(error("n=(1+2"), "column 7: expected ')', found the end");
  EXPECT_EQ(error("n=x"), "column 3: expected a number, found 'x'");
  EXPECT_EQ(error("n==3"), "column 2: expected '=' after 'n', found '='");
  EXPECT_EQ(error("n=12abc"), "column 3: expected a number, found '12abc'");
  EXPECT_EQ(error("n=1.5<<2"),
            "column 6: expected integers on both sides of this operator");
  EXPECT_EQ(error("n=08"), "column 3: expected a number, found '08'");
  EXPECT_EQ(error("a.=1"), "column 3: expected a name after 'a.', found '='");
}

TEST(Assume, OverflowAndDivisionByZeroAreErrors) {
  EXPECT_THAT(error("n=9223372036854775808"), HasSubstr("does not fit"));
  EXPECT_THAT(error("n=1<<63"), HasSubstr("does not fit"));
  EXPECT_THAT(error("n=9223372036854775807+1"), HasSubstr("does not fit"));
  EXPECT_THAT(error("n=1<<64"), HasSubstr("shift by 0 to 63"));
  EXPECT_EQ(error("n=1/0"), "column 4: division by zero");
  EXPECT_EQ(error("n=1%(2-2)"), "column 4: division by zero");
}

TEST(Assume, DeepNestingIsAnErrorAndNotACrash) {
  std::string Deep = "n=" + std::string(100000, '(') + "1";
  EXPECT_THAT(error(Deep), HasSubstr("shorter expression"));
  EXPECT_THAT(error("n=" + std::string(100000, '-')),
              HasSubstr("shorter expression"));
}

TEST(AssumeComments, AboveTheLaunchAndOnItsLine) {
  EXPECT_THAT(comments("x;\n  // gpuperf: assume n=1\n\n  // text\n"
                       "  /* gpuperf: assume m=2 */\n"
                       "  k<<<1, 1>>>(); // gpuperf: assume w=3\n",
                       "k<<<"),
              ElementsAre("n=1", "m=2", "w=3"));
}

TEST(AssumeComments, CodeInBetweenEndsTheSearch) {
  EXPECT_THAT(
      comments("// gpuperf: assume n=1\nint x;\nk<<<1, 1>>>();\n", "k<<<"),
      IsEmpty());
  EXPECT_THAT(
      comments("int x; // gpuperf: assume n=1\nk<<<1, 1>>>();\n", "k<<<"),
      IsEmpty());
}

TEST(AssumeComments, BlockCommentsOverSeveralLines) {
  EXPECT_THAT(comments("/* What this is.\n * gpuperf: assume n=1,\n"
                       " * gpuperf: assume m=2\n */\nk<<<1, 1>>>();\n",
                       "k<<<"),
              ElementsAre("n=1,", "m=2"));
}

TEST(AssumeComments, HeadsOfAKernelDoNotHideTheComment) {
  llvm::StringRef Code = "// gpuperf: assume n=1\ntemplate <class T>\n"
                         "__global__ void\nk(T *p) {}\n";
  EXPECT_THAT(comments(Code, "k(T", true), ElementsAre("n=1"));
  EXPECT_THAT(comments(Code, "k(T", false), IsEmpty());
}

TEST(AssumeComments, OtherTextIsNotAnAssumption) {
  EXPECT_THAT(comments("// gpuperf assume n=1\n// see gpuperf: assume x=1\n"
                       "// gpuperf: assumes n=1\nk<<<1, 1>>>();\n",
                       "k<<<"),
              IsEmpty());
  EXPECT_THAT(comments("// gpuperf: assume\r\nk<<<1, 1>>>();\r\n", "k<<<"),
              IsEmpty());
}

/// "LINE: TEXT" of all comments.
static std::vector<std::string> allComments(llvm::StringRef Code) {
  std::vector<std::string> Out;
  for (const AssumeComment &C : allAssumeComments(Code)) {
    EXPECT_TRUE(Code.substr(C.Offset).starts_with("gpuperf:"));
    Out.push_back(std::to_string(C.Line) + ": " + C.Text);
  }
  return Out;
}

TEST(AssumeComments, EachIsAboutALineOfCode) {
  EXPECT_THAT(allComments("while (p) { // gpuperf: assume trips=1\n"
                          "// gpuperf: assume trips=2\n"
                          "\n"
                          "// text\n"
                          "  for (;;) /* gpuperf: assume trips=3 */ {\n"
                          "/* gpuperf: assume trips=4 */ while (q)\n"
                          "/* gpuperf: assume trips=5\n"
                          " */\n"
                          "x; // gpuperf: assume branch=1\r\n"
                          "s = \"gpuperf: assume trips=6\";\n"
                          "// gpuperf: assume trips=7"),
              ElementsAre("1: trips=1", "5: trips=2", "5: trips=3",
                          "6: trips=4", "9: trips=5", "9: branch=1",
                          "11: trips=7"));
  EXPECT_THAT(allComments(""), IsEmpty());
}
