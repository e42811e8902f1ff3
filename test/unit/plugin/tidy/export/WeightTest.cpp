//===- WeightTest.cpp - How bad a finding is ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Weight.h"
#include "test/unit/plugin/tidy/export/MakeFinding.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(Weight, SeverityIsOfTheRuleUnlessItIsAnError) {
  Finding F = makeFinding("gpuperf-kernel-time", "x");
  EXPECT_EQ(severityOf(F), Severity::Info);
  F.Rule = "gpuperf-tail-wave";
  EXPECT_EQ(severityOf(F), Severity::Minor);
  F.Rule = "gpuperf-invalid-launch";
  EXPECT_EQ(severityOf(F), Severity::Major);
  F.Rule = "clang-diagnostic-unused-variable";
  EXPECT_EQ(severityOf(F), Severity::Minor);
  F.Level = FindingLevel::Error;
  EXPECT_EQ(severityOf(F), Severity::Major);
  F.Level = FindingLevel::Remark;
  EXPECT_EQ(severityOf(F), Severity::Info);
}

TEST(Weight, TheShareThatIsLost) {
  EXPECT_DOUBLE_EQ(lostShare("(stride 8 bytes): 78% of the time of 'k'"), 0.78);
  EXPECT_DOUBLE_EQ(lostShare("would allow 64: 12% of its time"), 0.12);
  EXPECT_DOUBLE_EQ(lostShare("512 is predicted 2.5x faster on t4"), 0.6);
  // The better of two is not known to be reached.
  EXPECT_DOUBLE_EQ(lostShare("is predicted 2 to 4x faster"), 0.75);
  EXPECT_EQ(lostShare("4 of 128 lanes (3%) idle in every block"), 0);
}

TEST(Weight, TheLongestTime) {
  EXPECT_DOUBLE_EQ(longestTime("22.7 us (14.2 to 36.3), on t4"), 22.7);
  EXPECT_DOUBLE_EQ(
      longestTime("1.2 ns per n (n unknown; 1.3 ms at n = 1048576)"), 1300);
  EXPECT_DOUBLE_EQ(longestTime("(22.7 us -> 8.38 us)"), 22.7);
  EXPECT_DOUBLE_EQ(longestTime("takes 2 s"), 2e6);
  EXPECT_EQ(longestTime("32 sectors, 4 msg"), 0);
}

TEST(Weight, WorseIsSeverityThenShareThenTimeThenPlace) {
  Finding Fails = makeFinding("gpuperf-invalid-launch", "launch fails", 9);
  Finding Much = makeFinding("gpuperf-tail-wave", "50% of the time", 8);
  Finding Little = makeFinding("gpuperf-tail-wave", "11% of the time", 7);
  Finding Long = makeFinding("gpuperf-kernel-time", "takes 2 ms", 6);
  Finding Short = makeFinding("gpuperf-kernel-time", "takes 900 us", 5);
  Finding First = makeFinding("gpuperf-kernel-time", "takes 900 us", 4);
  const Finding *Order[] = {&Fails, &Much, &Little, &Long, &First, &Short};
  for (size_t I = 0; I < std::size(Order); ++I)
    for (size_t J = 0; J < std::size(Order); ++J)
      EXPECT_EQ(isWorse(*Order[I], *Order[J]), I < J) << I << ' ' << J;

  std::vector<Finding> All = {Short, Little, Fails, First, Long, Much};
  sortWorstFirst(All);
  for (size_t I = 0; I < All.size(); ++I)
    EXPECT_EQ(All[I].Offset, Order[I]->Offset) << I;
}
