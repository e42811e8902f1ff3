//===- LaunchConditionsTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LaunchConditions.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
template <class T> T valueOf(llvm::Expected<T> Parsed) {
  EXPECT_TRUE(bool(Parsed));
  return Parsed ? *Parsed : T();
}
template <class T> std::string errorOf(llvm::Expected<T> Parsed) {
  return Parsed ? "" : llvm::toString(Parsed.takeError());
}
} // namespace

TEST(LaunchConditions, WhatIsPrintedIsRead) {
  for (L1Mode M : {L1Mode::On, L1Mode::Bypass})
    EXPECT_EQ(valueOf(parseL1(l1Name(M))), M);
  for (L2State S : {L2State::Warm, L2State::Cold})
    EXPECT_EQ(valueOf(parseL2(l2Name(S))), S);
  for (Timing T : {Timing::Kernel, Timing::BackToBack, Timing::Single})
    EXPECT_EQ(valueOf(parseTiming(timingName(T))), T);
}

TEST(LaunchConditions, TheNamesAreThoseOfTheCommand) {
  EXPECT_EQ(l1Name(L1Mode::On), "on");
  EXPECT_EQ(l1Name(L1Mode::Bypass), "bypass");
  EXPECT_EQ(l2Name(L2State::Warm), "warm");
  EXPECT_EQ(l2Name(L2State::Cold), "cold");
  EXPECT_EQ(timingName(Timing::Kernel), "kernel");
  EXPECT_EQ(timingName(Timing::BackToBack), "back-to-back");
  EXPECT_EQ(timingName(Timing::Single), "single");
}

TEST(LaunchConditions, AnErrorSaysWhatTheNamesAre) {
  EXPECT_EQ(errorOf(parseL1("off")), "l1 is 'off'; it must be on or bypass");
  EXPECT_EQ(errorOf(parseL2("Warm")), "l2 is 'Warm'; it must be cold or warm");
  EXPECT_EQ(errorOf(parseTiming("")),
            "timing is ''; it must be kernel, back-to-back or single");
}

TEST(LaunchConditions, EachOfThemCounts) {
  const LaunchConditions Default;
  EXPECT_EQ(Default, LaunchConditions());
  LaunchConditions C;
  C.L1 = L1Mode::Bypass;
  EXPECT_NE(C, Default);
  C = {};
  C.L2 = L2State::Cold;
  EXPECT_NE(C, Default);
  C = {};
  C.How = Timing::Single;
  EXPECT_NE(C, Default);
  C = {};
  C.RunsAt.K = Clock::Kind::Base;
  EXPECT_NE(C, Default);
}

TEST(LaunchConditions, ClocksAreReadByNameAndInMegahertz) {
  auto Base = parseClock("base"), Number = parseClock("1440");
  ASSERT_TRUE(Base && Number);
  EXPECT_EQ(*Base, (Clock{Clock::Kind::Base, 0}));
  auto Sustained = parseClock("sustained");
  ASSERT_TRUE(static_cast<bool>(Sustained));
  EXPECT_EQ(Sustained->K, Clock::Kind::Sustained);
  EXPECT_EQ(*Number, (Clock{Clock::Kind::Mhz, 1440}));
}

TEST(LaunchConditions, OtherClocksAreErrorsThatSayWhatIsRight) {
  for (const char *Bad : {"turbo", "-5", "0", "1e9", ""}) {
    auto Read = parseClock(Bad);
    ASSERT_FALSE(static_cast<bool>(Read)) << Bad;
    EXPECT_NE(llvm::toString(Read.takeError())
                  .find("boost, sustained, base or a number"),
              std::string::npos);
  }
}
