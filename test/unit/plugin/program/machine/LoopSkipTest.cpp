//===- LoopSkipTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Machine.h"
#include "test/unit/plugin/program/MachineTestUtil.h"
#include "test/unit/plugin/program/WalkTestUtil.h"
#include "gmock/gmock.h"

using namespace gpuperf::program;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {
/// A program's exit code, an int, which must be found in few steps.
struct Answer {
  int Code = 0;
  uint64_t Steps = 0;
  std::optional<End> Ended;
};
Answer run(llvm::StringRef Body, llvm::StringRef Before = "") {
  Program P((Before + "\nint main() {\n" + Body + "\n}\n").str());
  EXPECT_TRUE(P.Host) << P.Why;
  if (!P.Host)
    return {};
  WalkResult R = P.walk(std::vector<std::string>());
  EXPECT_LT(R.Steps, 2'000'000u) << Body.str();
  return {R.ExitCode, R.Steps, R.Ended};
}
/// The launches of `main` with this body.
std::vector<std::string> launches(llvm::StringRef Body) {
  return launchesInMain(Body);
}
} // namespace

TEST(LoopSkip, CountersInAllDirections) {
  EXPECT_EQ(run("int i; for (i = 0; i < 500000000; ++i) {} return i;").Code,
            500000000);
  EXPECT_EQ(run("int i; for (i = 5; i <= 500000000; i += 7) {} return i;").Code,
            500000002);
  EXPECT_EQ(run("int i; for (i = 500000000; i > -3; i -= 4) {} return i;").Code,
            -4);
  EXPECT_EQ(run("int i; for (i = 500000000; i >= 0; --i) {} return i;").Code,
            -1);
  EXPECT_EQ(run("int i; for (i = 0; i != 500000001; i += 3) {} return i;").Code,
            500000001);
  EXPECT_EQ(run("unsigned n = 400000000; int k = 0; while (n--) k += 2;"
                "return k;")
                .Code,
            800000000);
  EXPECT_EQ(run("long i = 0; do { i += 5; } while (i < 3000000000);"
                "return i / 1000;")
                .Code,
            3000000);
  EXPECT_EQ(run("unsigned char c = 0; int n = 0;"
                "for (n = 0; n < 100000000; ++n) c++; return n;")
                .Code,
            100000000);
}

TEST(LoopSkip, TwoBordersOfOneLoop) {
  EXPECT_EQ(run("int i, j; for (i = 0, j = 900000000; i < j; i += 2, --j) {}"
                "return i;")
                .Code,
            600000000);
  EXPECT_EQ(run("int i; for (i = 0; i < 900000000; ++i)"
                "  if (i == 123456789) break; return i;")
                .Code,
            123456789);
  EXPECT_EQ(
      run("int i = 0; while (true) { if (i > 77777777) return i; ++i; }").Code,
      77777778);
}

TEST(LoopSkip, Accumulators) {
  EXPECT_EQ(run("long s = 0; for (int i = 0; i < 100000000; ++i) s += 11;"
                "return s / 1000;")
                .Code,
            1100000);
  // In memory, too: members, globals, beside each other.
  EXPECT_EQ(run("for (int i = 0; i < 100000000; ++i) { Global += 2; }"
                "return Global + After;",
                "int Before = 1, Global = 5, After = 3;")
                .Code,
            200000008);
  EXPECT_EQ(run("S s = {0, 1, 0}; for (int i = 0; i < 100000000; ++i) s.add();"
                "return s.a + s.b + s.c / 100000000;",
                "struct S { int a, b; long c;"
                "  void add() { a += 3; b -= 2; c += 40; } };")
                .Code,
            300000000 + 1 - 200000000 + 40);
}

TEST(LoopSkip, NestedLoops) {
  EXPECT_EQ(run("int n = 0; for (int i = 0; i < 20000; ++i)"
                "  for (int j = 0; j < 20000; ++j) ++n; return n;")
                .Code,
            400000000);
  EXPECT_THAT(launches("for (int i = 0; i < 3000; ++i)"
                       "  for (int j = 0; j < 3000; ++j)"
                       "    count<<<1, 1>>>(0);"),
              ElementsAre("count<1|1> n=0 x9000000"));
  EXPECT_THAT(
      launches("for (int i = 0; i < 1000000; ++i) {"
               "  for (int j = 0; j < 3; ++j) count<<<1, 1>>>(0);"
               "  count<<<2, 1>>>(0); }"),
      ElementsAre("count<1|1> n=0 x3000000", "count<2|1> n=0 x1000000"));
}

TEST(LoopSkip, GeometricLoopsAreExecuted) {
  EXPECT_THAT(launches("int k = 0; for (long n = 1; n < 1000000; n *= 10) ++k;"
                       "count<<<k, 1>>>(0);"
                       "for (int i = 0; i < 1000000; ++i) k = 6;"
                       "for (unsigned n = 1u << 31; n; n >>= 1) ++k;"
                       "count<<<k, 1>>>(0);"),
              ElementsAre("count<6|1> n=0 x1", "count<38|1> n=0 x1"));
}

TEST(LoopSkip, WhatDoesNotChangeEvenlyIsNotKnown) {
  EXPECT_THAT(
      launches(
          "int s = 0; unsigned h = 1, even = 0;"
          "for (int i = 0; i < 100000000; ++i) { s += i; h = h * 33 + 7;"
          "  even += 2; }"
          "count<<<1, 1>>>(s); count<<<2, 1>>>(h); count<<<3, 1>>>(even);"),
      ElementsAre(testing::MatchesRegex(
                      "count<1\\|1> n=-?[0-9]+\\(what a loop computes\\) x1"),
                  testing::MatchesRegex(
                      "count<2\\|1> n=-?[0-9]+\\(what a loop computes\\) x1"),
                  "count<3|1> n=200000000 x1"));
}

TEST(LoopSkip, ArraysThatALoopFillsAreNotKnown) {
  EXPECT_THAT(
      launches("int *a = (int *)malloc(400000000);"
               "for (int i = 0; i < 100000000; ++i) a[i] = i / 3;"
               "count<<<1, 1>>>(a[99999999] == 0); count<<<2, 1>>>(a[5]);"),
      ElementsAre(testing::StartsWith("count<1|1> n="),
                  testing::HasSubstr("(what a loop writes to an array)")));
}

TEST(LoopSkip, DataDecidesHowLongALoopRuns) {
  // A few iterations stand for what nobody knows.
  EXPECT_THAT(launches("int more = 1; long n = 0;"
                       "while (more) { count<<<1, 1>>>(0); ++n;"
                       "  more = nobodyKnows(0) == 0; }"
                       "count<<<2, 1>>>(7);"),
              ElementsAre(testing::StartsWith("count<1|1> n=0 x"),
                          "count<2|1> n=7 x1"));
}

TEST(LoopSkip, WhatSuchALoopCountsIsNotKnown) {
  const char *Counts = "(what a loop counts until data ends it)";
  EXPECT_THAT(launches("int more = 1; long n = 0, k = 5;"
                       "while (more) { ++n; more = nobodyKnows(0) == 0; }"
                       "count<<<2, 1>>>(n); count<<<3, 1>>>(k);"),
              ElementsAre(testing::HasSubstr(Counts), "count<3|1> n=5 x1"));
  // In memory as well.
  EXPECT_THAT(launches("static int n[2]; n[0] = 0, n[1] = 7; int more = 1;"
                       "while (more) { ++n[0]; more = nobodyKnows(0) == 0; }"
                       "count<<<2, 1>>>(n[0]); count<<<3, 1>>>(n[1]);"),
              ElementsAre(testing::HasSubstr(Counts), "count<3|1> n=7 x1"));
}

TEST(LoopSkip, EventsThatDifferAreAllSeen) {
  EXPECT_THAT(
      launches("for (int i = 0; i < 50000; ++i) count<<<1, 1>>>(i % 2);"),
      ElementsAre("count<1|1> n=0 x25000", "count<1|1> n=1 x25000"));
  // What happens only once is not repeated.
  EXPECT_THAT(launches("for (int i = 0; i < 10000000; ++i) {"
                       "  if (i == 0) count<<<9, 1>>>(0);"
                       "  count<<<1, 1>>>(1); }"),
              ElementsAre("count<9|1> n=0 x1", "count<1|1> n=1 x10000000"));
}

TEST(LoopSkip, ComparisonsOfEveryKindInIr) {
  // Each loop adds Step to a counter while the comparison holds.
  struct Case {
    const char *Predicate, *Type;
    int64_t From, To, Step;
  };
  for (const Case &C : std::initializer_list<Case>{
           {"slt", "i32", -1000000, 900000, 3},
           {"sle", "i32", -1000000, 900000, 3},
           {"sgt", "i32", 1000000, -900001, -3},
           {"sge", "i32", 1000000, -900000, -3},
           {"ult", "i32", 0, 4000000000, 1000},
           {"ule", "i32", 0, 4000000000, 1000},
           {"ugt", "i64", 1LL << 40, 5, -(1LL << 20)},
           {"uge", "i64", 1LL << 40, 5, -(1LL << 20)},
           {"ne", "i64", 0, 7000000, 7},
           {"slt", "i64", -(1LL << 50), 1LL << 50, 1LL << 30},
       }) {
    const std::string T = C.Type, From = std::to_string(C.From),
                      To = std::to_string(C.To), Step = std::to_string(C.Step);
    const std::string Text =
        "define i64 @f() {\nentry:\n  br label %loop\nloop:\n  %i = phi " + T +
        " [ " + From +
        ", %entry ], [ %j, %body ]\n  %n = phi i64 [ 0, %entry "
        "], [ %m, %body ]\n  %c = icmp " +
        C.Predicate + " " + T + " %i, " + To +
        "\n  br i1 %c, label %body, label %end\nbody:\n  %j = add " + T +
        " %i, " + Step +
        "\n  %m = add i64 %n, 1\n  br label %loop\nend:\n  ret i64 %n\n}\n";
    Budget Limits;
    Limits.Steps = 5'000'000;
    IrMachine M(Text, Limits);
    const __int128 Way = static_cast<__int128>(C.To) - C.From;
    const __int128 Abs = C.Step < 0 ? -C.Step : C.Step;
    const __int128 Far = Way < 0 ? -Way : Way;
    const llvm::StringRef P = C.Predicate;
    const uint64_t Right = static_cast<uint64_t>(
        P.ends_with("e") && P != "ne" ? Far / Abs + 1 : (Far + Abs - 1) / Abs);
    EXPECT_EQ(M.bits("f"), Right) << C.Predicate << " " << C.Type;
    EXPECT_LT(M.M.steps(), 1'000'000u) << C.Predicate << " " << C.Type;
  }
}
