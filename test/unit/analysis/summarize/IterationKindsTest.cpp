//===- IterationKindsTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/IterationKinds.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Two nested loops; the outer one is loop 0. The inner one's header decides
/// between two blocks.
struct Nest : KernelBuilder {
  BlockId Entry, Outer, Inner, Then, Latch, OuterLatch, Exit;
  Nest() {
    Entry = block("entry"), Outer = block("outer"), Inner = block("inner");
    Then = block("then"), Latch = block("latch");
    OuterLatch = block("outer.latch"), Exit = block("exit");
    jump(Entry, Outer);
    jump(Outer, Inner);
    branch(Inner, instr(Inner, OpClass::IntCompare, "%c"), Then, Latch);
    jump(Then, Latch);
    branch(Latch, instr(Latch, OpClass::IntCompare, "%d"), Inner, OuterLatch);
    branch(OuterLatch, instr(OuterLatch, OpClass::IntCompare, "%e"), Outer,
           Exit);
    ret(Exit);
    loop(Outer, {Outer, Inner, Then, Latch, OuterLatch}, {OuterLatch});
    loop(Inner, {Inner, Then, Latch}, {Latch}, /*Parent=*/0);
  }

  ExprId leaf(ExprKind Kind, uint32_t Aux = 0) {
    ExprNode N;
    N.Kind = Kind, N.Width = 64, N.Aux = Aux;
    return K.Exprs.get(N);
  }
  ExprId iter(LoopId Loop) { return leaf(ExprKind::LoopIter, Loop); }
  ExprId sum(ExprId A, ExprId B) {
    ExprNode N;
    N.Kind = ExprKind::Add, N.Width = 64, N.Ops = {A, B, NoExpr};
    return K.Exprs.get(N);
  }
  ExprId iterAndLane(LoopId Loop) {
    return sum(leaf(ExprKind::TidX), iter(Loop));
  }

  /// Adds a load to the inner loop's body.
  Access &load(MemSpace Space, uint32_t Bytes, ExprId Offset) {
    memory(Then, OpClass::LoadGlobal, Space, AccessKind::Load, "%x", Bytes);
    Access &A = K.Accesses.back();
    A.Offset = Offset, A.Affine = true;
    return A;
  }
  IterationKind kind(LoopId Loop) {
    classifyIterations(K);
    return K.Loops[Loop].Iterations;
  }
};

TEST(IterationKinds, AddressesMoveWithTheCounterThatTheyHave) {
  Nest N;
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  EXPECT_EQ(N.kind(1), IterationKind::Same);
  Access &A = N.load(MemSpace::Global, 4, N.iterAndLane(1));
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  EXPECT_EQ(N.kind(1), IterationKind::Addresses);
  A.Affine = false; // nobody knows by how much
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  EXPECT_EQ(N.kind(1), IterationKind::Any);
}

TEST(IterationKinds, WhatTheSpaceMakesOfAnAddressThatMoves) {
  auto KindOf = [](MemSpace Space, uint32_t Bytes, bool ByLane,
                   AccessKind Kind = AccessKind::Load) {
    Nest N;
    N.load(Space, Bytes, ByLane ? N.iterAndLane(1) : N.iter(1)).Kind = Kind;
    return N.kind(1);
  };
  // As many banks as before, whichever they are.
  EXPECT_EQ(KindOf(MemSpace::Shared, 4, true), IterationKind::Same);
  // Bytes that share a word in one iteration.
  EXPECT_EQ(KindOf(MemSpace::Shared, 1, true), IterationKind::Any);
  EXPECT_EQ(KindOf(MemSpace::Shared, 1, false), IterationKind::Addresses);
  // Atomics are counted by address, not by bank.
  EXPECT_EQ(KindOf(MemSpace::Shared, 4, true, AccessKind::Atomic),
            IterationKind::Addresses);
  EXPECT_EQ(KindOf(MemSpace::Shared, 1, true, AccessKind::Atomic),
            IterationKind::Addresses);
  // One constant for all lanes, whichever it is.
  EXPECT_EQ(KindOf(MemSpace::Constant, 4, false), IterationKind::Same);
  EXPECT_EQ(KindOf(MemSpace::Constant, 4, true), IterationKind::Addresses);
}

TEST(IterationKinds, CountsOfInnerLoopsDifferFromOneIterationToTheNext) {
  Nest N;
  N.K.Loops[1].BackedgeTaken = N.iter(0);
  EXPECT_EQ(N.kind(0), IterationKind::Any);
  EXPECT_EQ(N.kind(1), IterationKind::Same);
  N.K.Loops[1].BackedgeTaken = N.leaf(ExprKind::TidX);
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  N.K.Loops[1].UpperBoundOnly = true;
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  EXPECT_EQ(N.kind(1), IterationKind::Any);
}

TEST(IterationKinds, ConditionsThatLeaveTheLoopDoNotCount) {
  Nest N;
  N.K.Blocks[N.Latch].Condition = N.iter(1);
  N.K.Blocks[N.OuterLatch].Condition = N.iter(0);
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  EXPECT_EQ(N.kind(1), IterationKind::Same);
  N.K.Blocks[N.Inner].Condition = N.iter(1);
  EXPECT_EQ(N.kind(0), IterationKind::Same);
  EXPECT_EQ(N.kind(1), IterationKind::Any);
  // What leaves the inner loop stays in the outer one.
  N.K.Blocks[N.Latch].Condition = N.iter(0);
  EXPECT_EQ(N.kind(0), IterationKind::Any);
}
} // namespace
