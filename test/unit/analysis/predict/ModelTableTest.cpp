//===- ModelTableTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/ModelTable.h"
#include "analysis/predict/PredictLaunch.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace gpuperf;

namespace {
TEST(ModelTable, EveryModelIsRegisteredOnce) {
  std::set<ModelKind> Kinds;
  std::set<std::string> Names;
  for (const PerformanceModel &M : modelTable()) {
    EXPECT_TRUE(Kinds.insert(M.Kind).second) << M.Name.str();
    EXPECT_TRUE(Names.insert(M.Name.str()).second) << M.Name.str();
    EXPECT_NE(M.Predict, nullptr) << M.Name.str();
  }
  for (ModelKind Kind :
       {ModelKind::KleimenovPopova, ModelKind::HongKim, ModelKind::QuNsmw,
        ModelKind::StencilTraffic, ModelKind::Gpuperf})
    EXPECT_EQ(Kinds.count(Kind), 1u) << static_cast<unsigned>(Kind);
}

TEST(ModelTable, NamesAreReadBack) {
  for (const PerformanceModel &M : modelTable()) {
    EXPECT_EQ(modelName(M.Kind), M.Name);
    EXPECT_EQ(modelFromName(M.Name), M.Kind);
    EXPECT_EQ(&modelOf(M.Kind), &M);
  }
  EXPECT_EQ(modelFromName("roofline"), std::nullopt);
  EXPECT_EQ(modelFromName(""), std::nullopt);
}

TEST(ModelTable, KindsAreListedInTheTablesOrder) {
  std::vector<ModelKind> Kinds;
  for (const PerformanceModel &M : modelTable())
    Kinds.push_back(M.Kind);
  EXPECT_EQ(availableModels(), llvm::ArrayRef(Kinds));
  EXPECT_EQ(modelName(availableModels().front()), "gpuperf");
  EXPECT_TRUE(llvm::is_contained(availableModels(), defaultModel()));
}

TEST(ModelTable, AModelThatDoesNotCoverAmdSaysSo) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  B.instr(E, OpClass::Fp32Add, "%a");
  B.ret(E);
  GpuModel G = tinyGpu();
  G.Name = "mi250x";
  G.Arch.Maker = Vendor::Amd;
  for (const PerformanceModel &M : modelTable()) {
    PredictOptions O;
    O.Model = M.Kind;
    auto P = predictLaunch(B.K, launchOf(1, 32), G, O);
    EXPECT_EQ(bool(P), M.CoversAmd) << M.Name.str();
    if (!P)
      EXPECT_EQ(llvm::toString(P.takeError()),
                "not modelled: '" + M.Name.str() +
                    "' does not cover the AMD GPU 'mi250x' (gpuperf and "
                    "hong-kim do)");
  }
}

// Registers are an input: the summary stays as it is.
TEST(ModelTable, OtherRegistersAreAnInputOfEveryModel) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  B.instr(E, OpClass::Fp32Add, "%a");
  B.ret(E);
  B.K.RegistersPerThread = Estimate::exact(16);
  KernelSummary Fuller = B.K;
  Fuller.RegistersPerThread = Estimate::exact(96);
  for (const PerformanceModel &M : modelTable()) {
    if (M.Kind == ModelKind::StencilTraffic)
      continue; // the kernel computes none
    PredictOptions O;
    O.Model = M.Kind;
    auto AsCopy = predictLaunch(Fuller, launchOf(100, 64), tinyGpu(), O);
    auto AsItIs = predictLaunch(B.K, launchOf(100, 64), tinyGpu(), O);
    O.RegistersPerThread = Estimate::exact(96);
    auto AsInput = predictLaunch(B.K, launchOf(100, 64), tinyGpu(), O);
    ASSERT_TRUE(AsCopy && AsItIs && AsInput) << M.Name.str();
    EXPECT_EQ(AsInput->RegistersPerThread, 96);
    EXPECT_LT(AsInput->Occ.BlocksPerSm, AsItIs->Occ.BlocksPerSm);
    EXPECT_EQ(AsInput->Occ.BlocksPerSm, AsCopy->Occ.BlocksPerSm);
    EXPECT_EQ(AsInput->TimeUs.Lo, AsCopy->TimeUs.Lo) << M.Name.str();
    EXPECT_EQ(AsInput->TimeUs.Value, AsCopy->TimeUs.Value) << M.Name.str();
    EXPECT_EQ(AsInput->TimeUs.Hi, AsCopy->TimeUs.Hi) << M.Name.str();
  }
}
} // namespace
