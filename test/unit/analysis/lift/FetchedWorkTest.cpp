//===- FetchedWorkTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
constexpr const char *Head = R"(
target triple = "nvptx64-nvidia-cuda"
@next = internal addrspace(3) global [2 x i32] poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %head, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
)";

KernelSummary parse(const std::string &Body) {
  Ir I = parseText(Head + Body + "}\n");
  return summarize(I, "k");
}

/// while ((i = \p Draw) < n) a[i] = 1.
KernelSummary whileDrawn(const std::string &Draw) {
  return parse("  %w = zext i32 %t to i64\n"
               "  %own = getelementptr i32, ptr addrspace(1) %head, i64 %w\n"
               "  br label %loop\n"
               "loop:\n" +
               Draw + R"(
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %x = zext i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %x
  store i32 1, ptr addrspace(1) %p
  br label %loop
end:
  ret void
)");
}

/// if (threadIdx.x == 0) next[1] = \p Value; __syncthreads();
/// while (next[1] < n) { ...; the same again }
KernelSummary throughSharedMemory(const std::string &Value) {
  const std::string Place =
      "ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @next, i64 4)";
  return parse(R"(
  br i1 %first, label %fetch, label %enter
fetch:
  %d0 = atomicrmw add ptr addrspace(1) %head, i32 1 monotonic
  store i32 %d0, )" +
               Place + R"(
  br label %enter
enter:
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = load i32, )" +
               Place + R"(
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %x = zext i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  br i1 %first, label %again, label %latch
again:
  %d1 = atomicrmw add ptr addrspace(1) %head, i32 1 monotonic
  store i32 )" +
               Value + ", " + Place + R"(
  br label %latch
latch:
  call void @llvm.nvvm.barrier0()
  br label %loop
end:
  ret void
)");
}

/// Iterations of the body of the only loop, if work is shared alike; -1: not
/// known.
int64_t shared(const KernelSummary &K, const Launch &L) {
  if (K.Loops.size() != 1 || K.Loops[0].TakenIfShared == NoExpr)
    return -1;
  WarpContext Ctx;
  Ctx.L = &L;
  std::vector<uint64_t> Iter(K.Loops.size(), 0);
  Ctx.LoopIter = Iter;
  uint64_t Steps = 1'000'000;
  LaneValues V = evaluate(K.Exprs, K.Loops[0].TakenIfShared, Ctx, Steps);
  return V.Known.test(0) ? V.V[0] : -1;
}

int64_t shared(const KernelSummary &K, int64_t N) {
  return shared(K, launch({16}, {64}, {{}, {}, N}));
}
} // namespace

TEST(FetchedWork, BlocksThatFetchThroughSharedMemory) {
  KernelSummary K = throughSharedMemory("%d1");
  EXPECT_EQ(K.Loops[0].BackedgeTaken, NoExpr);
  EXPECT_EQ(shared(K, 1600), 100);
  EXPECT_EQ(shared(K, 1601), 101);
  EXPECT_EQ(shared(K, 3), 1);
}

TEST(FetchedWork, AnotherNumberIsLeftInSharedMemory) {
  EXPECT_EQ(shared(throughSharedMemory("%v"), 1600), -1) << "not drawn";
}

TEST(FetchedWork, ThreadsThatFetchEachForItself) {
  KernelSummary K =
      whileDrawn("%i = atomicrmw add ptr addrspace(1) %head, i32 1 monotonic");
  EXPECT_EQ(shared(K, 16 * 64 * 5), 5);
  KernelSummary Pieces =
      whileDrawn("%i = atomicrmw add ptr addrspace(1) %head, i32 4 monotonic");
  EXPECT_EQ(shared(Pieces, 16 * 64 * 20), 5);
  KernelSummary Scaled =
      whileDrawn("%d = atomicrmw add ptr addrspace(1) %head, i32 1 monotonic\n"
                 "%i = shl i32 %d, 2");
  EXPECT_EQ(shared(Scaled, 16 * 64 * 20), 5);
}

TEST(FetchedWork, WarpsThatFetchForTheirLanes) {
  KernelSummary K = whileDrawn(
      "%d = atomicrmw add ptr addrspace(1) %head, i32 32 monotonic\n"
      "%b = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %d, i32 0, "
      "i32 31)\n"
      "%i = add i32 %b, %t");
  EXPECT_EQ(shared(K, 16 * 64 * 5), 5);
}

TEST(FetchedWork, ACounterOfTheBlockIsSharedByItsThreadsOnly) {
  KernelSummary K =
      whileDrawn("%i = atomicrmw add ptr addrspace(3) @next, i32 1 monotonic");
  EXPECT_EQ(shared(K, 64 * 5), 5);
}

TEST(FetchedWork, ACounterForEachThreadIsNotShared) {
  KernelSummary K =
      whileDrawn("%i = atomicrmw add ptr addrspace(1) %own, i32 1 monotonic");
  EXPECT_EQ(shared(K, 6400), -1);
}

TEST(FetchedWork, WhatIsExchangedIsNotANumberOfWork) {
  KernelSummary K =
      whileDrawn("%i = atomicrmw xchg ptr addrspace(1) %head, i32 1 monotonic");
  EXPECT_EQ(shared(K, 6400), -1);
}
