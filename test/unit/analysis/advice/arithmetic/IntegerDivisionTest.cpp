//===- IntegerDivisionTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/IntegerDivision.h"
#include "gpumodel/Throughput.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Takes remainders on lines 7 and 8 and divides 64 bits on line 8, 64 times
/// each; all by a number that the launch fixes if \p Fixed.
struct Dividing {
  explicit Dividing(bool Fixed) {
    KernelBuilder B;
    BlockId Entry = B.block("entry"), Body = B.block("body"),
            Exit = B.block("exit");
    B.jump(Entry, Body, /*FallsThrough=*/true);
    InstrId X = B.phi(Body, "%x");
    auto At = [&](uint32_t Line, OpClass Class, InstrId Of) {
      InstrId I = B.instr(Body, Class, "%r", {Of});
      B.K.Instrs[I].Where = B.K.Instrs[I].Inner = {0, Line, 5};
      B.K.Instrs[I].ByFixedDivisor = Fixed;
      return I;
    };
    InstrId Last = At(8, OpClass::IntDiv64,
                      At(8, OpClass::IntRem32, At(7, OpClass::IntRem32, X)));
    InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
    B.branch(Body, C, Body, Exit);
    B.ret(Exit);
    B.K.Instrs[X].Incoming = {{Entry, NoId}, {Body, Last}};
    B.loop(Body, {Body}, {Body});
    B.K.RegistersPerThread = Estimate::exact(32);
    B.K.Files = {"a.cu"};
    K = std::move(B.K);
    L = launchOf(4096, 256);
    Profile = flatProfile(K, L, 64);
    PredictOptions Options;
    Options.KnownProfile = &Profile;
    P = llvm::cantFail(predictLaunch(K, L, Gpu, Options));
  }
  std::optional<DivisionCost> cost() const {
    return costOfDivisions(K, L, Gpu, P);
  }
  GpuModel Gpu = llvm::cantFail(findGpu("rtx-3090"));
  KernelSummary K;
  Launch L;
  WarpProfile Profile;
  Prediction P;
};
} // namespace

TEST(IntegerDivision, AFactorOfTheHostSavesMostOfIt) {
  auto Cost = Dividing(true).cost();
  ASSERT_TRUE(Cost.has_value());
  EXPECT_LT(Cost->WithoutUs.Value, 0.6 * Dividing(true).P.TimeUs.Value);
  EXPECT_GT(Cost->WithoutUs.Value, 0.05 * Dividing(true).P.TimeUs.Value);
}

TEST(IntegerDivision, LinesComeByWhatTheyExecute) {
  auto Cost = Dividing(true).cost();
  ASSERT_TRUE(Cost.has_value());
  ASSERT_EQ(Cost->Lines.size(), 2u);
  EXPECT_EQ(Cost->Lines[0].Where.Line, 8u);
  EXPECT_DOUBLE_EQ(Cost->Lines[0].PerThread, 2 * 64);
  EXPECT_TRUE(Cost->Lines[0].IsWide);
  EXPECT_EQ(Cost->Lines[1].Where.Line, 7u);
  EXPECT_DOUBLE_EQ(Cost->Lines[1].PerThread, 64);
  EXPECT_FALSE(Cost->Lines[1].IsWide);
  EXPECT_EQ(Cost->Blocks.size(), 1u);
}

TEST(IntegerDivision, ADivisorOfDataHasNoFactor) {
  EXPECT_FALSE(Dividing(false).cost().has_value());
}

// Where the machine text is known, the profile counts the routine's own
// instructions and no division.
TEST(IntegerDivision, ItsRoutineIsTakenOut) {
  Dividing T(true);
  const double Before = T.cost()->WithoutUs.Value / T.P.TimeUs.Value;
  T.K.MachineCounts.assign(T.K.Blocks.size(), OpCounts{});
  for (OpCounts *Counts :
       {&T.Profile.WarpInstructions, &T.Profile.LaneInstructions})
    for (OpClass Op : {OpClass::IntRem32, OpClass::IntDiv64}) {
      const double Times =
          std::exchange((*Counts)[static_cast<unsigned>(Op)], 0.0);
      for (const SequenceStep &Step : issuedSequence(Op))
        (*Counts)[static_cast<unsigned>(Step.Op)] += Times * Step.Issued;
    }
  PredictOptions Options;
  Options.KnownProfile = &T.Profile;
  T.P = llvm::cantFail(predictLaunch(T.K, T.L, T.Gpu, Options));
  auto Cost = T.cost();
  ASSERT_TRUE(Cost.has_value());
  EXPECT_NEAR(Cost->WithoutUs.Value / T.P.TimeUs.Value, Before, 0.15);
}
