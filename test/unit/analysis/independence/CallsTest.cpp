//===- CallsTest.cpp - Effects of instructions ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Calls.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The effect of the first instruction of a function with this text.
InstructionEffect effectIn(const std::string &Text) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @elsewhere(ptr)
define ptx_kernel void @k(ptr %p, i32 %n) {
)" + Text + "\n  ret void\n}");
  if (!I.M)
    return {};
  return effectOf(I.M->getFunction("k")->getEntryBlock().front());
}
} // namespace

TEST(IndependenceCalls, MemoryAndArithmetic) {
  EXPECT_EQ(effectIn("%v = add i32 %n, 1").Kind, EffectKind::Value);
  EXPECT_EQ(effectIn("%v = load i32, ptr %p").Kind, EffectKind::Read);
  EXPECT_EQ(effectIn("store i32 %n, ptr %p").Kind, EffectKind::Effect);
}

TEST(IndependenceCalls, WhereInItsBlockAThreadIs) {
  EXPECT_EQ(effectIn("%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()").Kind,
            EffectKind::Lane);
  InstructionEffect Lane =
      effectIn("%t = call i32 @llvm.nvvm.read.ptx.sreg.laneid()");
  EXPECT_EQ(Lane.Kind, EffectKind::Lane);
  EXPECT_EQ(Lane.Why, "the lane index");
}

TEST(IndependenceCalls, BarriersOrderAndShufflesForbid) {
  EXPECT_EQ(
      effectIn("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)").Kind,
      EffectKind::Order);
  InstructionEffect Shuffle =
      effectIn("%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, "
               "i32 1, i32 31)");
  EXPECT_EQ(Shuffle.Kind, EffectKind::Forbidden);
  EXPECT_NE(Shuffle.Why.find("shuffle"), std::string::npos) << Shuffle.Why;
  EXPECT_EQ(effectIn("call void @elsewhere(ptr %p)").Kind,
            EffectKind::Forbidden);
}
