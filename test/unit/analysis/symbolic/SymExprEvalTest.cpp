//===- SymExprEvalTest.cpp - Values of a warp -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/WarpEvaluator.h"
#include "test/unit/analysis/symbolic/ExprFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(SymExprEval, ThreadIndexComesFromTheBlocksShape) {
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

TEST(SymExprEval, UnknownStaysWhereItMatters) {
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

TEST(SymExprEval, DataThatAnIndexIsMultipliedByPutsRowsApart) {
  Pool P;
  At E({8, 4, 1});
  E.Ctx.UniformDataAsZero = true;
  auto Data = [&](uint32_t Which) {
    return P.leaf(ExprKind::Opaque, 32, Which, 1); // the same in all lanes
  };
  auto Mul = [&](ExprId A, ExprId B) { return P.op(ExprKind::Mul, A, B); };
  auto Add = [&](ExprId A, ExprId B) { return P.op(ExprKind::Add, A, B); };
  ExprId X = P.leaf(ExprKind::TidX), Y = P.leaf(ExprKind::TidY);
  auto RowBytes = [&](ExprId Place) {
    const LaneValues V = E(P, Mul(Place, P.constant(4, 32)));
    EXPECT_TRUE(V.Known.test(31));
    for (unsigned I = 1; I < 32; ++I)
      if (I % 8 != 0)
        EXPECT_EQ(V.V[I] - V.V[I - 1], 4); // within a row
    EXPECT_EQ(V.V[16] - V.V[8], V.V[8] - V.V[0]);
    return V.V[8] - V.V[0];
  };
  const int64_t Row = RowBytes(Add(Mul(Y, Data(1)), X));
  EXPECT_GE(Row, 1024);
  EXPECT_EQ(RowBytes(Add(Mul(Y, Add(Data(1), P.constant(2, 32))), X)), Row + 8);
  EXPECT_EQ(RowBytes(Add(Mul(Y, Mul(Data(1), P.constant(2, 32))), X)), 2 * Row);
  // A plane is as many rows as a row has elements.
  EXPECT_EQ(RowBytes(Add(Mul(Mul(Y, Data(1)), Data(2)), X)), Row * Row / 4);
  EXPECT_EQ(RowBytes(Add(Mul(Y, Mul(Data(1), Data(2))), X)), Row * Row / 4);
  // What is added shifts all lanes alike.
  EXPECT_EQ(RowBytes(Add(Data(1), X)), 0);
  // A distance of `1024 >> *d` is no more known than one of `*d`.
  const ExprId Shifted = P.op(ExprKind::LShr, P.constant(1024, 32), Data(1));
  EXPECT_EQ(RowBytes(Add(Mul(Y, Shifted), X)), Row);
  EXPECT_EQ(RowBytes(Add(Shifted, X)), 0);
}

TEST(SymExprEval, ReadsArgumentsAndFields) {
  Pool P;
  At E;
  ArgValue Struct;
  Struct.Fields.push_back({16, ArgValue::integer(42)});
  E.L.Args = {ArgValue::integer(-1), Struct};
  EXPECT_EQ(E(P, P.leaf(ExprKind::Arg, 32, 0, 0)).V[5], -1);
  EXPECT_EQ(E(P, P.leaf(ExprKind::Arg, 32, 16, 1)).V[5], 42);
  EXPECT_TRUE(E(P, P.leaf(ExprKind::Arg, 32, 8, 1)).Known.none());
}

TEST(SymExprEval, SelectTakesTheKnownSide) {
  Pool P;
  At E;
  ExprId X = P.leaf(ExprKind::TidX);
  ExprId Half = P.op(ExprKind::ULt, X, P.constant(16, 32));
  ExprId Data = P.leaf(ExprKind::Opaque, 32, 3);
  LaneValues V = E(P, P.op(ExprKind::Select, Half, X, Data));
  EXPECT_EQ(V.Known.count(), 16u);
  EXPECT_EQ(V.V[15], 15);
}

TEST(SymExprEval, FirstExitSearchesGeometricLoops) {
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

TEST(SymExprEval, CarriedValuesAreGoneThrough) {
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

TEST(SymExprEval, StopsAtTheBudget) {
  Pool P;
  At E;
  E.Steps = 1;
  EXPECT_TRUE(E(P, P.op(ExprKind::Add, P.leaf(ExprKind::TidX),
                        P.leaf(ExprKind::CtaidX)))
                  .Known.none());
}

TEST(SymExprEval, LanesHaveWhatOthersTell) {
  Pool P;
  const ExprId Told =
      P.op(ExprKind::FromLane, P.leaf(ExprKind::TidX),
           P.op(ExprKind::Sub, P.leaf(ExprKind::LaneId), P.constant(1, 32)));
  At E({48, 1, 1});
  E.Ctx.FirstThread = 32; // of the second warp 16 lanes are there
  LaneValues V = E(P, Told);
  EXPECT_FALSE(V.Known.test(0)); // there is no lane -1
  EXPECT_EQ(V.V[1], 32);
  EXPECT_EQ(V.V[16], 47);
  EXPECT_FALSE(V.Known.test(17));
  // Where threads are evaluated one by one, no other is known.
  E.Ctx.WarpSize = 1;
  EXPECT_TRUE(E(P, Told).Known.none());
}
