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

TEST(Registers, CountsLiveWords) {
  auto All = measurePtx(R"(
.visible .entry k(
	.param .u64 k_param_0
)
.maxntid 256, 2, 1
.minnctapersm 2
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<6>;
	.reg .b64 	%rd<4>;
	ld.param.u64 	%rd1, [k_param_0];
	mov.u32 	%r1, %tid.x;
	mul.wide.u32 	%rd2, %r1, 4;
	ld.global.u32 	%r2, [%rd2];
	ld.global.u32 	%r3, [%rd2+4];
	add.s32 	%r4, %r2, %r3;
	setp.lt.s32 	%p1, %r4, %r1;
	@%p1 bra 	$L__BB0_2;
	st.global.u32 	[%rd2], %r4;
$L__BB0_2:
	ret;
}
)");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Name, "k");
  EXPECT_TRUE(All[0].IsEntry);
  EXPECT_EQ(All[0].MaxThreads, 512u);
  EXPECT_EQ(All[0].MinBlocks, 2u);
  // r1, rd2 (two words), r2, r3 at the sum.
  EXPECT_EQ(All[0].LiveWords, 5);
}

TEST(Registers, WhatALoopCarriesIsLiveAllAround) {
  auto All = measurePtx(R"(
.entry k()
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<9>;
	mov.u32 	%r1, 0;
	mov.u32 	%r2, 1;
$L__BB0_1:
	add.s32 	%r3, %r2, 5;
	add.s32 	%r4, %r3, 6;
	setp.lt.s32 	%p1, %r4, 9;
	@%p1 bra 	$L__BB0_1;
	st.global.u32 	[%r1], %r2;
	ret;
}
)");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].LiveWords, 3); // r1 and r2 throughout, one of r3, r4
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
