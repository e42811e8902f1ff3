//===- SpillAdviceTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SpillAdvice.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Reads and writes an array of 16 numbers in a loop.
KernelSummary withArray(ExprKind Index) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  InstrId Load = B.memory(Body, OpClass::LoadLocal, MemSpace::Local,
                          AccessKind::Load, "%l", 4);
  InstrId Add = B.instr(Body, OpClass::IntAdd, "%a", {Load});
  B.memory(Body, OpClass::StoreLocal, MemSpace::Local, AccessKind::Store, "%s",
           4, {Add});
  InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.loop(Body, {Body}, {Body});
  KernelSummary &K = B.K;
  K.Loops[0].BackedgeTaken = K.Exprs.constant(999);
  K.Variables.push_back({"bins", MemSpace::Local, 64});
  K.LocalBytesPerThread = 64;
  ExprNode N;
  N.Kind = Index;
  ExprId At =
      Index == ExprKind::Constant ? K.Exprs.constant(8) : K.Exprs.get(N);
  for (Access &A : K.Accesses) {
    A.Base = Access::BaseKind::Variable;
    A.BaseIndex = 0;
    A.Offset = At;
  }
  K.RegistersPerThread = Estimate::exact(32);
  return std::move(K);
}

std::optional<LocalMemoryCost> costOf(const KernelSummary &K, Prediction &P) {
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  Launch L = launchOf(4096, 256);
  P = llvm::cantFail(predictLaunch(K, L, G));
  return costOfLocalArrays(K, L, G, P, [](const LocalArray &) { return true; });
}
} // namespace

TEST(SpillAdvice, ArraysAndTheirCause) {
  Prediction P;
  auto Data = costOf(withArray(ExprKind::Opaque), P);
  ASSERT_TRUE(Data.has_value());
  ASSERT_EQ(Data->Arrays.size(), 1u);
  EXPECT_EQ(Data->Arrays[0].Why, LocalCause::IndexedByData);
  EXPECT_NEAR(Data->Arrays[0].AccessesPerThread, 2000, 1);
  EXPECT_LT(Data->WithoutUs.Value, P.TimeUs.Value);
  auto Loop = costOf(withArray(ExprKind::LoopIter), P);
  ASSERT_TRUE(Loop.has_value());
  EXPECT_EQ(Loop->Arrays[0].Why, LocalCause::IndexedByLoop);
  KernelSummary K = withArray(ExprKind::LoopIter);
  K.Loops[0].BackedgeTaken = K.Exprs.constant(15);
  auto Short = costOf(K, P);
  ASSERT_TRUE(Short.has_value());
  EXPECT_EQ(Short->Arrays[0].Why, LocalCause::IndexedByShort);
  auto Fixed = costOf(withArray(ExprKind::Constant), P);
  ASSERT_TRUE(Fixed.has_value());
  EXPECT_EQ(Fixed->Arrays[0].Why, LocalCause::AddressTaken);
}

TEST(SpillAdvice, ArraysFitTogether) {
  // Each of them fits into the registers, both do not.
  KernelSummary K = withArray(ExprKind::LoopIter);
  K.RegistersPerThread = Estimate::exact(150);
  K.Variables[0].SizeBytes = 256;
  K.Variables.push_back({"other", MemSpace::Local, 256});
  K.LocalBytesPerThread = 512;
  K.Accesses[1].BaseIndex = 1;
  Prediction P;
  auto Cost = costOf(K, P);
  ASSERT_TRUE(Cost.has_value());
  // A column for each of 256 threads would take 64 KiB.
  ASSERT_EQ(Cost->Arrays.size(), 1u);
  EXPECT_EQ(Cost->Arrays[0].Remedy, LocalRemedy::Registers);
  K.Variables[1].SizeBytes = 64;
  K.Variables[0].SizeBytes = 64;
  auto Small = costOf(K, P);
  ASSERT_TRUE(Small.has_value());
  EXPECT_EQ(Small->Arrays.size(), 2u);
}

TEST(SpillAdvice, NobodyUnrollsAHundredElements) {
  KernelSummary K = withArray(ExprKind::LoopIter);
  K.Variables[0].SizeBytes = K.LocalBytesPerThread = 256;
  Prediction P;
  auto Fits = costOf(K, P);
  ASSERT_TRUE(Fits.has_value());
  EXPECT_EQ(Fits->Arrays[0].Remedy, LocalRemedy::Registers);
  // There are registers for 103 more, but no column in shared memory.
  K.Variables[0].SizeBytes = K.LocalBytesPerThread = 412;
  EXPECT_FALSE(costOf(K, P).has_value());
}

TEST(SpillAdvice, OneTableForAllThreadsFitsWhereColumnsDoNot) {
  KernelSummary K = withArray(ExprKind::Opaque);
  K.Variables[0].SizeBytes = K.LocalBytesPerThread = 4096;
  Prediction P;
  EXPECT_FALSE(costOf(K, P).has_value());
  // A store of constants in front of the loads, instead of one by data.
  Access &Store = K.Accesses[1];
  Store.Block = 0;
  Store.Offset = K.Exprs.constant(8);
  Instr &In = K.Instrs[Store.Instr];
  In.Block = 0;
  In.Operands.clear();
  auto Cost = costOf(K, P);
  ASSERT_TRUE(Cost.has_value());
  EXPECT_EQ(Cost->Arrays[0].Remedy, LocalRemedy::Table);
  EXPECT_LT(Cost->WithoutUs.Value, P.TimeUs.Value);
}

TEST(SpillAdvice, AnArrayInRegistersTakesRegisters) {
  // 48 elements leave an SM fewer warps than it has with the array elsewhere.
  KernelSummary K = withArray(ExprKind::LoopIter);
  K.Variables[0].SizeBytes = K.LocalBytesPerThread = 16;
  Prediction P;
  auto Small = costOf(K, P);
  K.Variables[0].SizeBytes = K.LocalBytesPerThread = 192;
  auto Large = costOf(K, P);
  ASSERT_TRUE(Small && Large);
  EXPECT_GT(Large->WithoutUs.Value, Small->WithoutUs.Value);
}

TEST(SpillAdvice, WhatTheTextDoesNotHoldCostsNothing) {
  // Unrolling put the array in registers: the machine's text has no local
  // accesses.
  KernelSummary K = withArray(ExprKind::LoopIter);
  K.MachineCounts.resize(K.Blocks.size());
  K.MachineLaneCounts.resize(K.Blocks.size());
  Prediction P;
  EXPECT_FALSE(costOf(K, P).has_value());
}

TEST(SpillAdvice, SpillsTakeTime) {
  KernelSummary K = withArray(ExprKind::Constant);
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  Launch L = launchOf(4096, 256);
  Prediction P = llvm::cantFail(predictLaunch(K, L, G));
  EXPECT_FALSE(timeWithSpills(K, L, G, P).has_value());
  K.SpillBytesPerThread = 64;
  auto Few = timeWithSpills(K, L, G, P);
  K.SpillBytesPerThread = 64'000;
  auto Many = timeWithSpills(K, L, G, P);
  ASSERT_TRUE(Few && Many);
  EXPECT_GE(Few->Value, P.TimeUs.Value);
  EXPECT_GT(Many->Value, 1.2 * P.TimeUs.Value);
}

TEST(SpillAdvice, SumsOfProductsAreKeptFromIterationToIteration) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  InstrId Sum = B.phi(Body, "%s"), Other = B.phi(Body, "%o"),
          Count = B.phi(Body, "%c");
  InstrId Product = B.instr(Body, OpClass::TensorMma, "%m", {Sum, Other});
  InstrId First = B.instr(Body, OpClass::Free, "%0", {Product}),
          Second = B.instr(Body, OpClass::Free, "%1", {Product});
  InstrId Next = B.instr(Body, OpClass::IntAdd, "%n", {Count});
  B.branch(Body, Next, Body, Exit);
  B.ret(Exit);
  B.K.Instrs[Sum].Incoming = {{Entry, NoId}, {Body, First}};
  B.K.Instrs[Other].Incoming = {{Entry, NoId}, {Body, Second}};
  B.K.Instrs[Count].Incoming = {{Entry, NoId}, {Body, Next}};
  B.loop(Body, {Body}, {Body});
  EXPECT_EQ(accumulatorRegisters(B.K), 2u);
  EXPECT_EQ(accumulatorRegisters(withArray(ExprKind::Constant)), 0u);
}

// The time of AMD's launches counts them, so that they are left out instead.
TEST(SpillAdvice, WhatAmdsCompilerSpillsIsLeftOut) {
  KernelSummary K = withArray(ExprKind::Constant);
  GpuModel G = llvm::cantFail(findGpu("mi300x"));
  Launch L = launchOf(4096, 256);
  Prediction Kept = llvm::cantFail(predictLaunch(K, L, G));
  EXPECT_FALSE(timeWithoutSpills(K, L, G, Kept).has_value());
  K.SpillBytesPerThread = K.ScratchBytesPerThread = 64'000;
  Prediction Spilled = llvm::cantFail(predictLaunch(K, L, G));
  auto Without = timeWithoutSpills(K, L, G, Spilled);
  ASSERT_TRUE(Without.has_value());
  EXPECT_EQ(Without->Value, Kept.TimeUs.Value);
  EXPECT_GT(Spilled.TimeUs.Value, 1.2 * Kept.TimeUs.Value);
}
