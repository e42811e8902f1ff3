//===- SymExprTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/WarpEvaluator.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
struct Pool : ExprPool {
  ExprId leaf(ExprKind Kind, unsigned Width = 32, uint32_t Aux = 0,
              int64_t Imm = 0) {
    ExprNode N;
    N.Kind = Kind, N.Width = static_cast<uint8_t>(Width);
    N.Aux = Aux, N.Imm = Imm;
    return get(N);
  }
  ExprId op(ExprKind Kind, ExprId A, ExprId B = NoExpr, ExprId C = NoExpr,
            unsigned Width = 32) {
    ExprNode N;
    N.Kind = Kind, N.Width = static_cast<uint8_t>(Width);
    N.Ops = {A, B, C};
    return get(N);
  }
};

struct At {
  Launch L;
  WarpContext Ctx;
  uint64_t Steps = 10000;
  At(Dim3 Block = {32, 1, 1}, Dim3 Grid = {4, 1, 1}) {
    L.Grid = Grid, L.Block = Block;
    Ctx.L = &L;
  }
  LaneValues operator()(const ExprPool &P, ExprId E) {
    return evaluate(P, E, Ctx, Steps);
  }
};
} // namespace

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

TEST(SymExpr, PrintsSumsOfProducts) {
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

TEST(SymExpr, ThreadIndexComesFromTheBlocksShape) {
  Pool P;
  At E({8, 2, 4});
  E.Ctx.FirstThread = 32; // the second warp: z = 2 and 3
  LaneValues X = E(P, P.leaf(ExprKind::TidX)), Y = E(P, P.leaf(ExprKind::TidY)),
             Z = E(P, P.leaf(ExprKind::TidZ));
  for (unsigned I = 0; I < 32; ++I) {
    EXPECT_EQ(X.V[I], I % 8);
    EXPECT_EQ(Y.V[I], I / 8 % 2);
    EXPECT_EQ(Z.V[I], 2 + I / 16);
  }
}

TEST(SymExpr, UnknownStaysWhereItMatters) {
  Pool P;
  At E;
  ExprId Data = P.leaf(ExprKind::Opaque, 32, 7), X = P.leaf(ExprKind::TidX);
  EXPECT_TRUE(P.dependsOnData(P.op(ExprKind::Add, X, Data)));
  EXPECT_TRUE(E(P, P.op(ExprKind::Add, X, Data)).Known.none());
  // 0 * data is 0, in lane 0 only.
  LaneValues Product = E(P, P.op(ExprKind::Mul, X, Data));
  EXPECT_EQ(Product.Known.count(), 1u);
  EXPECT_TRUE(Product.Known.test(0));
  // A lane that divides by zero has no value, the others have.
  LaneValues Quotient = E(P, P.op(ExprKind::UDiv, P.constant(64, 32), X));
  EXPECT_FALSE(Quotient.Known.test(0));
  EXPECT_EQ(Quotient.V[2], 32);
  // No argument given.
  EXPECT_TRUE(E(P, P.leaf(ExprKind::Arg, 32, 0, 0)).Known.none());
}

TEST(SymExpr, ReadsArgumentsAndFields) {
  Pool P;
  At E;
  ArgValue Struct;
  Struct.Fields.push_back({16, ArgValue::integer(42)});
  E.L.Args = {ArgValue::integer(-1), Struct};
  EXPECT_EQ(E(P, P.leaf(ExprKind::Arg, 32, 0, 0)).V[5], -1);
  EXPECT_EQ(E(P, P.leaf(ExprKind::Arg, 32, 16, 1)).V[5], 42);
  EXPECT_TRUE(E(P, P.leaf(ExprKind::Arg, 32, 8, 1)).Known.none());
}

TEST(SymExpr, SelectTakesTheKnownSide) {
  Pool P;
  At E;
  ExprId X = P.leaf(ExprKind::TidX);
  ExprId Half = P.op(ExprKind::ULt, X, P.constant(16, 32));
  ExprId Data = P.leaf(ExprKind::Opaque, 32, 3);
  LaneValues V = E(P, P.op(ExprKind::Select, Half, X, Data));
  EXPECT_EQ(V.Known.count(), 16u);
  EXPECT_EQ(V.V[15], 15);
}

TEST(SymExpr, FirstExitSearchesGeometricLoops) {
  Pool P;
  At E;
  // for (s = 256; s != 0; s >>= 1): left in iteration 9.
  ExprId S = P.op(ExprKind::LShr, P.constant(256, 32),
                  P.leaf(ExprKind::LoopIter, 32, 2));
  ExprNode N;
  N.Kind = ExprKind::FirstExit, N.Width = 64, N.Aux = 2;
  N.Ops[0] = P.op(ExprKind::Eq, S, P.constant(0, 32));
  LaneValues V = E(P, P.get(N));
  EXPECT_TRUE(V.Known.test(0));
  EXPECT_EQ(V.V[31], 9);
}

TEST(SymExpr, SubstitutesTheCounterOfOneLoop) {
  Pool P;
  ExprId I0 = P.leaf(ExprKind::LoopIter, 64, 0),
         I1 = P.leaf(ExprKind::LoopIter, 64, 1);
  ExprId Sum = P.op(ExprKind::Add, I0, I1, NoExpr, 64);
  EXPECT_EQ(P.print(P.substituteLoopIter(Sum, 1, P.constant(15)), {}),
            "iter0 + 15");
}

TEST(SymExpr, CarriedValuesAreGoneThrough) {
  // x(0) = tid.x, x(k + 1) = 3 x(k) + iter0: loop 0.
  Pool P;
  ExprId X = P.leaf(ExprKind::Variable);
  ExprId Next = P.op(ExprKind::Add, P.op(ExprKind::Mul, X, P.constant(3, 32)),
                     P.leaf(ExprKind::LoopIter));
  ExprId Iter = P.leaf(ExprKind::LoopIter, 64);
  ExprId Starts = P.op(ExprKind::Tuple, P.leaf(ExprKind::TidX), NoExpr);
  ExprId Nexts = P.op(ExprKind::Tuple, Next, NoExpr);
  ExprId E = P.op(ExprKind::Carried, Iter, Starts, Nexts);
  At Here;
  Here.Ctx.UniformDataAsZero = false;
  WarpEvaluator Walk(P);
  Walk.setWarp(Here.Ctx);
  auto Truth = [](int64_t X, uint64_t K) {
    for (uint64_t I = 0; I < K; ++I)
      X = 3 * X + static_cast<int64_t>(I);
    return X;
  };
  // On, back, and far ahead.
  for (uint64_t K : {0u, 1u, 2u, 5u, 3u, 0u, 12u}) {
    Walk.setLoopIter(0, K);
    const LaneValues &V = Walk.value(E, Here.Steps);
    for (unsigned Lane : {0u, 7u, 31u}) {
      ASSERT_TRUE(V.Known.test(Lane));
      EXPECT_EQ(V.V[Lane], Truth(Lane, K)) << K;
    }
  }
  // After the loop: as many iterations as each lane says.
  ExprId Left = P.substituteLoopIter(
      E, 0, P.op(ExprKind::ZExt, P.leaf(ExprKind::TidX), NoExpr, NoExpr, 32));
  EXPECT_FALSE(P.dependsOnData(Left));
  LaneValues V = Here(P, Left);
  for (unsigned Lane : {0u, 7u, 15u})
    EXPECT_EQ(V.V[Lane], Truth(Lane, Lane));
  // Outside of its loop a variable is nothing.
  EXPECT_TRUE(Here(P, X).Known.none());
}

TEST(SymExpr, StopsAtTheBudget) {
  Pool P;
  At E;
  E.Steps = 1;
  EXPECT_TRUE(E(P, P.op(ExprKind::Add, P.leaf(ExprKind::TidX),
                        P.leaf(ExprKind::CtaidX)))
                  .Known.none());
}
