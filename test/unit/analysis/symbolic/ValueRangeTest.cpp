//===- ValueRangeTest.cpp - Between which numbers a value is --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/ValueRange.h"
#include "test/unit/analysis/symbolic/ExprFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
using Pair = std::pair<int64_t, int64_t>;
const Pair None = {1, 0};

Pair range(const ExprPool &P, ExprId E) {
  Launch L;
  L.Block = {128, 1, 1};
  L.Grid = {10, 1, 1};
  const auto R = rangeOf(P, E, L);
  return R ? Pair(R->Lo, R->Hi) : None;
}
} // namespace

TEST(ValueRange, OperationsLimitData) {
  Pool P;
  ExprId D = P.leaf(ExprKind::Opaque), Byte = P.leaf(ExprKind::Opaque, 8);
  EXPECT_EQ(range(P, D), None);
  EXPECT_EQ(range(P, P.op(ExprKind::And, D, P.constant(255, 32))),
            Pair(0, 255));
  EXPECT_EQ(range(P, P.op(ExprKind::URem, D, P.constant(10, 32))), Pair(0, 9));
  EXPECT_EQ(range(P, P.op(ExprKind::SRem, D, P.constant(10, 32))), Pair(-9, 9));
  EXPECT_EQ(range(P, P.op(ExprKind::LShr, D, P.constant(28, 32))), Pair(0, 15));
  EXPECT_EQ(range(P, P.op(ExprKind::ZExt, Byte, NoExpr, NoExpr, 8)),
            Pair(0, 255));
  ExprId Low = P.op(ExprKind::SMax, D, P.constant(-3, 32));
  EXPECT_EQ(range(P, Low), None);
  EXPECT_EQ(range(P, P.op(ExprKind::SMin, Low, P.constant(7, 32))),
            Pair(-3, 7));
}

TEST(ValueRange, RemaindersOfWhatIsNotNegativeAreNot) {
  Pool P;
  ExprId T = P.leaf(ExprKind::TidX); // 0 to 127
  EXPECT_EQ(range(P, P.op(ExprKind::SRem, T, P.constant(100, 32))),
            Pair(0, 99));
  EXPECT_EQ(range(P, P.op(ExprKind::URem, T, P.constant(1000, 32))),
            Pair(0, 127));
}

TEST(ValueRange, ThreadsAddTheirs) {
  Pool P;
  ExprId Few = P.op(ExprKind::And, P.leaf(ExprKind::Opaque), P.constant(3, 32));
  ExprId T = P.leaf(ExprKind::TidX);
  EXPECT_EQ(range(P, P.op(ExprKind::Add, Few, T)), Pair(0, 130));
  EXPECT_EQ(range(P, P.op(ExprKind::Sub, Few, T)), Pair(-127, 3));
  ExprId Row =
      P.op(ExprKind::Mul, P.leaf(ExprKind::CtaidX), P.leaf(ExprKind::NtidX));
  EXPECT_EQ(range(P, P.op(ExprKind::Add, Few, Row)), Pair(0, 9 * 128 + 3));
  ExprId Step = P.leaf(ExprKind::LoopIter, 32, 0);
  EXPECT_EQ(range(P, P.op(ExprKind::Add, Few, Step)), None);
}
