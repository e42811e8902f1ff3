//===- CarriedExprsTest.cpp - What loops carry on -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Stores at index %x, which starts as threadIdx.x and is \p Next of %x and %i
/// in the next iteration; 20 iterations.
KernelSummary carrying(const std::string &Next) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = phi i32 [ %t, %entry ], [ %y, %loop ]
  %w = sext i32 %x to i64
  %a = getelementptr i8, ptr %p, i64 %w
  store volatile i8 0, ptr %a
)" + Next + R"(
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, 20
  br i1 %c, label %loop, label %done
done:
  ret void
})");
  return summarize(I, "k");
}

/// The offset of the store in \p Iteration for lane 5; nothing if it is not
/// known.
std::optional<int64_t> offsetIn(const KernelSummary &K, uint64_t Iteration) {
  Launch L = launch({1}, {32}, {{}, {}});
  WarpContext Ctx;
  Ctx.L = &L;
  std::vector<uint64_t> Iter(K.Loops.size(), Iteration);
  Ctx.LoopIter = Iter;
  uint64_t Steps = 100000;
  LaneValues V = evaluate(K.Exprs, access(K, 0).Offset, Ctx, Steps);
  return V.Known.test(5) ? std::optional(V.V[5]) : std::nullopt;
}
} // namespace

TEST(CarriedExprs, SumsHaveAClosedForm) {
  KernelSummary K = carrying("  %y = add i32 %x, 3");
  EXPECT_EQ(print(K, access(K, 0).Offset), "tid.x + 3*iter0");
}

TEST(CarriedExprs, ValuesWithoutAClosedFormAreFollowed) {
  KernelSummary K = carrying("  %m = mul i32 %x, 3\n  %y = xor i32 %m, %i");
  EXPECT_FALSE(K.Exprs.dependsOnData(access(K, 0).Offset));
  int64_t X = 5;
  for (int64_t I = 0; I < 8; ++I) {
    EXPECT_EQ(offsetIn(K, static_cast<uint64_t>(I)), X) << I;
    X = (X * 3) ^ I;
  }
}

TEST(CarriedExprs, DataIsNotFollowed) {
  KernelSummary K = carrying("  %v = load i32, ptr %q\n"
                             "  %y = add i32 %x, %v");
  EXPECT_TRUE(K.Exprs.dependsOnData(access(K, 0).Offset));
  EXPECT_EQ(offsetIn(K, 2), std::nullopt);
}
