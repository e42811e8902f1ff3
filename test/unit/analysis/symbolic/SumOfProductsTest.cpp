//===- SumOfProductsTest.cpp - Polynomials --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/SumOfProducts.h"
#include "test/unit/analysis/symbolic/ExprFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(SumOfProducts, PrintsSumsOfProducts) {
  Pool P;
  ExprId Index = P.op(
      ExprKind::Add,
      P.op(ExprKind::Mul, P.leaf(ExprKind::CtaidX), P.leaf(ExprKind::NtidX)),
      P.leaf(ExprKind::TidX));
  ExprId Wide = P.op(ExprKind::SExt, Index);
  ExprId Bytes = P.op(ExprKind::Mul, Wide, P.constant(4), NoExpr, 64);
  EXPECT_EQ(P.print(Bytes, {}), "4*ctaid.x*ntid.x + 4*tid.x");
  ExprId N = P.leaf(ExprKind::Arg, 32, 0, 1);
  EXPECT_EQ(P.print(P.op(ExprKind::Sub, N, Index), {"p", "n"}),
            "-ctaid.x*ntid.x - tid.x + n");
  EXPECT_EQ(P.print(P.op(ExprKind::UDiv, P.op(ExprKind::Add, N, Index), N),
                    {"p", "n"}),
            "((ctaid.x*ntid.x + tid.x + n) / n)");
  // A sum that begins with a parenthesis is a sum still.
  ExprId Part = P.op(ExprKind::Add, P.op(ExprKind::UDiv, N, P.constant(16, 32)),
                     P.constant(-1, 32));
  EXPECT_EQ(P.print(P.op(ExprKind::UDiv, Part, N), {"p", "n"}),
            "(((n / 16) - 1) / n)");
  EXPECT_EQ(P.print(NoExpr, {}), "unknown");
}

TEST(SumOfProducts, LikeTermsAreAddedUp) {
  Pool P;
  ExprId X = P.leaf(ExprKind::TidX), N = P.leaf(ExprKind::Arg, 32, 0, 0);
  // (x + n) * (x - n) is x*x - n*n.
  ExprId Product =
      P.op(ExprKind::Mul, P.op(ExprKind::Add, X, N), P.op(ExprKind::Sub, X, N));
  SumOfProducts S = expandToSum(P, Product);
  ASSERT_EQ(S.Terms.size(), 2u);
  EXPECT_EQ(S.Terms[0].Coefficient + S.Terms[1].Coefficient, 0);
  for (const ProductTerm &T : S.Terms) {
    ASSERT_EQ(T.Factors.size(), 2u);
    EXPECT_EQ(T.Factors[0], T.Factors[1]);
  }
  EXPECT_FALSE(S.NoWrapAssumed);
}

TEST(SumOfProducts, SumsThatAreWidenedAreTakenNotToWrap) {
  Pool P;
  ExprId X = P.leaf(ExprKind::TidX), N = P.leaf(ExprKind::Arg, 32, 0, 0);
  ExprId Wide = P.op(ExprKind::SExt, P.op(ExprKind::Add, X, N));
  SumOfProducts S = expandToSum(P, Wide);
  EXPECT_EQ(S.Terms.size(), 2u);
  EXPECT_TRUE(S.NoWrapAssumed);
}

TEST(SumOfProducts, AffineIsLinearInThreadsBlocksAndCounters) {
  Pool P;
  ExprId X = P.leaf(ExprKind::TidX), Y = P.leaf(ExprKind::TidY),
         N = P.leaf(ExprKind::Arg, 32, 0, 0),
         I = P.leaf(ExprKind::LoopIter, 32, 0);
  EXPECT_TRUE(isAffine(P, P.op(ExprKind::Add, P.op(ExprKind::Mul, X, N), Y)));
  EXPECT_TRUE(isAffine(P, P.op(ExprKind::Mul, I, N)));
  EXPECT_FALSE(isAffine(P, P.op(ExprKind::Mul, X, Y)));
  EXPECT_FALSE(isAffine(P, P.op(ExprKind::UDiv, X, N)));
  EXPECT_FALSE(isAffine(P, P.leaf(ExprKind::Opaque, 32, 1)));
}

TEST(SumOfProducts, TooManyTermsStayOneFactor) {
  Pool P;
  ExprId Product = P.constant(1, 32);
  for (uint32_t A = 0; A < 20; ++A)
    Product = P.op(ExprKind::Mul, Product,
                   P.op(ExprKind::Add, P.leaf(ExprKind::Arg, 32, 0, A),
                        P.leaf(ExprKind::TidX)));
  SumOfProducts S = expandToSum(P, Product);
  EXPECT_LT(S.Terms.size(), 2000u); // expanded: 2^20
}
