//===- DataBoundsTest.cpp - Guards whose bound is in memory ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/DataBounds.h"
#include "analysis/warp/WarpProfile.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A kernel of which thread i stores at out[i] where %c is true. Body computes
/// it from %i, which is the thread's index in the grid, %n and %h, which are
/// loaded from one place, and %own, which is loaded from one place per thread.
KernelSummary guarded(const std::string &Body, bool Swapped = false) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul nsw i32 %b, %d
  %i = add nsw i32 %f, %t
  %w = sext i32 %i to i64
  %ph = getelementptr i8, ptr addrspace(1) %p, i64 4
  %po = getelementptr i32, ptr addrspace(1) %p, i64 %w
  %n = load i32, ptr addrspace(1) %p, align 4
  %h = load i32, ptr addrspace(1) %ph, align 4
  %own = load i32, ptr addrspace(1) %po, align 4
)" + Body +
                   (Swapped ? "  br i1 %c, label %end, label %work\n"
                            : "  br i1 %c, label %work, label %end\n") +
                   R"(work:
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %w
  store i32 1, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}
)");
  return summarize(I, "k");
}

bool passes(const KernelSummary &K) { return K.Blocks[0].Passing != NoExpr; }

const char *const Below = "  %c = icmp slt i32 %i, %n\n";
} // namespace

TEST(DataBounds, AnIndexBelowWhatAllThreadsReadIsPassed) {
  EXPECT_TRUE(passes(guarded(Below)));
  EXPECT_TRUE(passes(guarded("  %c = icmp sge i32 %i, %n\n", true)));
  EXPECT_TRUE(passes(guarded("  %x = icmp slt i32 %i, %n\n"
                             "  %m = mul nsw i32 %n, %h\n"
                             "  %y = icmp slt i32 %i, %m\n"
                             "  %c = and i1 %x, %y\n")));
  EXPECT_TRUE(passes(guarded("  %x = icmp sge i32 %i, %n\n"
                             "  %y = icmp sge i32 %i, %h\n"
                             "  %c = or i1 %x, %y\n",
                             true)));
}

TEST(DataBounds, OtherConditionsOnDataStayOpen) {
  // A value of the thread's own.
  EXPECT_FALSE(passes(guarded("  %c = icmp slt i32 %i, %own\n")));
  EXPECT_FALSE(passes(guarded("  %c = icmp slt i32 %own, %n\n")));
  // One of many threads.
  EXPECT_FALSE(passes(guarded("  %c = icmp eq i32 %i, %n\n")));
  // The threads of the end.
  EXPECT_FALSE(passes(guarded("  %c = icmp sgt i32 %i, %n\n")));
  // The same in all threads, but not of their index.
  EXPECT_FALSE(passes(guarded("  %c = icmp slt i32 %n, 5\n")));
  // The leading threads of a block.
  EXPECT_FALSE(passes(guarded("  %c = icmp slt i32 %t, %n\n")));
  // A part is data of the thread's own.
  EXPECT_FALSE(passes(guarded("  %x = icmp slt i32 %i, %n\n"
                              "  %y = icmp sgt i32 %own, 7\n"
                              "  %c = and i1 %x, %y\n")));
  // What is known anyway needs no assumption.
  EXPECT_FALSE(passes(guarded("  %c = icmp slt i32 %i, 1000\n")));
}

TEST(DataBounds, AllThreadsDoTheWork) {
  const KernelSummary K = guarded(Below);
  const WarpProfile P = profileWarps(K, launch({64}, {256}), gpu(), 4);
  EXPECT_EQ(P.Blocks[1].WarpExecutions, 1);
  EXPECT_EQ(P.Blocks[1].LaneExecutions, 32);
  EXPECT_EQ(P.Blocks[0].GuessedExecutions, 0);
  EXPECT_TRUE(P.Blocks[0].Passed);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::GuardPassed));
  EXPECT_FALSE(P.Why.contains(AssumptionKind::BranchGuessed));
}

TEST(DataBounds, WhatElseTheGuardAsksHolds) {
  const KernelSummary K = guarded("  %x = icmp slt i32 %i, %n\n"
                                  "  %y = icmp sge i32 %i, 8192\n"
                                  "  %c = and i1 %x, %y\n");
  const WarpProfile P = profileWarps(K, launch({64}, {256}), gpu(), 4);
  EXPECT_EQ(P.Blocks[1].WarpExecutions, 0.5);
}

TEST(DataBounds, TheUserKnowsBetter) {
  KernelSummary K = guarded(Below);
  K.Given.Shares.push_back({.Block = 0, .First = 0.25});
  const WarpProfile P = profileWarps(K, launch({64}, {256}), gpu(), 4);
  EXPECT_EQ(P.Blocks[1].WarpExecutions, 0.25);
  EXPECT_FALSE(P.Blocks[0].Passed);
}
