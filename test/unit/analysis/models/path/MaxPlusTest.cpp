//===- MaxPlusTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/MaxPlus.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace gpuperf;

namespace {
MaxPlus lat(const char *X) { return MaxPlus::latency(X); }
MaxPlus del(const char *X) { return MaxPlus::delay(X); }

TEST(MaxPlus, ZeroAndSums) {
  EXPECT_EQ(MaxPlus().print(), "0");
  EXPECT_EQ((MaxPlus() + lat("a")).print(), "lat_a");
  EXPECT_EQ((lat("a") + del("br") + lat("a")).print(), "lat_a+del_br+lat_a");
  EXPECT_EQ(lat("a") + del("b"), del("b") + lat("a"));
  EXPECT_FALSE(lat("a") == lat("a") + lat("a"));
}

TEST(MaxPlus, CommonPartsAreFactoredOut) {
  EXPECT_EQ(max(lat("a") + lat("b"), lat("a") + lat("c")).print(),
            "lat_a+max(lat_b,lat_c)");
  // Each occurrence counts.
  EXPECT_EQ(max(lat("a") + lat("a") + lat("b"), lat("a") + lat("c")).print(),
            "lat_a+max(lat_a+lat_b,lat_c)");
}

TEST(MaxPlus, DominatedOperandsAreDropped) {
  EXPECT_EQ(max(lat("a"), del("a")).print(), "lat_a");
  EXPECT_EQ(max(del("a"), lat("a") + del("b")).print(), "lat_a+del_b");
  EXPECT_EQ(max(lat("a"), MaxPlus()).print(), "lat_a");
  EXPECT_EQ(max(lat("a"), lat("a")).print(), "lat_a");
  // A latency is not known to be below a delay, nor two delays to be below one
  // latency.
  EXPECT_EQ(max(lat("a"), del("a") + del("a")).print(),
            "max(lat_a,del_a+del_a)");
  // A maximum is at least each of its operands.
  MaxPlus M = max(lat("a"), lat("b"));
  EXPECT_EQ(max(M + del("c"), lat("a")).print(), "max(lat_a,lat_b)+del_c");
  EXPECT_EQ(max(del("b"), M).print(), "max(lat_a,lat_b)");
}

TEST(MaxPlus, NestedMaximaAreMerged) {
  EXPECT_EQ(max(max(lat("a"), lat("b")), lat("c")).print(),
            "max(lat_a,lat_b,lat_c)");
  EXPECT_EQ(max(lat("x") + lat("a"), max(lat("x") + lat("b"), lat("x"))),
            lat("x") + max(lat("a"), lat("b")));
}

TEST(MaxPlus, Excess) {
  EXPECT_EQ(excess(lat("a"), lat("a") + lat("b")).print(), "0");
  EXPECT_EQ(excess(lat("a") + lat("b"), lat("a")).print(), "lat_b");
  EXPECT_EQ(excess(del("a"), lat("a")).print(), "0");
}

TEST(MaxPlus, LoopsPrintAsTheSeedDoes) {
  MaxPlus L = MaxPlus::loop(lat("a") + del("br"), "trip");
  EXPECT_EQ(L.print(), "(lat_a+del_br)/2*trip");
  auto Value = [](char Kind, llvm::StringRef) {
    return Kind == 't' ? 10.0 : Kind == 'l' ? 6.0 : 2.0;
  };
  EXPECT_DOUBLE_EQ(L.evaluate(Value), 40.0);
}

TEST(MaxPlus, GivesUpPastItsBudgetAndStaysThere) {
  MaxPlus Sum;
  for (unsigned I = 0; I <= MaxPlus::SizeBudget; ++I)
    Sum = Sum + lat("a");
  EXPECT_TRUE(Sum.tooLarge());
  EXPECT_EQ(Sum.print(), "...");
  EXPECT_TRUE(max(Sum, lat("b")).tooLarge());
  EXPECT_TRUE((lat("b") + Sum).tooLarge());
  EXPECT_TRUE(MaxPlus::loop(Sum, "trip").tooLarge());
}

// Whatever is simplified away must not change the value, and what is said to be
// below must be below.
TEST(MaxPlus, SimplificationKeepsTheValue) {
  std::mt19937 Rng(7);
  const char *Names[] = {"a", "b", "c", "d"};
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::map<std::string, std::pair<double, double>> Values;
    for (const char *N : Names) {
      double D = Rng() % 20;
      Values[N] = {D + Rng() % 30, D};
    }
    auto Value = [&](char Kind, llvm::StringRef Of) {
      auto &V = Values[Of.str()];
      return Kind == 'l' ? V.first : V.second;
    };
    std::vector<std::pair<MaxPlus, double>> Pool = {{MaxPlus(), 0.0}};
    for (const char *N : Names) {
      Pool.push_back({lat(N), Values[N].first});
      Pool.push_back({del(N), Values[N].second});
    }
    for (unsigned Step = 0; Step < 25; ++Step) {
      auto &[A, VA] = Pool[Rng() % Pool.size()];
      auto &[B, VB] = Pool[Rng() % Pool.size()];
      auto Made = Rng() % 2 ? std::pair(A + B, VA + VB)
                            : std::pair(max(A, B), std::max(VA, VB));
      if (Made.first.tooLarge())
        continue;
      ASSERT_DOUBLE_EQ(Made.first.evaluate(Value), Made.second)
          << Made.first.print();
      if (neverExceeds(A, B)) {
        ASSERT_LE(VA, VB) << A.print() << " vs " << B.print();
      }
      Pool.push_back(Made);
    }
  }
}
} // namespace
