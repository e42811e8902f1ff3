//===- RegistersTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/PtxLiveness.h"
#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

static const RegisterUse *
find(const std::vector<std::pair<std::string, RegisterUse>> &All,
     llvm::StringRef Name) {
  for (const auto &[Entry, Use] : All)
    if (Entry == Name)
      return &Use;
  return nullptr;
}

TEST(Registers, ReadsThePtxasReport) {
  auto All = parsePtxasReport(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\n"
      "ptxas info    : Function properties for helper\n"
      "    64 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
      "ptxas info    : Function properties for _Z1kPf\n"
      "    288 bytes stack frame, 40 bytes spill stores, 60 bytes spill loads\n"
      "ptxas info    : Used 52 registers, used 1 barriers, 288 bytes "
      "cumulative "
      "stack size, 2048 bytes smem, 380 bytes cmem[0]\n");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].first, "_Z1kPf");
  EXPECT_EQ(All[0].second.PerThread.Value, 52);
  EXPECT_EQ(All[0].second.SpillBytes, 100u);
  EXPECT_EQ(All[0].second.StackBytes, 288u);
  EXPECT_EQ(All[0].second.StaticSharedBytes, 2048u);
  EXPECT_EQ(All[0].second.From, RegisterSource::Ptxas);
  EXPECT_TRUE(parsePtxasReport("ptxas fatal: no").empty());
}

TEST(Registers, EstimatesWithoutPtxasAndSaysSo) {
  Ir I = parseKernels();
  auto Ptx = emitPtx(*I.M);
  ASSERT_TRUE(static_cast<bool>(Ptx)) << llvm::toString(Ptx.takeError());
  EXPECT_NE(Ptx->find(".visible .entry saxpy("), std::string::npos);
  RegisterOptions Options;
  Options.Arch = "sm_80";
  auto All = registersOfPtx(*Ptx, Options);
  const RegisterUse *Saxpy = find(All, "saxpy");
  ASSERT_TRUE(Saxpy);
  EXPECT_EQ(Saxpy->From, RegisterSource::PtxLiveness);
  EXPECT_TRUE(
      Saxpy->PerThread.Why.contains(AssumptionKind::RegistersEstimated));
  EXPECT_LE(Saxpy->PerThread.Lo, Saxpy->PerThread.Value);
  EXPECT_LT(Saxpy->PerThread.Value, Saxpy->PerThread.Hi);
  // A kernel that holds more needs more.
  const RegisterUse *Stencil = find(All, "stencil3d");
  ASSERT_TRUE(Stencil);
  EXPECT_GT(Stencil->PerThread.Value, Saxpy->PerThread.Value);
  EXPECT_FALSE(find(All, "helper")); // no kernel
}

TEST(Registers, APtxasThatCannotRunIsNoError) {
  RegisterOptions Options;
  Options.PtxasPath = "/nowhere/ptxas";
  Options.Arch = "sm_80";
  auto All = registersOfPtx(".visible .entry k()\n{\nret;\n}\n", Options);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].second.From, RegisterSource::PtxLiveness);
  EXPECT_TRUE(registersOfPtx("no ptx at all", Options).empty());
}

TEST(Registers, ALimitCapsTheEstimate) {
  std::string Ptx = ".visible .entry k()\n{\n.reg .b32 %r<201>;\n";
  for (int I = 1; I <= 100; ++I)
    Ptx += "mov.u32 %r" + std::to_string(I) + ", %tid.x;\n";
  for (int I = 1; I <= 100; ++I)
    Ptx += "st.global.u32 [0], %r" + std::to_string(I) + ";\n";
  Ptx += "ret;\n}\n";
  RegisterOptions Options;
  auto Free = registersOfPtx(Ptx, Options);
  ASSERT_EQ(Free.size(), 1u);
  EXPECT_EQ(Free[0].second.PerThread.Value, 106);
  // The larger, the less is sure: ptxas may schedule it for a third of that.
  EXPECT_LE(Free[0].second.PerThread.Lo, 106 / 3.0);
  EXPECT_EQ(Free[0].second.PerThread.Hi, 159);
  Options.MaxRegCount = 64;
  auto Capped = registersOfPtx(Ptx, Options);
  EXPECT_EQ(Capped[0].second.PerThread.Value, 64);
  EXPECT_LE(Capped[0].second.PerThread.Hi, 64);
}

TEST(Registers, EmitPtxRefusesOtherTargets) {
  Ir I = parseText(
      "target triple = \"x86_64-linux\"\ndefine void @k() { ret void }");
  auto Ptx = emitPtx(*I.M);
  ASSERT_FALSE(static_cast<bool>(Ptx));
  EXPECT_NE(llvm::toString(Ptx.takeError()).find("nvptx64"), std::string::npos);
}
