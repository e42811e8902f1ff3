//===- TailWaveTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/TailWave.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// A chain of 4000 dependent additions.
KernelSummary chain() {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  InstrId X = B.phi(Body, "%x");
  InstrId Add = B.instr(Body, OpClass::Fp32Add, "%a", {X});
  InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.K.Instrs[X].Incoming = {{Entry, NoId}, {Body, Add}};
  B.loop(Body, {Body}, {Body});
  B.K.RegistersPerThread = Estimate::exact(32);
  B.K.RegistersFrom = RegisterSource::Ptxas;
  return std::move(B.K);
}

std::optional<TailWave> tailOf(const KernelSummary &K, const Launch &L) {
  GpuModel G = llvm::cantFail(findGpu("h100-sxm"));
  WarpProfile Profile = flatProfile(K, L, 4000);
  PredictOptions Options;
  Options.KnownProfile = &Profile;
  Prediction P = llvm::cantFail(predictLaunch(K, L, G, Options));
  return findTailWave(K, L, G, P);
}
} // namespace

TEST(TailWave, NamesTheWave) {
  KernelSummary K = chain();
  auto T = tailOf(K, launchOf(1152, 256)); // 132 SMs x 8 blocks, and 96
  ASSERT_TRUE(T.has_value());
  EXPECT_EQ(T->BlocksPerWave, 1056u);
  EXPECT_EQ(T->FullWaves, 1u);
  EXPECT_EQ(T->LastBlocks, 96u);
  EXPECT_EQ(T->FillingBlocks, 1056u);
  EXPECT_FALSE(T->StridesByGrid);
  EXPECT_LT(T->WithoutUs.Value, T->TimeUs.Value);
  // Less of the time the more waves there are.
  auto Later = tailOf(K, launchOf(1056 * 8 + 96, 256));
  ASSERT_TRUE(Later.has_value());
  EXPECT_GT(Later->WithoutUs.Value / Later->TimeUs.Value,
            T->WithoutUs.Value / T->TimeUs.Value);
}

TEST(TailWave, FullAndManyWavesAreFine) {
  KernelSummary K = chain();
  EXPECT_FALSE(tailOf(K, launchOf(1056, 256)).has_value());
  EXPECT_FALSE(tailOf(K, launchOf(1000, 256)).has_value());
  EXPECT_FALSE(tailOf(K, launchOf(1056 + 600, 256)).has_value());
  EXPECT_FALSE(tailOf(K, launchOf(1056 * 11 + 96, 256)).has_value());
}

TEST(TailWave, NothingIsSaidOfUncertainRegisters) {
  KernelSummary K = chain();
  K.RegistersFrom = RegisterSource::PtxLiveness;
  K.RegistersPerThread = {28, 32, 40, AssumptionKind::RegistersEstimated};
  EXPECT_FALSE(tailOf(K, launchOf(1152, 256)).has_value());
}

namespace {
/// Rounds that stride by the grid, and in each a loop that data end. The rounds
/// of a block are \p Rounds in the profile.
std::optional<TailWave> tailOfRounds(double Rounds, bool Strides = true) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Head = B.block("head"),
          Body = B.block("body"), Latch = B.block("latch"),
          Exit = B.block("exit");
  B.jump(Entry, Head, /*FallsThrough=*/true);
  B.jump(Head, Body, /*FallsThrough=*/true);
  InstrId Add = B.instr(Body, OpClass::Fp32Add, "%a");
  B.branch(Body, Add, Body, Latch);
  B.branch(Latch, Add, Head, Exit);
  B.ret(Exit);
  const LoopId Outer = B.loop(Head, {Head, Latch}, {Latch}),
               Inner = B.loop(Body, {Body}, {Body}, Outer);
  ExprNode Blocks;
  Blocks.Kind = ExprKind::NctaidX;
  ExprNode Rest;
  Rest.Kind = ExprKind::UDiv;
  Rest.Ops = {B.K.Exprs.constant(1 << 20, 32), B.K.Exprs.get(Blocks), NoExpr};
  const ExprId PerBlock = B.K.Exprs.get(Rest);
  B.K.Loops[Outer].BackedgeTaken =
      Strides ? PerBlock : B.K.Exprs.constant(900, 32);
  B.K.RegistersPerThread = Estimate::exact(32);
  B.K.RegistersFrom = RegisterSource::Ptxas;
  const Launch L = launchOf(1152, 256);
  const GpuModel G = llvm::cantFail(findGpu("h100-sxm"));
  WarpProfile Profile = flatProfile(B.K, L, 100);
  Profile.Loops[Outer].MeanTrip = Rounds;
  Profile.Loops[Inner].Guessed = true;
  Profile.Why |= AssumptionKind::TripCountGuessed;
  PredictOptions Options;
  Options.KnownProfile = &Profile;
  Prediction P = llvm::cantFail(predictLaunch(B.K, L, G, Options));
  EXPECT_TRUE(P.TimeUs.Why.contains(AssumptionKind::TripCountGuessed));
  return findTailWave(B.K, L, G, P);
}
} // namespace

TEST(TailWave, ManyRoundsMakeBlocksAlike) {
  auto T = tailOfRounds(900);
  ASSERT_TRUE(T.has_value());
  EXPECT_TRUE(T->StridesByGrid);
  EXPECT_FALSE(tailOfRounds(4).has_value());
  EXPECT_FALSE(tailOfRounds(900, /*Strides=*/false).has_value());
}
