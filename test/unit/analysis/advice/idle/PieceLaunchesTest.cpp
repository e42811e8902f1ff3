//===- PieceLaunchesTest.cpp - Work launched block by block ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/PieceLaunches.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/advice/AdviceFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// A kernel that stores %v to element %i + \p Store of p and loads element %i +
/// \p Load of it, where %i is argument 2 + \p Position.
static KernelSummary pieceKernel(llvm::StringRef Position = "%tid",
                                 int Load = 0, int Store = 0) {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %shift, i32 %begin) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %twice = mul nsw i32 %tid, 2
  %i = add nsw i32 {0}, %begin
  %j = add nsw i32 %i, %shift
  %a = add nsw i32 %j, {1}
  %b = add nsw i32 %j, {2}
  %x = sext i32 %a to i64
  %y = sext i32 %b to i64
  %from = getelementptr float, ptr addrspace(1) %p, i64 %x
  %to = getelementptr float, ptr addrspace(1) %p, i64 %y
  %v = load float, ptr addrspace(1) %from, align 4
  store float %v, ptr addrspace(1) %to, align 4
  ret void
}
)ir",
      Position, Load, Store);
  Ir I = parseText(Text);
  KernelSummary K = summarize(I, "k");
  K.RegistersPerThread = Estimate::exact(16);
  K.RegistersFrom = RegisterSource::Ptxas;
  return K;
}

TEST(PieceLaunches, WhatTheBeginAndTheThreadSay) {
  EXPECT_TRUE(isPieceOf(pieceKernel(), 2));
  // That number is the same in all launches.
  EXPECT_TRUE(isPieceOf(pieceKernel("%tid", 3, 3), 2));
  // Pieces that meet.
  EXPECT_FALSE(isPieceOf(pieceKernel("%tid", 1, 0), 2));
  EXPECT_FALSE(isPieceOf(pieceKernel("%twice"), 2));
  // Not a launch of one block.
  EXPECT_FALSE(isPieceOf(pieceKernel("%block"), 2));
}

TEST(PieceLaunches, AnArgumentThatIsAddedByItself) {
  EXPECT_TRUE(isPieceOf(pieceKernel(), 1));
  // The array.
  EXPECT_FALSE(isPieceOf(pieceKernel(), 0));
}

TEST(PieceLaunches, OneLaunchTakesThePlaceOfSeveral) {
  const KernelSummary K = pieceKernel();
  const GpuModel Gpu = gpu("rtx-3090");
  Launch L;
  L.Grid = {1}, L.Block = {256};
  L.Args = {{}, ArgValue::integer(0), ArgValue::integer(0)};
  const Prediction P = llvm::cantFail(predictLaunch(K, L, Gpu));
  const auto Found = findPieceLaunches(K, L, Gpu, P);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Launches, 8u);
  EXPECT_GE(Found->TimeUs.Value, 8 * P.TimeUs.Value);
  EXPECT_LT(Found->WithoutUs.Value, 2 * P.TimeUs.Value);
}
