//===- PredictLaunchTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
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
            "'mi250x' (hong-kim does)");
  EXPECT_EQ(errorOf(straightLine(), launchOf(1, 32), G, ModelKind::HongKim),
            "");
}

TEST(Models, ALaunchOverALimitIsAnErrorWithBothNumbers) {
  std::string E = errorOf(straightLine(), launchOf(1, 512), tinyGpu());
  EXPECT_NE(E.find("512"), std::string::npos) << E;
  EXPECT_NE(E.find("256"), std::string::npos) << E;
  EXPECT_NE(E.find("'tiny'"), std::string::npos) << E;
}

TEST(Models, AssumptionsAreNoted) {
  KernelSummary K = straightLine();
  K.RegistersPerThread = {14, 16, 20, Assumptions::RegistersEstimated};
  K.RegistersFrom = RegisterSource::PtxLiveness;
  K.Why = Assumptions::TripCountGuessed;
  Param N;
  N.Name = "n";
  K.Params = {N};
  Launch L = launchOf(12, 64);
  L.Args = {ArgValue::integer(1024, /*Assumed=*/true)};
  GpuModel G = tinyGpu();
  G.LaunchTimeLines.clear();
  auto P = predictLaunch(K, L, G);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  auto Has = [&](llvm::StringRef Note) {
    return llvm::is_contained(P->AssumptionNotes, Note.str());
  };
  EXPECT_TRUE(Has("registers estimated from PTX (16)"));
  EXPECT_TRUE(Has("argument 'n' assumed 1024"));
  EXPECT_TRUE(Has("a loop's trip count guessed"));
  EXPECT_TRUE(Has("launch time assumed"));
  EXPECT_FALSE(Has("an index depends on data"));
}
} // namespace
