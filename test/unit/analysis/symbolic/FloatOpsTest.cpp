//===- FloatOpsTest.cpp - Floats in expressions ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/symbolic/ExprFixture.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <limits>

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
int64_t bits(double X) { return llvm::bit_cast<int64_t>(X); }

/// The result of an operation that gives a float.
double result(FloatOp Op, unsigned Width, llvm::ArrayRef<double> Of) {
  llvm::SmallVector<int64_t, 3> Operands;
  for (double X : Of)
    Operands.push_back(bits(X));
  auto V = foldFloat(Op, Width, Operands);
  EXPECT_TRUE(V);
  return V ? llvm::bit_cast<double>(*V) : 0;
}
constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
} // namespace

TEST(FloatOps, ResultsHaveThePrecisionOfTheirType) {
  EXPECT_EQ(result(FloatOp::Div, 64, {1, 3}), 1.0 / 3);
  EXPECT_EQ(result(FloatOp::Div, 32, {1, 3}), double(1.0f / 3.0f));
  EXPECT_EQ(result(FloatOp::Round, 32, {0.1}), double(0.1f));
  EXPECT_EQ(foldFloat(FloatOp::FromSigned, 32, {16777217}), bits(16777216));
  EXPECT_EQ(foldFloat(FloatOp::FromSigned, 64, {16777217}), bits(16777217));
  EXPECT_EQ(foldFloat(FloatOp::FromSigned, 64, {-1}), bits(-1));
  EXPECT_EQ(foldFloat(FloatOp::FromUnsigned, 64, {-1}), bits(0x1p64));
  // A product that is added is rounded once.
  const double X = 1 + 0x1p-12;
  EXPECT_EQ(result(FloatOp::Fma, 32, {X, X, -1}), 0x1p-11 + 0x1p-24);
}

TEST(FloatOps, RoundingAndChoosing) {
  EXPECT_EQ(result(FloatOp::Floor, 64, {-1.5}), -2);
  EXPECT_EQ(result(FloatOp::Ceil, 64, {-1.5}), -1);
  EXPECT_EQ(result(FloatOp::Trunc, 64, {-1.5}), -1);
  EXPECT_EQ(result(FloatOp::Nearest, 64, {2.5}), 2);
  EXPECT_EQ(result(FloatOp::Nearest, 64, {3.5}), 4);
  EXPECT_EQ(result(FloatOp::Min, 64, {2, 3}), 2);
  EXPECT_EQ(result(FloatOp::Max, 64, {2, 3}), 3);
  EXPECT_EQ(result(FloatOp::CopySign, 64, {2, -3}), -2);
  EXPECT_EQ(result(FloatOp::Sqrt, 32, {9}), 3);
  EXPECT_EQ(result(FloatOp::Log2, 32, {1024}), 10);
  EXPECT_EQ(result(FloatOp::Exp2, 32, {10}), 1024);
  EXPECT_EQ(result(FloatOp::Rem, 64, {7, 4}), 3);
}

TEST(FloatOps, IntegersThatCannotHoldTheResultHaveNoValue) {
  EXPECT_EQ(foldFloat(FloatOp::ToSigned, 64, {bits(-7.9)}), -7);
  EXPECT_EQ(foldFloat(FloatOp::ToUnsigned, 64, {bits(0x1p63)}),
            std::numeric_limits<int64_t>::min());
  for (double X : {0x1p63, -0x1p64, Nan})
    EXPECT_FALSE(foldFloat(FloatOp::ToSigned, 64, {bits(X)})) << X;
  for (double X : {-1.0, 0x1p64, Nan})
    EXPECT_FALSE(foldFloat(FloatOp::ToUnsigned, 64, {bits(X)})) << X;
  EXPECT_EQ(foldFloat(FloatOp::ToBits, 32, {bits(1)}), 0x3f800000);
  EXPECT_EQ(foldFloat(FloatOp::FromBits, 32, {0x3f800000}), bits(1));
}

TEST(FloatOps, ComparisonsOfNanAreFalse) {
  EXPECT_EQ(foldFloat(FloatOp::Less, 64, {bits(1), bits(2)}), 1);
  EXPECT_EQ(foldFloat(FloatOp::LessEqual, 64, {bits(2), bits(2)}), 1);
  EXPECT_EQ(foldFloat(FloatOp::Equal, 64, {bits(2), bits(1)}), 0);
  for (FloatOp Op : {FloatOp::Less, FloatOp::LessEqual, FloatOp::Equal})
    EXPECT_EQ(foldFloat(Op, 64, {bits(Nan), bits(Nan)}), 0);
  EXPECT_EQ(foldFloat(FloatOp::Unordered, 64, {bits(1), bits(Nan)}), 1);
}

TEST(FloatOps, AreFoldedEvaluatedAndPrinted) {
  Pool P;
  auto Float = [&](FloatOp Op, unsigned Width, ExprId A, ExprId B = NoExpr) {
    ExprNode N;
    N.Kind = ExprKind::Float;
    N.Width = static_cast<uint8_t>(Width);
    N.Aux = static_cast<uint32_t>(Op);
    N.Ops = {A, B, NoExpr};
    return P.get(N);
  };
  // int(floor(float(tid.x) * 0.75 + scale))
  const ExprId Thread = Float(FloatOp::FromSigned, 32,
                              P.op(ExprKind::SExt, P.leaf(ExprKind::TidX)));
  const ExprId Scaled = Float(FloatOp::Mul, 32, Thread, P.constant(bits(0.75)));
  const ExprId Sum =
      Float(FloatOp::Add, 32, Scaled, P.leaf(ExprKind::FloatArg, 32, 0, 1));
  const ExprId Index =
      Float(FloatOp::ToSigned, 32, Float(FloatOp::Floor, 32, Sum));
  EXPECT_EQ(P.print(Index, {"", "scale"}),
            "int(floor(((float(tid.x) * 0.75) + scale)))");
  EXPECT_FALSE(P.dependsOnData(Index));
  At Here;
  Here.L.Args.resize(2);
  // A float that nobody says has no value; its users have none, either.
  EXPECT_FALSE(Here(P, Index).Known.any());
  Here.L.Args[1] = ArgValue::floating(0.5);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    EXPECT_EQ(Here(P, Index).V[Lane], int64_t(Lane * 0.75 + 0.5));
  Here.L.Args[1] = ArgValue::integer(2);
  EXPECT_EQ(Here(P, Index).V[31], 25);
  // Constants are folded: 2 < 3.
  EXPECT_EQ(Float(FloatOp::Less, 64, P.constant(bits(2)), P.constant(bits(3))),
            P.constant(1, 1));
}
