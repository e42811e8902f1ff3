//===- PtxLivenessTest.cpp - Register pressure of PTX ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/PtxLiveness.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(PtxLiveness, CountsLiveWords) {
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

TEST(PtxLiveness, WhatALoopCarriesIsLiveAllAround) {
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
