//===- DataSearchTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// for (i = n - 1; i >= 0; --i) { \p Body; if (%hit) break; }
bool searches(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@found = internal addrspace(3) global i32 poison, align 4
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ %n, %entry ], [ %i, %latch ]
  %s = phi float [ 0.0, %entry ], [ %sum, %latch ]
  %i = add nsw i32 %j, -1
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p, align 4
  %sum = fadd float %s, %v
)" + Body + R"(
  br i1 %hit, label %end, label %latch
latch:
  %more = icmp sgt i32 %j, 1
  br i1 %more, label %loop, label %end
end:
  %at = phi i32 [ %i, %loop ], [ -1, %latch ]
  store i32 %at, ptr addrspace(1) %a, align 4
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  EXPECT_EQ(K.Loops.size(), 1u);
  return !K.Loops.empty() && K.Loops[0].UpperBoundOnly && K.Loops[0].Searches;
}
} // namespace

TEST(DataSearch, AnElementThatFulfilsACondition) {
  EXPECT_TRUE(searches("%hit = fcmp ogt float %v, 0.0"));
  EXPECT_TRUE(searches("%d = fmul float %v, 2.0\n"
                       "%hit = fcmp ogt float %d, 3.0"));
  EXPECT_TRUE(searches("%b = bitcast float %v to i32\n"
                       "%hit = icmp eq i32 %b, 0"));
}

TEST(DataSearch, WhatDataHardlyEverFulfil) {
  EXPECT_FALSE(searches("%hit = fcmp oeq float %v, 3.0"));
  EXPECT_FALSE(searches("%hit = fcmp uno float %v, 0.0"));
  EXPECT_FALSE(searches("%b = bitcast float %v to i32\n"
                        "%hit = icmp eq i32 %b, %n"));
}

TEST(DataSearch, WhatTheIterationsHaveAddedUpIsNotSearched) {
  EXPECT_FALSE(searches("%hit = fcmp ogt float %sum, 1.0"));
}

TEST(DataSearch, AFlagInOnePlaceIsNotSearched) {
  EXPECT_FALSE(searches("%f = load i32, ptr addrspace(3) @found, align 4\n"
                        "%hit = icmp sgt i32 %f, 0"));
}
