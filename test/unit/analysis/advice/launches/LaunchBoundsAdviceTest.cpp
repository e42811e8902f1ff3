//===- LaunchBoundsAdviceTest.cpp -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/LaunchBoundsAdvice.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(LaunchBoundsAdvice, PtxGetsTheBounds) {
  const std::string Ptx = "\t.visible .entry _Z1av(\n\t.param .u64 p\n)\n"
                          "{\n\tret;\n}\n"
                          "\t.visible .entry _Z1abv(\n)\n"
                          ".maxntid 1024, 1, 1\n{\n\tret;\n}\n";
  std::string One = ptxWithBounds(Ptx, "_Z1av", {256, 2});
  EXPECT_NE(One.find("p\n)\n.maxntid 256, 1, 1\n.minnctapersm 2\n{"),
            std::string::npos)
      << One;
  EXPECT_NE(One.find(".maxntid 1024"), std::string::npos); // the other's
  std::string Other = ptxWithBounds(Ptx, "_Z1abv", {128, 0});
  EXPECT_EQ(Other.find(".maxntid 1024"), std::string::npos);
  EXPECT_NE(Other.find(".maxntid 128, 1, 1\n{"), std::string::npos);
  EXPECT_EQ(Other.find(".minnctapersm"), std::string::npos);
  EXPECT_EQ(ptxWithBounds(Ptx, "_Z1a", {128, 0}), "");
  EXPECT_EQ(ptxWithBounds("", "_Z1av", {128, 0}), "");
}

namespace {
KernelSummary chain(double Registers) {
  KernelSummary K = chainOfLoads(Registers);
  K.Loops[0].BackedgeTaken = K.Exprs.constant(999);
  return K;
}
} // namespace

TEST(LaunchBoundsAdvice, OneMoreBlock) {
  GpuModel G = llvm::cantFail(findGpu("h100-sxm"));
  KernelSummary K = chain(48);
  Launch L = launchOf(4096, 768);
  Prediction P = llvm::cantFail(predictLaunch(K, L, G));
  auto Wanted = wantedBounds(K, L, G, P, 1);
  ASSERT_TRUE(Wanted.has_value());
  EXPECT_EQ(*Wanted, (LaunchBounds{768, 2}));
  EXPECT_FALSE(wantedBounds(K, L, G, P, 95).has_value());

  RegisterUse Use;
  Use.From = RegisterSource::Ptxas;
  Use.PerThread = Estimate::exact(40);
  auto Gain = gainOfBounds(K, L, G, P, Use);
  ASSERT_TRUE(Gain.has_value());
  EXPECT_EQ(Gain->RegistersNow, 48u);
  EXPECT_EQ(Gain->RegistersThen, 40u);
  EXPECT_EQ(Gain->WarpsPerSm, 24u);
  EXPECT_EQ(Gain->WarpsThen, 48u);
  EXPECT_LT(Gain->WithoutUs.Value, Gain->TimeUs.Value);
  // Not at the price of spills, and not where ptxas was not there.
  Use.SpillBytes = 8;
  EXPECT_FALSE(gainOfBounds(K, L, G, P, Use).has_value());
  Use.SpillBytes = 0;
  Use.From = RegisterSource::PtxLiveness;
  EXPECT_FALSE(gainOfBounds(K, L, G, P, Use).has_value());
}

TEST(LaunchBoundsAdvice, NothingToAskFor) {
  GpuModel G = llvm::cantFail(findGpu("h100-sxm"));
  Launch L = launchOf(4096, 768);
  auto Wanted = [&](const KernelSummary &K) {
    return wantedBounds(K, L, G, llvm::cantFail(predictLaunch(K, L, G)), 1);
  };
  EXPECT_FALSE(Wanted(chain(40)).has_value()); // warps limit it
  KernelSummary K = chain(48);
  K.MinBlocksPerSmBound = 1; // somebody has chosen
  EXPECT_FALSE(Wanted(K).has_value());
  K = chain(48);
  K.RegistersFrom = RegisterSource::PtxLiveness;
  EXPECT_FALSE(Wanted(K).has_value());
}
