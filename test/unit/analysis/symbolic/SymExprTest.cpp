//===- SymExprTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/symbolic/ExprFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(SymExpr, FoldsConstantsAndIdentities) {
  Pool P;
  ExprId X = P.leaf(ExprKind::TidX);
  ExprId Zero = P.constant(0, 32), One = P.constant(1, 32);
  EXPECT_EQ(P.op(ExprKind::Add, X, Zero), X);
  EXPECT_EQ(P.op(ExprKind::Mul, One, X), X);
  EXPECT_EQ(P.op(ExprKind::Mul, X, Zero), Zero);
  EXPECT_EQ(P.op(ExprKind::Sub, X, X), Zero);
  EXPECT_EQ(P.op(ExprKind::Add, P.constant(3, 32), P.constant(4, 32)),
            P.constant(7, 32));
  // (x + 3) + 4 is x + 7; x << 3 is x * 8.
  EXPECT_EQ(P.op(ExprKind::Add, P.op(ExprKind::Add, X, P.constant(3, 32)),
                 P.constant(4, 32)),
            P.op(ExprKind::Add, X, P.constant(7, 32)));
  EXPECT_EQ(P.op(ExprKind::Shl, X, P.constant(3, 32)),
            P.op(ExprKind::Mul, X, P.constant(8, 32)));
  EXPECT_EQ(P.op(ExprKind::Add, X, P.leaf(ExprKind::CtaidX)),
            P.op(ExprKind::Add, P.leaf(ExprKind::CtaidX), X));
}

TEST(SymExpr, AnIntOfASizeIsItsLowerHalf) {
  Pool P;
  const ExprId X = P.leaf(ExprKind::Arg, 64);
  auto Cast = [&](ExprKind Kind, ExprId Of) {
    return P.op(Kind, Of, NoExpr, NoExpr, 32);
  };
  const ExprId By32 = P.constant(32, 64);
  auto Up = [&](int64_t Times) {
    return P.op(ExprKind::Mul, X, P.constant(Times << 32, 64), NoExpr, 64);
  };
  EXPECT_EQ(P.op(ExprKind::AShr, Up(1), By32, NoExpr, 64),
            Cast(ExprKind::SExt, Cast(ExprKind::Trunc, X)));
  EXPECT_EQ(P.op(ExprKind::LShr, Up(3), By32, NoExpr, 64),
            Cast(ExprKind::ZExt,
                 Cast(ExprKind::Trunc,
                      P.op(ExprKind::Mul, X, P.constant(3, 64), NoExpr, 64))));
  EXPECT_EQ(P.op(ExprKind::And, X, P.constant(0xffffffff, 64), NoExpr, 64),
            Cast(ExprKind::ZExt, Cast(ExprKind::Trunc, X)));
}

TEST(SymExpr, InvertsComparisons) {
  Pool P;
  ExprId X = P.leaf(ExprKind::TidX), Y = P.leaf(ExprKind::NtidX);
  ExprId Less = P.op(ExprKind::SLt, X, Y);
  EXPECT_EQ(P.op(ExprKind::Xor, Less, P.constant(1, 1), NoExpr, 1),
            P.op(ExprKind::SLe, Y, X));
}

TEST(SymExpr, ArithmeticWrapsAtItsWidth) {
  EXPECT_EQ(foldOperation(ExprKind::Add, 32, 0x7fffffff, 1), INT32_MIN);
  EXPECT_EQ(foldOperation(ExprKind::Mul, 8, 16, 16), 0);
  EXPECT_EQ(foldOperation(ExprKind::UDiv, 32, -1, 2), 0x7fffffff);
  EXPECT_EQ(foldOperation(ExprKind::SDiv, 32, -7, 2), -3);
  EXPECT_EQ(foldOperation(ExprKind::SDiv, 32, INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(foldOperation(ExprKind::SRem, 64, INT64_MIN, -1), 0);
  EXPECT_EQ(foldOperation(ExprKind::ULt, 32, 1, -1), 1);
  EXPECT_EQ(foldOperation(ExprKind::SLt, 32, 1, -1), 0);
  EXPECT_EQ(foldOperation(ExprKind::SDiv, 32, 1, 0), std::nullopt);
  EXPECT_EQ(foldOperation(ExprKind::LShr, 32, -1, 28), 15);
  EXPECT_EQ(foldOperation(ExprKind::LShr, 32, -1, 32), 0);
  EXPECT_EQ(foldOperation(ExprKind::AShr, 32, -16, 2), -4);
}

TEST(SymExpr, SubstitutesTheCounterOfOneLoop) {
  Pool P;
  ExprId I0 = P.leaf(ExprKind::LoopIter, 64, 0),
         I1 = P.leaf(ExprKind::LoopIter, 64, 1);
  ExprId Sum = P.op(ExprKind::Add, I0, I1, NoExpr, 64);
  EXPECT_EQ(P.print(P.substituteLoopIter(Sum, 1, P.constant(15)), {}),
            "iter0 + 15");
}
