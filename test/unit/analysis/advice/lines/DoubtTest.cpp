//===- DoubtTest.cpp - How sure the share of a line is -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Doubt.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/advice/PairIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A finding about \p Id that saves \p Percent of the time.
LineFinding about(AccessId Id, double Percent) {
  LineFinding F;
  F.Accesses = {Id};
  F.TimeUs = Estimate::exact(100);
  F.WithoutUs = Estimate::exact(100 - Percent);
  return F;
}
} // namespace

TEST(Doubt, AGuardOnDataIsTold) {
  const KernelSummary K = pairKernel(8, /*Guarded=*/true);
  EXPECT_FALSE(isGuardedByData(K, K.Accesses[0].Block));
  EXPECT_TRUE(isGuardedByData(K, K.Accesses[1].Block));
  const KernelSummary Plain = pairKernel(8);
  EXPECT_FALSE(isGuardedByData(Plain, Plain.Accesses[1].Block));
}

/// if (data) some; if (thread 0) leader.
TEST(Doubt, DataBeforeAGuardOnTheThreadDecideNothing) {
  KernelBuilder B;
  const BlockId Entry = B.block("entry"), Some = B.block("some"),
                Join = B.block("join"), Leader = B.block("leader"),
                Exit = B.block("exit");
  const InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
  B.branch(Entry, C, Some, Join);
  B.jump(Some, Join);
  B.branch(Join, C, Leader, Exit);
  B.jump(Leader, Exit);
  B.ret(Exit);
  ExprNode Leaf;
  Leaf.Kind = ExprKind::Opaque;
  B.K.Blocks[Entry].Condition = B.K.Exprs.get(Leaf);
  Leaf.Kind = ExprKind::TidX;
  ExprNode First;
  First.Kind = ExprKind::Eq;
  First.Ops = {B.K.Exprs.get(Leaf), B.K.Exprs.constant(0, 32), NoExpr};
  B.K.Blocks[Join].Condition = B.K.Exprs.get(First);
  EXPECT_TRUE(isGuardedByData(B.K, Some));
  EXPECT_FALSE(isGuardedByData(B.K, Leader));
}

namespace {
/// if (data of the lane) if (lane == chosen) leader, with an Opaque value that
/// is the same in all lanes for `chosen`, or 0.
struct LedKernel {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Some = B.block("some"),
          Leader = B.block("leader"), Exit = B.block("exit");
  explicit LedKernel(bool ByData, ExprKind Place) {
    const InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
    B.branch(Entry, C, Some, Exit);
    B.branch(Some, C, Leader, Exit);
    B.jump(Leader, Exit);
    B.ret(Exit);
    ExprNode Leaf;
    Leaf.Kind = ExprKind::Opaque;
    const ExprId Data = B.K.Exprs.get(Leaf);
    compare(Entry, ExprKind::SLt, B.K.Exprs.constant(0, 32), Data);
    Leaf.Imm = Leaf.Aux = 1;
    const ExprId Chosen =
        ByData ? B.K.Exprs.get(Leaf) : B.K.Exprs.constant(0, 32);
    ExprNode Lane;
    Lane.Kind = Place;
    compare(Some, ExprKind::Eq, B.K.Exprs.get(Lane), Chosen);
  }
  void compare(BlockId At, ExprKind Kind, ExprId Left, ExprId Right) {
    ExprNode N;
    N.Kind = Kind;
    N.Ops = {Left, Right, NoExpr};
    B.K.Blocks[At].Condition = B.K.Exprs.get(N);
  }
};
} // namespace

TEST(Doubt, OneLaneOfThoseThatDataLetCome) {
  for (const bool ByData : {false, true}) {
    LedKernel Led(ByData, ExprKind::LaneId);
    const auto Guards = laneGuards(Led.B.K, Led.Leader);
    ASSERT_EQ(Guards.size(), 1u);
    EXPECT_EQ(Guards[0].Block, Led.Entry);
    EXPECT_TRUE(Guards[0].FirstPasses);
    EXPECT_TRUE(hasLeader(Led.B.K, Led.Leader, Led.Entry));
    EXPECT_FALSE(hasLeader(Led.B.K, Led.Some, Led.Entry));
  }
  // Lane 0 itself may not be there.
  LedKernel Zero(/*ByData=*/false, ExprKind::TidX);
  EXPECT_FALSE(hasLeader(Zero.B.K, Zero.Leader, Zero.Entry));
}

TEST(Doubt, GuardsThatFewLanesMayPassAreNone) {
  LedKernel Led(/*ByData=*/false, ExprKind::LaneId);
  ExprNode Leaf;
  Leaf.Kind = ExprKind::Opaque;
  const ExprId Data = Led.B.K.Exprs.get(Leaf),
               Zero = Led.B.K.Exprs.constant(0, 32);
  Led.compare(Led.Entry, ExprKind::Eq, Data, Zero);
  EXPECT_TRUE(laneGuards(Led.B.K, Led.Leader).empty());
  Led.compare(Led.Entry, ExprKind::Ne, Data, Zero);
  EXPECT_TRUE(laneGuards(Led.B.K, Led.Leader).empty());
  const ExprId Nobody = Led.B.K.Exprs.constant(-1, 32);
  Led.compare(Led.Entry, ExprKind::Eq, Data, Nobody);
  EXPECT_TRUE(laneGuards(Led.B.K, Led.Leader).empty());
  Led.compare(Led.Entry, ExprKind::Ne, Data, Nobody);
  EXPECT_EQ(laneGuards(Led.B.K, Led.Leader).size(), 1u);
  // Errors are rare.
  Led.B.K.Blocks[Led.Entry].MayBeErrors = {false, true};
  EXPECT_EQ(laneGuards(Led.B.K, Led.Leader).size(), 1u);
  Led.B.K.Blocks[Led.Entry].MayBeErrors = {true, false};
  EXPECT_TRUE(laneGuards(Led.B.K, Led.Leader).empty());
  Led.B.K.Blocks[Led.Entry].MayBeErrors = {false, false};
  // The same for the whole warp.
  Leaf.Imm = Leaf.Aux = 1;
  Led.compare(Led.Entry, ExprKind::SLt, Zero, Led.B.K.Exprs.get(Leaf));
  EXPECT_TRUE(laneGuards(Led.B.K, Led.Leader).empty());
  Led.B.K.Blocks[Led.Entry].Condition = NoExpr;
  EXPECT_TRUE(laneGuards(Led.B.K, Led.Leader).empty());
}

TEST(Doubt, ABoundInMemoryIsNoDoubt) {
  KernelSummary K = pairKernel(8, /*Guarded=*/true);
  K.Blocks[0].Passing = K.Exprs.constant(1, 1);
  EXPECT_FALSE(isGuardedByData(K, K.Accesses[1].Block));
}

/// while (k < n) { if (data) some; }
TEST(Doubt, TheEndOfALoopIsNoGuard) {
  KernelBuilder B;
  const BlockId Entry = B.block("entry"), Head = B.block("head"),
                Body = B.block("body"), Some = B.block("some"),
                Latch = B.block("latch"), Exit = B.block("exit");
  B.jump(Entry, Head);
  const InstrId C = B.instr(Head, OpClass::IntCompare, "%c");
  B.branch(Head, C, Body, Exit);
  B.branch(Body, C, Some, Latch);
  B.jump(Some, Latch);
  B.jump(Latch, Head);
  B.ret(Exit);
  const LoopId L = B.loop(Head, {Head, Body, Some, Latch}, {Latch});
  ExprNode Leaf;
  Leaf.Kind = ExprKind::Opaque;
  B.K.Blocks[Body].Condition = B.K.Exprs.get(Leaf);
  Leaf.Kind = ExprKind::LoopIter, Leaf.Aux = L;
  ExprNode Before;
  Before.Kind = ExprKind::SLt;
  Before.Ops = {B.K.Exprs.get(Leaf), B.K.Exprs.constant(9, 32), NoExpr};
  B.K.Blocks[Head].Condition = B.K.Exprs.get(Before);
  EXPECT_TRUE(isGuardedByData(B.K, Some));
  EXPECT_FALSE(isGuardedByData(B.K, Body));
}

TEST(Doubt, AFindingBehindAGuardSurvivesAHundredthOfItsShare) {
  const KernelSummary K = pairKernel(8, /*Guarded=*/true);
  const WarpProfile P;
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, about(0, 40)), 40);
  // 40 of 100 become 0.4 beside the other 60.
  EXPECT_NEAR(leastGainPercent(K, P, about(1, 40)), 100 * 0.4 / 60.4, 1e-9);
  EXPECT_GT(leastGainPercent(K, P, about(1, 95)), 10);
  // A line that is executed for certain makes all of it certain.
  LineFinding Both = about(1, 40);
  Both.Accesses.push_back(0);
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, Both), 40);
  // Who knows better how few pass says so.
  LineFinding Known = about(1, 40);
  Known.GuardDoubt = 1;
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, Known), 40);
}

TEST(Doubt, ALoopThatMayRunLongerTakesTheShareAway) {
  KernelSummary K = pairKernel(8);
  K.Loops.emplace_back();
  WarpProfile P;
  P.Loops.resize(1);
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, about(0, 40)), 40);
  P.Loops[0].Guessed = true;
  EXPECT_LT(leastGainPercent(K, P, about(0, 40)), 10);
  // The cost grows with the loop that it is in.
  K.Blocks[K.Accesses[0].Block].InnermostLoop = 0;
  EXPECT_TRUE(isInGuessedLoop(K, P, K.Accesses[0].Block));
  EXPECT_DOUBLE_EQ(leastGainPercent(K, P, about(0, 40)), 40);
}

TEST(Doubt, ALoopThatHardlyDoesAnythingTakesLittleAway) {
  KernelSummary K = pairKernel(8, /*Guarded=*/true);
  // The second access is in a loop of which nobody knows how often it runs.
  K.Loops.emplace_back();
  ASSERT_NE(K.Accesses[0].Block, K.Accesses[1].Block);
  K.Blocks[K.Accesses[1].Block].InnermostLoop = 0;
  WarpProfile P;
  P.Loops.resize(1);
  P.Loops[0].Guessed = true;
  P.Blocks.resize(K.Blocks.size());
  for (BlockProfile &B : P.Blocks)
    B.WarpExecutions = 1000;
  P.Blocks[K.Accesses[1].Block].WarpExecutions = 1;
  P.Accesses.resize(K.Accesses.size());
  P.Accesses[0].Requests = 1000;
  P.Accesses[1].Requests = 1;
  EXPECT_GT(leastGainPercent(K, P, about(0, 40)), 38);
  // Where the loop does most of it, most may be 16 times as much.
  P.Accesses[1].Requests = 9000;
  EXPECT_LT(leastGainPercent(K, P, about(0, 40)), 10);
}
