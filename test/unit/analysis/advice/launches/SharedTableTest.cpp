//===- SharedTableTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SharedTable.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// `for (k = 0; k < 80; ++k) table[k] = 3 * k + more;` and a load afterwards.
struct Filled {
  KernelSummary K;
  InstrId More = NoId, Counter = NoId;
  AccessId Store = 0, Load = 1;
  BlockId Body = NoId, Exit = NoId;
};

Filled filled(OpClass More = OpClass::Free) {
  Filled Out;
  KernelBuilder B;
  BlockId Entry = B.block("entry");
  Out.Body = B.block("body");
  Out.Exit = B.block("exit");
  Out.More = B.instr(Entry, More, "%more");
  B.jump(Entry, Out.Body, /*FallsThrough=*/true);
  Out.Counter = B.phi(Out.Body, "%k");
  InstrId Times = B.instr(Out.Body, OpClass::IntMul, "%t", {Out.Counter});
  InstrId Sum = B.instr(Out.Body, OpClass::IntAdd, "%s", {Times, Out.More});
  B.memory(Out.Body, OpClass::StoreLocal, MemSpace::Local, AccessKind::Store,
           "", 4, {Sum});
  InstrId Next = B.instr(Out.Body, OpClass::IntAdd, "%n", {Out.Counter});
  InstrId Goes = B.instr(Out.Body, OpClass::IntCompare, "%c", {Next});
  B.branch(Out.Body, Goes, Out.Body, Out.Exit);
  B.memory(Out.Exit, OpClass::LoadLocal, MemSpace::Local, AccessKind::Load,
           "%l", 4);
  B.ret(Out.Exit);
  B.loop(Out.Body, {Out.Body}, {Out.Body});
  B.K.Instrs[Out.Counter].Incoming = {{Entry, NoId}, {Out.Body, Next}};
  B.K.Variables.push_back({"table", MemSpace::Local, 320});
  Out.K = std::move(B.K);
  KernelSummary &K = Out.K;
  K.Loops[0].BackedgeTaken = K.Exprs.constant(79);
  ExprNode Iter, Data;
  Iter.Kind = ExprKind::LoopIter;
  Data.Kind = ExprKind::Opaque;
  for (Access &A : K.Accesses) {
    A.Base = Access::BaseKind::Variable;
    A.BaseIndex = 0;
  }
  K.Accesses[Out.Store].Offset = K.Exprs.get(Iter);
  K.Accesses[Out.Load].Offset = K.Exprs.get(Data);
  return Out;
}

ExprId leaf(KernelSummary &K, ExprKind Kind) {
  ExprNode N;
  N.Kind = Kind;
  return K.Exprs.get(N);
}
} // namespace

TEST(SharedTable, ConstantsAndCountersAreTheSameInAllThreads) {
  EXPECT_TRUE(isTableOfAllThreads(filled().K, 0));
}

TEST(SharedTable, ValuesOfTheThreadsOwn) {
  EXPECT_FALSE(isTableOfAllThreads(filled(OpClass::SpecialRegister).K, 0));
  EXPECT_FALSE(isTableOfAllThreads(filled(OpClass::Shuffle).K, 0));
  EXPECT_FALSE(isTableOfAllThreads(filled(OpClass::ExternalCall).K, 0));
  EXPECT_FALSE(isTableOfAllThreads(filled(OpClass::LoadGlobal).K, 0));
}

TEST(SharedTable, PlacesOfTheThreadsOwn) {
  for (ExprKind Kind :
       {ExprKind::TidX, ExprKind::CtaidY, ExprKind::LaneId, ExprKind::Opaque}) {
    Filled F = filled();
    F.K.Accesses[F.Store].Offset = leaf(F.K, Kind);
    EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
  }
}

TEST(SharedTable, LoopsThatThreadsLeaveApart) {
  Filled F = filled();
  F.K.Loops[0].BackedgeTaken = leaf(F.K, ExprKind::TidX);
  EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
  F.K.Loops[0].BackedgeTaken = leaf(F.K, ExprKind::Arg);
  EXPECT_TRUE(isTableOfAllThreads(F.K, 0));
  F.K.Loops[0].UpperBoundOnly = true;
  EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
}

TEST(SharedTable, ReadBeforeItIsFilled) {
  Filled F = filled();
  F.K.Accesses[F.Load].Block = 0;
  EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
}

TEST(SharedTable, AnotherOneInEachIteration) {
  // The loop is one around both: what it writes differs from time to time.
  Filled F = filled();
  F.K.Accesses[F.Load].Block = F.Body;
  EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
  F.K.Accesses[F.Store].Offset = F.K.Exprs.constant(8);
  EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
}

TEST(SharedTable, WrittenByWhoKnowsWhat) {
  Filled F = filled();
  Access Other = F.K.Accesses[F.Store];
  Other.Base = Access::BaseKind::Unknown;
  Other.Space = MemSpace::Unknown;
  F.K.Accesses.push_back(Other);
  EXPECT_FALSE(isTableOfAllThreads(F.K, 0));
  F.K.Accesses.back().Space = MemSpace::Global;
  EXPECT_TRUE(isTableOfAllThreads(F.K, 0));
}
