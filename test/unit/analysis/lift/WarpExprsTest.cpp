//===- WarpExprsTest.cpp - What the lanes of a warp share -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Stores a byte at index %v, which \p Body computes.
KernelSummary storedAt(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@count = internal addrspace(3) global i32 undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pt = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %d = load i32, ptr addrspace(1) %pt
  %is = icmp sgt i32 %d, 0
)" + Body + R"(
  %w = sext i32 %v to i64
  %a = getelementptr i8, ptr addrspace(1) %q, i64 %w
  store volatile i8 0, ptr addrspace(1) %a
  ret void
})");
  return summarize(I, "k");
}

/// How far the address of each lane is from that of the first, where that is
/// known although the place is not.
std::vector<int64_t> distances(const KernelSummary &K) {
  Launch L;
  L.Block = {32, 1, 1};
  L.Grid = {1, 1, 1};
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.UniformDataAsZero = true;
  uint64_t Steps = 1000;
  LaneValues V = evaluate(K.Exprs, K.Accesses.back().Offset, Ctx, Steps);
  std::vector<int64_t> Out;
  for (unsigned I = 0; I < 32 && V.Known.test(I); ++I)
    Out.push_back(V.V[I] - V.V[0]);
  return Out;
}

void expectSteps(const KernelSummary &K, int64_t By) {
  std::vector<int64_t> D = distances(K);
  ASSERT_EQ(D.size(), 32u);
  for (unsigned I = 0; I < 32; ++I)
    EXPECT_EQ(D[I], By * I);
}
} // namespace

TEST(WarpExprs, LanesThatDrawFromACounterAreNumbered) {
  expectSteps(storedAt("%v = atomicrmw add ptr addrspace(3) @count, i32 4 "
                       "seq_cst"),
              4);
  expectSteps(storedAt("%v = atomicrmw sub ptr addrspace(3) @count, i32 1 "
                       "seq_cst"),
              -1);
  // Counters of their own, or steps that data choose.
  EXPECT_TRUE(distances(storedAt("%v = atomicrmw add ptr addrspace(1) %pt, "
                                 "i32 1 seq_cst"))
                  .empty());
  EXPECT_TRUE(distances(storedAt("%v = atomicrmw add ptr addrspace(3) @count, "
                                 "i32 %d seq_cst"))
                  .empty());
}

TEST(WarpExprs, AWayOnWhichNothingIsDrawnDoesNotMatter) {
  expectSteps(storedAt(R"(
  br i1 %is, label %draw, label %join
draw:
  %n = atomicrmw add ptr addrspace(3) @count, i32 1 seq_cst
  br label %join
join:
  %v = phi i32 [ undef, %0 ], [ %n, %draw ])"),
              1);
}

TEST(WarpExprs, VotesNumberTheLanesThatTakePart) {
  const std::string Vote =
      "%b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %is)\n";
  expectSteps(storedAt(Vote + "%lt = call i32 "
                              "@llvm.nvvm.read.ptx.sreg.lanemask.lt()\n"
                              "%m = and i32 %b, %lt\n"
                              "%v = call i32 @llvm.ctpop.i32(i32 %m)"),
              1);
  expectSteps(storedAt(Vote + "%l = call i32 "
                              "@llvm.nvvm.read.ptx.sreg.laneid()\n"
                              "%s = shl i32 1, %l\n%lt = add i32 %s, -1\n"
                              "%m = and i32 %lt, %b\n"
                              "%v = call i32 @llvm.ctpop.i32(i32 %m)"),
              1);
  expectSteps(storedAt(Vote + "%v = add i32 %b, 3"), 0);
}

TEST(WarpExprs, WhatOneLaneHandsOutIsTheSameInAll) {
  const std::string From = "@llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %d, i32 ";
  expectSteps(storedAt("%v = call i32 " + From + "0, i32 31)"), 0);
  EXPECT_TRUE(
      distances(storedAt("%v = call i32 " + From + "%d, i32 31)")).empty());
  // In groups of four lanes.
  EXPECT_TRUE(
      distances(storedAt("%v = call i32 " + From + "0, i32 7199)")).empty());
}

TEST(WarpExprs, AWarpsNumberThatALaneTellsIsKnown) {
  const std::string Tell = "%v = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, "
                           "i32 %of, i32 0, i32 31)";
  auto isKnown = [&](const std::string &Number) {
    const KernelSummary K = storedAt(Number + Tell);
    return !K.Exprs.dependsOnData(K.Accesses.back().Offset);
  };
  EXPECT_TRUE(isKnown("%of = lshr i32 %t, 5\n"));
  EXPECT_TRUE(isKnown("%of = and i32 %t, 992\n"));
  EXPECT_TRUE(isKnown("%u = lshr i32 %t, 6\n%of = shl i32 %u, 3\n"));
  EXPECT_TRUE(isKnown("%of = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"));
  // So is any other number of the lane that tells.
  EXPECT_TRUE(isKnown("%of = and i32 %t, 31\n"));
  EXPECT_FALSE(isKnown("%of = add i32 %d, %t\n"));
}

TEST(WarpExprs, WavefrontsTellTheSameInWordsOfTheirOwn) {
  const std::string Read = "%v = call i32 @llvm.amdgcn.readfirstlane.i32(i32 ";
  expectSteps(storedAt(Read + "%d)"), 0);
  const KernelSummary K = storedAt("%of = lshr i32 %t, 6\n" + Read + "%of)");
  EXPECT_FALSE(K.Exprs.dependsOnData(K.Accesses.back().Offset));
  // Of 64 lanes the second half has another number: that of the first counts.
  const KernelSummary Half = storedAt("%of = lshr i32 %t, 5\n" + Read + "%of)");
  EXPECT_EQ(print(Half, Half.Accesses.back().Offset),
            "((tid.x >> 5) of lane 0)");
  expectSteps(storedAt("%b = call i64 @llvm.amdgcn.ballot.i64(i1 %is)\n"
                       "%v = trunc i64 %b to i32\n"),
              0);
  // The place of a lane among those that vote for it.
  expectSteps(storedAt("%b = call i64 @llvm.amdgcn.ballot.i64(i1 %is)\n"
                       "%m = trunc i64 %b to i32\n"
                       "%v = call i32 @llvm.amdgcn.mbcnt.lo(i32 %m, i32 0)\n"),
              1);
}

TEST(WarpExprs, TheFirstOfTheLanesThatTakePart) {
  KernelSummary K = storedAt(R"(
  %b = call i32 @llvm.nvvm.activemask()
  %lt = call i32 asm "mov.u32 $0, %lanemask_lt;", "=r"()
  %m = and i32 %lt, %b
  %first = icmp eq i32 %m, 0
  %v = zext i1 %first to i32)");
  std::vector<int64_t> D = distances(K);
  ASSERT_EQ(D.size(), 32u);
  EXPECT_EQ(D[1], -1);
  EXPECT_EQ(D[31], -1);
}

TEST(WarpExprs, WhatOneThreadLeavesInSharedMemoryIsKnownToAll) {
  auto Stored = [](const std::string &Value, const std::string &More = "") {
    KernelSummary K = storedAt(R"(
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %set, label %join
set:
  store i32 )" + Value + R"(, ptr addrspace(3) @count
)" + More + R"(
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) @count)");
    return print(K, K.Accesses.back().Offset);
  };
  EXPECT_EQ(Stored("%b"), "ctaid.x");
  // Another store, data, and a value that depends on who stores it.
  EXPECT_NE(Stored("%b", "store i32 7, ptr addrspace(3) @count"), "ctaid.x");
  EXPECT_NE(Stored("%d"), "ctaid.x");
  EXPECT_EQ(Stored("%t").find("tid.x"), std::string::npos);
}
