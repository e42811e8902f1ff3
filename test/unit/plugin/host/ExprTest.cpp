//===- ExprTest.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Expr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::ElementsAre;

namespace {
const HostType Int{false, true, 32}, Unsigned{false, false, 32},
    Size{false, false, 64}, Float{true, true, 32}, Double{true, true, 64},
    Char{false, true, 8}, Bool{false, false, 1};

HostExpr n(HostType T = Int) { return hostUnknown("n", T); }
HostExpr c(int64_t V, HostType T = Int) { return hostInteger(V, T); }
HostExpr op(HostOp O, HostType T, HostExpr A, HostExpr B) {
  return hostApply(O, T, {A, B});
}

HostBindings bound(int64_t N) {
  HostBindings B;
  B["n"].Integer = N;
  return B;
}

std::optional<int64_t> value(const HostExpr &E, const HostBindings &B = {}) {
  auto V = evaluate(E, B);
  return V && !V->IsFloating ? std::optional<int64_t>(V->Integer)
                             : std::nullopt;
}
} // namespace

TEST(HostExpr, CeilingDivisionPrintsAndEvaluatesAsC) {
  HostExpr E = op(HostOp::Div, Int, op(HostOp::Add, Int, n(), c(255)), c(256));
  EXPECT_EQ(print(E), "(n + 255) / 256");
  EXPECT_THAT(freeNames(E), ElementsAre("n"));
  EXPECT_EQ(value(E, bound(1000)), 4);
  EXPECT_EQ(value(E), std::nullopt);
}

TEST(HostExpr, SignedOverflowIsUnknownAndUnsignedWraps) {
  EXPECT_EQ(op(HostOp::Mul, Int, c(1 << 20), c(1 << 20)), nullptr);
  EXPECT_EQ(value(op(HostOp::Mul, Unsigned, c(1 << 20, Unsigned),
                     c((1 << 20) + 1, Unsigned))),
            1 << 20);
  EXPECT_EQ(value(op(HostOp::Sub, Unsigned, c(0, Unsigned), c(1, Unsigned))),
            0xffffffff);
  EXPECT_EQ(value(op(HostOp::Add, Int, n(), c(1)), bound(0x7fffffff)),
            std::nullopt);
  EXPECT_EQ(op(HostOp::Div, Int, c(INT32_MIN), c(-1)), nullptr);
}

TEST(HostExpr, AlignmentMasksOfSizeTWork) {
  // (n + 255) & ~(size_t)255: the mask is beyond int64_t, the result is not.
  HostExpr Mask = hostApply(HostOp::BitNot, Size, {c(255, Size)});
  EXPECT_EQ(value(Mask), std::nullopt);
  HostExpr E =
      op(HostOp::And, Size,
         op(HostOp::Add, Size, hostCast(n(), Size), c(255, Size)), Mask);
  EXPECT_EQ(value(E, bound(1000)), 1024);
}

TEST(HostExpr, DivisionByZeroAndOverlongShiftsAreUnknown) {
  EXPECT_EQ(op(HostOp::Div, Int, c(1), c(0)), nullptr);
  EXPECT_EQ(value(op(HostOp::Rem, Int, c(7), n()), bound(0)), std::nullopt);
  EXPECT_EQ(op(HostOp::Shl, Int, c(1), c(32)), nullptr);
  EXPECT_EQ(value(op(HostOp::Shl, Size, c(1, Size), c(32))), int64_t(1) << 32);
}

TEST(HostExpr, IntegerDivisionTruncatesTowardsZero) {
  EXPECT_EQ(value(op(HostOp::Div, Int, c(-7), c(2))), -3);
  EXPECT_EQ(value(op(HostOp::Rem, Int, c(-7), c(2))), -1);
}

TEST(HostExpr, FloatIsNotDouble) {
  // 16777217 is not a float; ceil(16777217 / 16.0f) is 1048576, in double one
  // more.
  auto Blocks = [](HostType T) {
    HostExpr Q =
        op(HostOp::Div, T, hostCast(n(), T), hostConstant({true, 0, 16}, T));
    return hostCast(hostApply(HostOp::Ceil, T, {Q}), Int);
  };
  EXPECT_EQ(value(Blocks(Float), bound(16777217)), 1048576);
  EXPECT_EQ(value(Blocks(Double), bound(16777217)), 1048577);
  EXPECT_EQ(print(Blocks(Float)), "(int)ceil((float)n / 16)");
}

TEST(HostExpr, CastsFollowTheirTypes) {
  EXPECT_EQ(value(hostCast(c(300), Char)), 44);
  EXPECT_EQ(value(hostCast(c(200), Char)), -56);
  EXPECT_EQ(value(hostCast(c(-1), Unsigned)), 0xffffffff);
  EXPECT_EQ(value(hostCast(c(-1, Int), Size)), std::nullopt);
  EXPECT_EQ(value(hostCast(c(2), Bool)), 1);
  EXPECT_EQ(value(hostCast(hostConstant({true, 0, 3.99}), Int)), 3);
  EXPECT_EQ(hostCast(hostConstant({true, 0, 1e10}), Int), nullptr);
}

TEST(HostExpr, ABindingMustFitTheVariable) {
  EXPECT_EQ(value(n(Int), bound(int64_t(1) << 40)), std::nullopt);
  EXPECT_EQ(value(n(Unsigned), bound(-1)), std::nullopt);
  EXPECT_EQ(value(n(Size), bound(int64_t(1) << 40)), int64_t(1) << 40);
  EXPECT_EQ(value(n(Bool), bound(1024)), 1);
}

TEST(HostExpr, SelectNeedsOnlyTheSideItTakes) {
  HostExpr C = op(HostOp::Gt, Int, n(), c(10));
  HostExpr S = hostApply(HostOp::Select, Int, {C, c(1), hostUnknown("m", Int)});
  EXPECT_EQ(value(S, bound(11)), 1);
  EXPECT_EQ(value(S, bound(10)), std::nullopt);
  EXPECT_EQ(value(hostApply(HostOp::Select, Int, {c(1), c(5), nullptr})), 5);
}

TEST(HostExpr, LogicIsDecidedByOneSide) {
  HostExpr Free = op(HostOp::Gt, Int, n(), c(0));
  EXPECT_EQ(value(op(HostOp::LogicalAnd, Bool, Free, c(0))), 0);
  EXPECT_EQ(value(op(HostOp::LogicalOr, Bool, Free, c(1))), 1);
  EXPECT_EQ(value(op(HostOp::LogicalOr, Bool, Free, c(0)), bound(1)), 1);
}

TEST(HostExpr, GrowthIsBounded) {
  HostExpr E = n(Size);
  for (int I = 0; I < 100 && E; ++I)
    E = op(HostOp::Add, Size, E, E);
  EXPECT_EQ(E, nullptr);
}

TEST(HostExpr, PrintKeepsTheGrouping) {
  HostExpr Sum = op(HostOp::Add, Int, n(), c(1));
  EXPECT_EQ(print(op(HostOp::Mul, Int, Sum, Sum)), "(n + 1) * (n + 1)");
  EXPECT_EQ(print(op(HostOp::Sub, Int, n(), Sum)), "n - (n + 1)");
  EXPECT_EQ(print(op(HostOp::Min, Int, n(), c(4))), "min(n, 4)");
  EXPECT_EQ(print(nullptr), "?");
}
