//===- DivergenceTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Divergence.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// if (condition on the thread) A else B, the sides of 50 and 40 additions.
struct Branching {
  ExprPool Pool;
  KernelBuilder B;
  BlockId Entry, Then, Else, Exit;

  Branching() {
    Entry = B.block("entry"), Then = B.block("then"), Else = B.block("else"),
    Exit = B.block("exit");
    InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
    B.branch(Entry, C, Then, Else);
    for (unsigned I = 0; I < 500; ++I)
      B.instr(Then, OpClass::Fp32Add, "%t");
    for (unsigned I = 0; I < 400; ++I)
      B.instr(Else, OpClass::Fp32Add, "%e");
    B.jump(Then, Exit);
    B.jump(Else, Exit);
    B.ret(Exit);
    B.K.RegistersPerThread = Estimate::exact(32);
  }
  ExprId node(ExprKind Kind, ExprId A = NoExpr, ExprId C = NoExpr) {
    ExprNode N;
    N.Kind = Kind;
    N.Ops = {A, C, NoExpr};
    return B.K.Exprs.get(N);
  }
  ExprId number(int64_t V) { return B.K.Exprs.constant(V, 32); }

  std::vector<DivergentBranch> find(ExprId Condition, Dim3 Block = {256}) {
    B.K.Blocks[Entry].Condition = Condition;
    GpuModel G = llvm::cantFail(findGpu("h100-sxm"));
    Launch L;
    L.Grid = {4096};
    L.Block = Block;
    P = llvm::cantFail(predictLaunch(B.K, L, G));
    return findDivergentBranches(B.K, L, G, P);
  }
  Prediction P;
};
} // namespace

TEST(Divergence, LanesThatAlternate) {
  Branching T;
  ExprId Odd = T.node(ExprKind::And, T.node(ExprKind::TidX), T.number(1));
  auto Found = T.find(T.node(ExprKind::Eq, Odd, T.number(0)));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Block, T.Entry);
  EXPECT_DOUBLE_EQ(Found[0].Split, 1);
  EXPECT_DOUBLE_EQ(Found[0].Sides[0].Warps, 8);
  EXPECT_DOUBLE_EQ(Found[0].Sides[0].WarpsNeeded, 4);
  EXPECT_DOUBLE_EQ(Found[0].Sides[0].Lanes, 16);
  EXPECT_GE(Found[0].Sides[0].Instructions, 500);
  EXPECT_LT(Found[0].Sides[0].Instructions, 510);
  // Half of both sides goes.
  EXPECT_LT(Found[0].WithoutUs.Value, 0.7 * T.P.TimeUs.Value);
}

TEST(Divergence, RowsOfOneWarp) {
  Branching T;
  ExprId Odd = T.node(ExprKind::And, T.node(ExprKind::TidY), T.number(1));
  ExprId Condition = T.node(ExprKind::Eq, Odd, T.number(0));
  EXPECT_EQ(T.find(Condition, {16, 16}).size(), 1u);
  EXPECT_TRUE(T.find(Condition, {32, 8}).empty()); // a row is a warp
}

TEST(Divergence, WarpsAndBlocksMayDiffer) {
  Branching T;
  ExprId Warp = T.node(ExprKind::LShr, T.node(ExprKind::TidX), T.number(5));
  ExprId Odd = T.node(ExprKind::And, Warp, T.number(1));
  EXPECT_TRUE(T.find(T.node(ExprKind::Eq, Odd, T.number(0))).empty());
  EXPECT_TRUE(
      T.find(T.node(ExprKind::Eq, T.node(ExprKind::CtaidX), T.number(7)))
          .empty());
}

TEST(Divergence, BordersAndLeadersAreSomebodysWork) {
  Branching T;
  ExprId Tid = T.node(ExprKind::TidX);
  EXPECT_TRUE(T.find(T.node(ExprKind::Eq, Tid, T.number(0))).empty());
  ExprId Lane = T.node(ExprKind::And, Tid, T.number(31));
  // A lane of each warp: 31 lanes would not fit in fewer warps.
  for (const DivergentBranch &D :
       T.find(T.node(ExprKind::Eq, Lane, T.number(0))))
    EXPECT_GT(D.WithoutUs.Value, 0.9 * T.P.TimeUs.Value);
  // Only the warp that the limit cuts.
  for (const DivergentBranch &D :
       T.find(T.node(ExprKind::SLt, Tid, T.number(200))))
    EXPECT_GT(D.WithoutUs.Value, 0.9 * T.P.TimeUs.Value);
}

TEST(Divergence, DataDecidesForItself) {
  Branching T;
  ExprNode Data;
  Data.Kind = ExprKind::Opaque;
  ExprId Loaded = T.B.K.Exprs.get(Data);
  ExprId Sum = T.node(ExprKind::Add, Loaded, T.node(ExprKind::TidX));
  EXPECT_TRUE(T.find(T.node(ExprKind::SLt, Sum, T.number(5))).empty());
}
