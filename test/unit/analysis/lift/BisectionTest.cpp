//===- BisectionTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// lo = 0, hi = n; do { mid = \p Middle; if (a[mid] < 0) lo = \p Low else
/// hi = mid } while (lo < hi);
KernelSummary search(const std::string &Middle, const std::string &Low) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  br label %loop
loop:
  %lo = phi i32 [ 0, %entry ], [ %lo1, %loop ]
  %hi = phi i32 [ %n, %entry ], [ %hi1, %loop ]
)" + Middle + R"(
  %w = sext i32 %mid to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p, align 4
  %up = fcmp olt float %v, 0.0
  %next = add nsw i32 %mid, 1
  %lo1 = select i1 %up, i32 )" +
                   Low + R"(, i32 %lo
  %hi1 = select i1 %up, i32 %hi, i32 %mid
  %more = icmp slt i32 %lo1, %hi1
  br i1 %more, label %loop, label %end
end:
  %po = getelementptr float, ptr addrspace(1) %a, i64 0
  store float 0.0, ptr addrspace(1) %po, align 4
  ret void
}
)");
  return summarize(I, "k");
}

/// Iterations of the only loop for \p N elements; -1: not known.
int64_t iterations(const KernelSummary &K, int64_t N) {
  const Launch L = launch({1}, {32}, {{}, N});
  WarpContext Ctx;
  Ctx.L = &L;
  std::vector<uint64_t> Iter(K.Loops.size(), 0);
  Ctx.LoopIter = Iter;
  uint64_t Steps = 1'000'000;
  LaneValues V = evaluate(K.Exprs, K.Loops[0].BackedgeTaken, Ctx, Steps);
  return V.Known.test(0) ? V.V[0] + 1 : -1;
}

constexpr const char *MeanOfBoth = "%s = add nsw i32 %lo, %hi\n"
                                   "%mid = ashr i32 %s, 1";
} // namespace

TEST(Bisection, ARangeIsHalvedAsOftenAsItsLogarithm) {
  KernelSummary K = search(MeanOfBoth, "%next");
  EXPECT_FALSE(K.Loops[0].UpperBoundOnly);
  EXPECT_EQ(iterations(K, 1), 1);
  EXPECT_EQ(iterations(K, 1000), 10);
  EXPECT_EQ(iterations(K, 1 << 20), 21);
}

TEST(Bisection, TheMiddleMayBeWrittenWithoutOverflow) {
  KernelSummary K = search("%d = sub nsw i32 %hi, %lo\n"
                           "%h = sdiv i32 %d, 2\n"
                           "%mid = add nsw i32 %lo, %h",
                           "%next");
  EXPECT_EQ(iterations(K, 1000), 10);
}

TEST(Bisection, TheDistanceMayBeCarriedFromTheIterationBefore) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  br label %loop
loop:
  %d = phi i32 [ %n, %entry ], [ %d1, %loop ]
  %lo = phi i32 [ 0, %entry ], [ %lo1, %loop ]
  %hi = phi i32 [ %n, %entry ], [ %hi1, %loop ]
  %h = lshr i32 %d, 1
  %mid = add i32 %lo, %h
  %w = sext i32 %mid to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p, align 4
  %up = fcmp olt float %v, 0.0
  %lo1 = select i1 %up, i32 %mid, i32 %lo
  %hi1 = select i1 %up, i32 %hi, i32 %mid
  %d1 = sub i32 %hi1, %lo1
  %more = icmp ugt i32 %d1, 1
  br i1 %more, label %loop, label %end
end:
  %po = getelementptr float, ptr addrspace(1) %a, i64 0
  store float 0.0, ptr addrspace(1) %po, align 4
  ret void
}
)");
  EXPECT_EQ(iterations(summarize(I, "k"), 1000), 10);
}

TEST(Bisection, AnotherPlaceThanTheMiddleIsNoHalving) {
  KernelSummary K = search("%s = add nsw i32 %lo, %hi\n"
                           "%mid = ashr i32 %s, 2",
                           "%next");
  EXPECT_EQ(iterations(K, 1000), -1);
  KernelSummary Data = search(MeanOfBoth, "%n");
  EXPECT_EQ(iterations(Data, 1000), -1);
}
