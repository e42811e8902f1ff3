//===- PartialWarpTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/PartialWarp.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;

static Launch launch(Dim3 Grid, Dim3 Block) {
  Launch L;
  L.Grid = Grid;
  L.Block = Block;
  return L;
}

TEST(PartialWarp, CountsIdleLanes) {
  auto P = findPartialWarp(launch({10}, {100}), true, 32);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->WarpsPerBlock, 4u);
  EXPECT_EQ(P->IdleLanes, 28u);
  EXPECT_EQ(P->SmallerBlock, 96u);
  EXPECT_EQ(P->LargerBlock, 128u);
}

TEST(PartialWarp, ShapeDoesNotMatter) {
  EXPECT_FALSE(findPartialWarp(launch({10}, {8, 4}), true, 32));
  EXPECT_FALSE(findPartialWarp(launch({10}, {1, 1, 32}), true, 32));
  EXPECT_TRUE(findPartialWarp(launch({10}, {31, 31}), true, 32));
}

TEST(PartialWarp, WavefrontOf64) {
  EXPECT_FALSE(findPartialWarp(launch({10}, {96}), true, 32));
  auto P = findPartialWarp(launch({10}, {96}), true, 64);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->IdleLanes, 32u);
}

TEST(PartialWarp, SilentForSerialStepsAndImpossibleBlocks) {
  EXPECT_FALSE(findPartialWarp(launch({1}, {1}), true, 32));
  EXPECT_FALSE(findPartialWarp(launch({1}, {0}), true, 32));
  EXPECT_FALSE(findPartialWarp(launch({1}, {2000}), true, 32));
  // Many small blocks are no serial step, nor is a grid that is not known.
  auto Many = findPartialWarp(launch({1000}, {1}), true, 32);
  ASSERT_TRUE(Many);
  EXPECT_EQ(Many->SmallerBlock, 0u);
  EXPECT_EQ(Many->IdleLanes, 31u);
  EXPECT_TRUE(findPartialWarp(launch({1}, {1}), false, 32));
}

namespace {
/// Block i doubles the element i; with Thread, the thread's number is added.
KernelSummary byBlock(bool Thread) {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %p) {{
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %c, {0}
  %x = zext i32 %s to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %u = load float, ptr addrspace(1) %a, align 4
  %v = fadd float %u, %u
  store float %v, ptr addrspace(1) %a, align 4
  ret void
}
)ir",
      Thread ? "%t" : "0");
  test::Ir I = test::parseText(Text);
  return test::summarize(I, "k");
}
} // namespace

TEST(PartialWarp, ThreadsInPlaceOfBlocks) {
  const test::Asked A = test::ask(byBlock(false), {1 << 20}, {1});
  const auto Time = timeIfBlocksWereThreads(256, A.K, A.L, A.Gpu);
  ASSERT_TRUE(Time);
  EXPECT_LT(Time->Value, A.P.TimeUs.Value / 8);
  // A kernel that knows its threads is written for its blocks.
  EXPECT_FALSE(timeIfBlocksWereThreads(256, byBlock(true), A.L, A.Gpu));
  Launch Few = A.L, Wide = A.L;
  Few.Grid = {100};
  Wide.Block = {2};
  EXPECT_FALSE(timeIfBlocksWereThreads(256, A.K, Few, A.Gpu));
  EXPECT_FALSE(timeIfBlocksWereThreads(256, A.K, Wide, A.Gpu));
}

namespace {
/// Blocks of a few threads: each adds up a row of its block's width. With
/// Lanes, they ask for their place in the warp.
KernelSummary byFew(bool Lanes) {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
define ptx_kernel void @k(ptr addrspace(1) %p) {{
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.{0}()
  %b = mul i32 %c, %n
  %s = add i32 %b, %t
  %x = zext i32 %s to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %u = phi float [ 1.0, %0 ], [ %v, %loop ]
  %v = fmul float %u, %u
  %j = add i32 %i, 1
  %e = icmp eq i32 %j, 1000
  br i1 %e, label %end, label %loop
end:
  store float %v, ptr addrspace(1) %a, align 4
  ret void
}
)ir",
      Lanes ? "laneid" : "tid.x");
  test::Ir I = test::parseText(Text);
  return test::summarize(I, "k");
}
} // namespace

TEST(PartialWarp, SeveralBlocksInOneWarp) {
  const test::Asked A = test::ask(byFew(false), {1 << 18}, {8});
  const auto Time = timeIfBlocksWereGroups(4, A.K, A.L, A.Gpu);
  ASSERT_TRUE(Time);
  // A warp does the work of four, and no more than that is gone.
  EXPECT_LT(Time->Value, A.P.TimeUs.Value / 2);
  EXPECT_GT(Time->Value, A.P.TimeUs.Value / 5);
  EXPECT_FALSE(timeIfBlocksWereGroups(4, byFew(true), A.L, A.Gpu));
  EXPECT_FALSE(timeIfBlocksWereGroups(1, A.K, A.L, A.Gpu));
  Launch Few = A.L, Flat = A.L;
  Few.Grid = {3};
  Flat.Block = {4, 2};
  EXPECT_FALSE(timeIfBlocksWereGroups(4, A.K, Few, A.Gpu));
  EXPECT_FALSE(timeIfBlocksWereGroups(4, A.K, Flat, A.Gpu));
}
