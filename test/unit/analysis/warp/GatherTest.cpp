//===- GatherTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Gather.h"
#include <gtest/gtest.h>

using namespace gpuperf;

TEST(Gather, DrawsMeetPlacesTwice) {
  EXPECT_EQ(distinctDraws(100, 0), 100); // not known
  EXPECT_EQ(distinctDraws(5, 1), 1);
  EXPECT_EQ(distinctDraws(1, 1000), 1);
  // Two draws of two places: the second one is another in half of the cases.
  EXPECT_NEAR(distinctDraws(2, 2), 1.5, 1e-12);
  EXPECT_NEAR(distinctDraws(1000, 1000), 1000 * (1 - 0.3677), 0.1);
  EXPECT_NEAR(distinctDraws(1e6, 100), 100, 1e-9);
  EXPECT_NEAR(distinctDraws(1e6, 1e12), 1e6, 1);
}

TEST(Gather, SomePlaceIsMetMost) {
  EXPECT_EQ(mostOnOnePlace(32, 0), 1); // not known
  EXPECT_EQ(mostOnOnePlace(32, 1), 32);
  EXPECT_EQ(mostOnOnePlace(1, 32), 1);
  EXPECT_EQ(mostOnOnePlace(0.5, 32), 0.5);
  // Balls in bins: 3.53 in the mean of 10^6 trials.
  EXPECT_NEAR(mostOnOnePlace(32, 32), 3.53, 0.1);
  EXPECT_NEAR(mostOnOnePlace(32, 1e9), 1, 0.01);
  // Many draws even out.
  EXPECT_NEAR(mostOnOnePlace(1e8, 10), 1e7, 1e4);
}

TEST(Gather, ArgumentsAndVariablesHaveSizes) {
  KernelSummary K;
  K.Params.resize(2);
  K.Variables.push_back({"table", MemSpace::Global, 512});
  Launch L;
  L.PointerBytes = {0, 4096};
  Access A;
  A.Base = Access::BaseKind::Argument;
  A.BaseIndex = 1;
  EXPECT_EQ(bytesBehind(K, A, L), 4096);
  A.BaseIndex = 0;
  EXPECT_EQ(bytesBehind(K, A, L), 0);
  EXPECT_EQ(bytesBehind(K, A, Launch()), 0);
  A.Base = Access::BaseKind::Variable;
  EXPECT_EQ(bytesBehind(K, A, L), 512);
  A.Base = Access::BaseKind::Unknown;
  EXPECT_EQ(bytesBehind(K, A, L), 0);
}

TEST(Gather, AnIndexOfFewBitsReachesASmallTable) {
  KernelSummary K;
  K.Params.resize(1);
  auto Node = [&](ExprKind Kind, ExprId X, ExprId Y) {
    ExprNode N;
    N.Kind = Kind, N.Width = 64, N.Ops = {X, Y, NoExpr};
    return K.Exprs.get(N);
  };
  ExprNode Data;
  Data.Kind = ExprKind::Opaque, Data.Width = 64;
  const ExprId Any = K.Exprs.get(Data), Four = K.Exprs.constant(4);
  Access A;
  A.Base = Access::BaseKind::Argument;
  A.BaseIndex = 0;
  A.BytesPerLane = 4;
  A.Offset = Node(ExprKind::Mul, Any, Four);
  EXPECT_EQ(bytesBehind(K, A, Launch()), 0);
  A.Offset = Node(ExprKind::Mul,
                  Node(ExprKind::And, Any, K.Exprs.constant(255)), Four);
  EXPECT_EQ(bytesBehind(K, A, Launch()), 1024);
  Launch L;
  L.PointerBytes = {512};
  EXPECT_EQ(bytesBehind(K, A, L), 512);
  // The remainder of a signed number by ten: there are ten elements.
  A.Offset = Node(ExprKind::Mul,
                  Node(ExprKind::SRem, Any, K.Exprs.constant(10)), Four);
  EXPECT_EQ(bytesBehind(K, A, Launch()), 40);
}
