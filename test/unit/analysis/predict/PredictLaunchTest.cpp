//===- PredictLaunchTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "analysis/predict/AssumedArguments.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
KernelSummary straightLine() {
  KernelBuilder B;
  BlockId E = B.block("entry");
  InstrId A = B.instr(E, OpClass::Fp32Add, "%a");
  B.instr(E, OpClass::Fp32Mul, "%b", {A});
  B.ret(E);
  B.K.Name = "k";
  B.K.RegistersPerThread = Estimate::exact(16);
  B.K.RegistersFrom = RegisterSource::Ptxas;
  return B.K;
}

std::string errorOf(const KernelSummary &K, const Launch &L, const GpuModel &G,
                    ModelKind M = ModelKind::KleimenovPopova) {
  PredictOptions O;
  O.Model = M;
  auto P = predictLaunch(K, L, G, O);
  return P ? "" : llvm::toString(P.takeError());
}

TEST(Models, BoundsHaveNames) {
  EXPECT_EQ(boundName(Bound::Dram), "dram");
  EXPECT_EQ(boundName(Bound::Barrier), "barrier");
}

TEST(Models, ALaunchIsPredicted) {
  Launch L = launchOf(12, 64);
  for (ModelKind M : availableModels()) {
    if (M == ModelKind::StencilTraffic)
      continue; // straightLine() is none: see StencilPredictTest
    PredictOptions O;
    O.Model = M;
    auto P = predictLaunch(straightLine(), L, tinyGpu(), O);
    ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
    EXPECT_EQ(P->Model, M);
    EXPECT_GT(P->TimeUs.Value, 0);
    // 16 registers x 64 threads: 8 warps an SM in 4 blocks, 2 SMs.
    EXPECT_EQ(P->Occ.BlocksPerSm, 4u);
    EXPECT_DOUBLE_EQ(P->Waves, 1.5);
    EXPECT_DOUBLE_EQ(P->Load.Nbw, 2);
    EXPECT_DOUBLE_EQ(P->RegistersPerThread, 16);
    EXPECT_FALSE(P->Explanation.size() && !O.Explain);
  }
}

TEST(Models, AmdGpusAreHongKimsOnly) {
  GpuModel G = tinyGpu();
  G.Name = "mi250x";
  G.Arch.Maker = Vendor::Amd;
  EXPECT_EQ(errorOf(straightLine(), launchOf(1, 32), G),
            "not modelled: 'kleimenov-popova' does not cover the AMD GPU "
            "'mi250x' (gpuperf and hong-kim do)");
  EXPECT_EQ(errorOf(straightLine(), launchOf(1, 32), G, ModelKind::HongKim),
            "");
}

TEST(Models, ALaunchOverALimitIsAnErrorWithBothNumbers) {
  std::string E = errorOf(straightLine(), launchOf(1, 512), tinyGpu());
  EXPECT_NE(E.find("512"), std::string::npos) << E;
  EXPECT_NE(E.find("256"), std::string::npos) << E;
  EXPECT_NE(E.find("'tiny'"), std::string::npos) << E;
}

TEST(Models, AssumptionsTravelWithTheTime) {
  KernelSummary K = straightLine();
  K.RegistersPerThread = {14, 16, 20, AssumptionKind::RegistersEstimated};
  K.RegistersFrom = RegisterSource::PtxLiveness;
  K.Why = AssumptionKind::TripCountGuessed;
  Param N;
  N.Name = "n";
  K.Params = {N};
  ExprNode Size;
  Size.Kind = ExprKind::Arg;
  K.Blocks[0].Condition = K.Exprs.get(Size);
  Launch L = launchOf(12, 64);
  L.Args = {ArgValue::integer(1024, Provenance::Unknown)};
  L.Why = assumedArguments(K, L);
  GpuModel G = tinyGpu();
  G.LaunchTimeLines.clear();
  auto P = predictLaunch(K, L, G);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(P->Gpu, G.Name);
  const AssumptionSet &Why = P->TimeUs.Why;
  EXPECT_TRUE(llvm::is_contained(
      Why.named(),
      (Assumption{AssumptionKind::RegistersEstimated, "PTX", 16.0})));
  EXPECT_TRUE(llvm::is_contained(
      Why.named(),
      (Assumption{AssumptionKind::ArgumentAssumed, "n", int64_t(1024)})));
  EXPECT_TRUE(Why.contains(AssumptionKind::TripCountGuessed));
  EXPECT_TRUE(Why.contains(AssumptionKind::LaunchTimeAssumed));
  EXPECT_FALSE(Why.contains(AssumptionKind::IndexUnknown));
}

TEST(Models, TheAnswerSaysWhereTheRegistersComeFrom) {
  KernelSummary K = straightLine();
  K.RegistersPerThread = Estimate::exact(16);
  K.RegistersFrom = RegisterSource::Object;
  K.RegistersOf = "build/k.o";
  PredictOptions Options;
  Options.Explain = true;
  auto P = predictLaunch(K, launchOf(12, 64), tinyGpu(), Options);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(P->RegistersFrom, RegisterSource::Object);
  EXPECT_EQ(P->RegistersOf, "build/k.o");
  EXPECT_FALSE(P->TimeUs.Why.contains(AssumptionKind::RegistersEstimated));
  ASSERT_FALSE(P->Explanation.empty());
  EXPECT_EQ(P->Explanation.back(), "registers per thread = 16, from an object "
                                   "of the build, build/k.o");
  // Those of the question are of no object.
  Options.RegistersPerThread = Estimate::exact(20);
  P = predictLaunch(K, launchOf(12, 64), tinyGpu(), Options);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(P->RegistersFrom, RegisterSource::None);
}

TEST(Models, NvccsRegistersThatDoNotFitAreAnError) {
  const GpuModel Gpu = quGpu();
  KernelSummary K = straightLine();
  K.RegistersPerThread = Estimate::exact(200);
  K.RegistersFrom = RegisterSource::Ptxas;
  // Nvcc may make do with fewer than clang.
  EXPECT_EQ(errorOf(K, launchOf(1, 1024), Gpu), "");
  K.RegistersFrom = RegisterSource::Object;
  EXPECT_NE(errorOf(K, launchOf(1, 1024), Gpu).find("200 registers each"),
            std::string::npos);
}

TEST(Models, AGuessedLoopIsNamedByItsLine) {
  KernelSummary K = straightLine();
  KernelLoop Lp;
  Lp.Header = 0;
  Lp.Where.Line = 12;
  K.Loops = {Lp};
  K.Why = AssumptionKind::TripCountGuessed;
  auto P = predictLaunch(K, launchOf(12, 64), tinyGpu());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_TRUE(P->TimeUs.Why.namesLine());
  EXPECT_TRUE(llvm::is_contained(
      P->TimeUs.Why.named(), (Assumption{AssumptionKind::TripCountGuessed, "",
                                         ProfileOptions().DefaultTrip, 12})));
}

/// A value that is named for the user but not in doubt leaves the band alone;
/// one that advice compares with widens it.
TEST(Models, OnlyWhatIsInDoubtWidensTheBand) {
  const KernelSummary K = straightLine();
  auto Width = [&](AssumptionSet Why) {
    Launch L = launchOf(12, 64);
    L.Why = std::move(Why);
    auto P = predictLaunch(K, L, tinyGpu());
    EXPECT_TRUE(bool(P));
    return P ? P->TimeUs.Hi / P->TimeUs.Lo : 0;
  };
  const Assumption Named{AssumptionKind::HostValueAssumed, "n", int64_t(8)};
  const Assumption Doubtful{AssumptionKind::ArgumentAssumed, "n", int64_t(8)};
  EXPECT_EQ(Width(Named), Width({}));
  EXPECT_GT(Width(Doubtful), 1.5 * Width({}));
}
} // namespace
