//===- LoopExprsTest.cpp - How often loops run ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
int64_t backedgeTaken(const KernelSummary &K, LoopId Loop, const Launch &L) {
  WarpContext Ctx;
  Ctx.L = &L;
  std::vector<uint64_t> Iter(K.Loops.size(), 0);
  Ctx.LoopIter = Iter;
  uint64_t Steps = 1'000'000;
  LaneValues V = evaluate(K.Exprs, K.Loops[Loop].BackedgeTaken, Ctx, Steps);
  EXPECT_TRUE(V.Known.test(0));
  return V.Known.test(0) ? V.V[0] : -1;
}
} // namespace

TEST(LoopExprs, TripCountsInClosedForm) {
  KernelSummary K = kernel("matmulTiled");
  ASSERT_EQ(K.Loops.size(), 2u);
  EXPECT_EQ(print(K, K.Loops[0].BackedgeTaken, {"", "", "", "n"}),
            "(n / 16) - 1");
  EXPECT_EQ(print(K, K.Loops[1].BackedgeTaken), "15");
  EXPECT_EQ(K.Loops[1].Parent, 0u);
  EXPECT_EQ(K.Loops[1].Depth, 2u);
  EXPECT_EQ(K.StaticSharedBytes, 2048u);
  EXPECT_EQ(K.StaticBarriers, 2u);
  EXPECT_FALSE(K.UsesDynamicShared);
}

TEST(LoopExprs, GridStrideLoopsCountByCompareAndStep) {
  KernelSummary K = kernel("gridStride");
  ASSERT_EQ(K.Loops.size(), 1u);
  // 1000 elements over 8 * 32 threads: thread 0 takes 0, 256, 512, 768.
  EXPECT_EQ(backedgeTaken(K, 0, launch({8}, {32}, {1000, {}, {}, {}})), 3);
  EXPECT_EQ(backedgeTaken(K, 0, launch({8}, {32}, {1024, {}, {}, {}})), 3);
  EXPECT_EQ(backedgeTaken(K, 0, launch({8}, {32}, {1025, {}, {}, {}})), 4);
  EXPECT_EQ(print(K, access(K, 0).Offset),
            "4*ctaid.x*ntid.x + 4*tid.x + 4*iter0*ntid.x*nctaid.x");
  EXPECT_TRUE(access(K, 0).Affine);
}

TEST(LoopExprs, NarrowCountersThatAreComparedInMoreBits) {
  // for (int i = first; i < n; i += step) with a size_t n and a branch in the
  // body: the optimiser keeps i in 32 and in 64 bits.
  Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %n, i32 %step) {
  %first = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %first to i64
  %any = icmp ugt i64 %n, %wide
  br i1 %any, label %body, label %end
body:
  %i64 = phi i64 [ %more, %latch ], [ %wide, %0 ]
  %i = phi i32 [ %next, %latch ], [ %first, %0 ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i64
  %v = load i32, ptr addrspace(1) %a
  %odd = icmp eq i32 %v, %i
  br i1 %odd, label %latch, label %other
other:
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  br label %latch
latch:
  %next = add nsw i32 %i, %step
  %more = sext i32 %next to i64
  %again = icmp ugt i64 %n, %more
  br i1 %again, label %body, label %end
end:
  ret void
}
)ir");
  KernelSummary K = summarize(I, "k");
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_EQ(backedgeTaken(K, 0, launch({1}, {32}, {{}, 1'000'000, 10})),
            99'999);
  EXPECT_EQ(backedgeTaken(K, 0, launch({1}, {32}, {{}, 1'000'001, 10})),
            100'000);
  EXPECT_FALSE(K.Exprs.dependsOnData(access(K, 0).Offset));
  EXPECT_TRUE(access(K, 0).Affine);
}

TEST(LoopExprs, TextsAreComparedUntilTheyDiffer) {
  auto Compare = [](const std::string &Exit) {
    Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i8 %key) {
  br label %body
body:
  %i = phi i64 [ 0, %0 ], [ %next, %latch ]
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i8, ptr addrspace(1) %q, i64 %i
  %x = load i8, ptr addrspace(1) %a
  %y = load i8, ptr addrspace(1) %b
)ir" + Exit + R"ir(
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %end
end:
  ret void
}
)ir");
    KernelSummary K = summarize(I, "k");
    EXPECT_EQ(K.Loops.size(), 1u);
    return !K.Loops.empty() && K.Loops[0].LeavesSoon;
  };
  EXPECT_TRUE(Compare("%c = icmp ne i8 %x, %y\n"
                      "br i1 %c, label %end, label %latch"));
  EXPECT_TRUE(Compare("%c = icmp eq i8 %x, %y\n"
                      "br i1 %c, label %latch, label %end"));
  // A search ends with what is equal, or with the first of its kind.
  EXPECT_FALSE(Compare("%c = icmp eq i8 %x, %y\n"
                       "br i1 %c, label %end, label %latch"));
  EXPECT_FALSE(Compare("%c = icmp ne i8 %x, %key\n"
                       "br i1 %c, label %end, label %latch"));
  EXPECT_FALSE(Compare("%c = icmp ult i8 %x, %y\n"
                       "br i1 %c, label %end, label %latch"));
  EXPECT_FALSE(Compare("br label %latch"));
}

TEST(LoopExprs, CountsDownInBlockSteps) {
  KernelSummary K = kernel("countDown");
  // i = 99, 67, 35, 3.
  EXPECT_EQ(backedgeTaken(K, 0, launch({1}, {32}, {{}, 100})), 3);
}

TEST(LoopExprs, GeometricLoopsAreSearched) {
  KernelSummary R = kernel("reduceShared");
  EXPECT_TRUE(R.UsesDynamicShared);
  EXPECT_EQ(backedgeTaken(R, 0, launch({1}, {256})), 7); // 128 .. 1
  KernelSummary G = kernel("geometric");
  ASSERT_EQ(G.Loops.size(), 2u);
  Launch L = launch({1}, {32}, {{}, 1000, 100});
  EXPECT_EQ(backedgeTaken(G, 0, L), 9); // 1, 2, .. 512
  EXPECT_EQ(backedgeTaken(G, 1, L), 4); // 100, 33, 11, 3, 1
}

TEST(LoopExprs, InnerCountMayDependOnOuterCounter) {
  KernelSummary K = kernel("triangular");
  ASSERT_EQ(K.Loops.size(), 2u);
  EXPECT_EQ(print(K, K.Loops[0].BackedgeTaken, {"", "", "n"}), "n - 1");
  EXPECT_EQ(print(K, K.Loops[1].BackedgeTaken), "iter0 - 1");
}
