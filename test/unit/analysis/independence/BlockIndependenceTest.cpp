//===- BlockIndependenceTest.cpp - The proof on IR text -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CUDA text does not come to, or only by way of optimisations. Kernels
// from source: test/unit/plugin/analyze/IndependenceFromCudaTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
constexpr char Registers[] = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
)";

/// A kernel that has its global index in %i.
BlockIndependence proofOf(const std::string &Body,
                          const std::string &More = "") {
  Ir I = parseText(std::string(Registers) + More + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %s = mul i32 %b, %d
  %i = add i32 %s, %t
)" + Body + "\n}\n");
  return summarize(I, "k").Independence;
}

constexpr char Store[] = R"(
  %a = sext i32 %v to i64
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 %v, ptr addrspace(1) %x
  ret void
)";
} // namespace

TEST(BlockIndependence, TheSameIndexInAnotherForm) {
  for (const char *V :
       {"%v = add i32 %t, %s",
        "%m = sub i32 0, %b\n %o = mul i32 %m, %d\n"
        "%v = sub i32 %t, %o",
        "%o = shl i32 %s, 1\n %u = shl i32 %t, 1\n %v = or disjoint i32 %o, %u",
        "%y = sub i32 %i, %t\n %z = add i32 %y, %d\n %w = sub i32 %z, %d\n"
        "%v = add i32 %w, %t",
        "%o = mul i32 %i, %n\n %v = udiv i32 %o, 7"})
    EXPECT_TRUE(proofOf(std::string(V) + Store).Proven) << V;
  for (const char *V :
       {"%v = add i32 %t, %d", "%v = sub i32 %i, %t", "%v = mul i32 %t, %d",
        "%o = mul i32 %s, 2\n %v = add i32 %o, %t", "%v = xor i32 %s, %t",
        "%o = mul i32 %t, %n\n %v = add i32 %s, %o",
        "%o = udiv i32 %s, 7\n %u = udiv i32 %t, 7\n %v = add i32 %o, %u",
        "%o = trunc i32 %s to i8\n %u = zext i8 %o to i32\n"
        "%v = add i32 %u, %t"})
    EXPECT_FALSE(proofOf(std::string(V) + Store).Proven) << V;
}

TEST(BlockIndependence, HashesWrap) {
  // 64 bits of a 32-bit product each: the sum is not that of the index.
  EXPECT_FALSE(proofOf(R"(
  %o = mul i32 %s, 1664525
  %u = mul i32 %t, 1664525
  %o8 = zext i32 %o to i64
  %u8 = zext i32 %u to i64
  %a = add i64 %o8, %u8
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 0, ptr addrspace(1) %x
  ret void)")
                   .Proven);
}

TEST(BlockIndependence, ControlFlowThatNoSourceHas) {
  // A loop with two entries; the index decides which.
  BlockIndependence B = proofOf(R"(
  %c = icmp slt i32 %i, %n
  br i1 %c, label %one, label %two
one:
  %v1 = phi i32 [ %i, %entry ], [ %w2, %two ]
  %w1 = add i32 %v1, 1
  br label %two
two:
  %v2 = phi i32 [ 7, %entry ], [ %w1, %one ]
  %w2 = mul i32 %v2, 3
  %e = icmp slt i32 %w2, 1000
  br i1 %e, label %one, label %end
end:
  store i32 %w2, ptr addrspace(1) %p
  ret void)");
  EXPECT_TRUE(B.Proven);
  EXPECT_EQ(B.Dims[0].Needed, ThreadsNeeded::Exact);
  // Without an end, and with blocks that nothing leads to.
  EXPECT_TRUE(proofOf(R"(
  br label %loop
loop:
  store i32 %i, ptr addrspace(1) %p
  br label %loop
never:
  store i32 %t, ptr addrspace(1) %p
  br label %loop)")
                  .Proven);
  // The phi is the index only by way of the branch.
  B = proofOf(R"(
  %c = icmp eq i32 %t, 0
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  %v = phi i32 [ 1, %entry ], [ 2, %one ]
  store i32 %v, ptr addrspace(1) %p
  ret void)");
  EXPECT_FALSE(B.Proven);
  EXPECT_EQ(B.Reason, "a branch depends on threadIdx.x alone");
  EXPECT_FALSE(proofOf(R"(
  switch i32 %t, label %two [ i32 1, label %one ]
one:
  store i32 1, ptr addrspace(1) %p
  br label %two
two:
  ret void)")
                   .Proven);
}

TEST(BlockIndependence, ValuesThatAreSelectedByTheRawIndex) {
  EXPECT_FALSE(proofOf(R"(
  %c = icmp eq i32 %t, 0
  %v = select i1 %c, i32 1, i32 2
  store i32 %v, ptr addrspace(1) %p
  ret void)")
                   .Proven);
  EXPECT_FALSE(proofOf(R"(
  %x = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(1) %q
  ret void)")
                   .Proven);
}

TEST(BlockIndependence, LongChainsEnd) {
  // Each value twice in the next: a tree of 2^60 leaves.
  std::string Body = "  %v0 = add i32 %t, 1\n";
  for (int K = 0; K < 60; ++K) {
    std::string A = "%v" + std::to_string(K), N = std::to_string(K + 1);
    Body += "  %z" + N + " = zext i32 " + A + " to i64\n  %a" + N +
            " = add i64 %z" + N + ", 3\n  %m" + N + " = mul i64 %a" + N +
            ", %z" + N + "\n  %u" + N + " = udiv i64 %m" + N + ", %a" + N +
            "\n  %y" + N + " = add i64 %u" + N + ", %m" + N + "\n  %v" + N +
            " = trunc i64 %y" + N + " to i32\n";
  }
  EXPECT_FALSE(
      proofOf(Body + "  store i32 %v60, ptr addrspace(1) %p\n  ret void")
          .Proven);
}

TEST(BlockIndependence, OddTypes) {
  EXPECT_TRUE(proofOf(R"(
  %w = zext i32 %i to i128
  %v = mul i128 %w, 12345678901234567890123
  %x = getelementptr i128, ptr addrspace(1) %p, i32 %i
  store i128 %v, ptr addrspace(1) %x
  ret void)")
                  .Proven);
  EXPECT_FALSE(proofOf(R"(
  %w = zext i32 %t to i128
  store i128 %w, ptr addrspace(1) %p
  ret void)")
                   .Proven);
  EXPECT_FALSE(proofOf(R"(
  %v = insertelement <2 x i32> zeroinitializer, i32 %t, i32 1
  store <2 x i32> %v, ptr addrspace(1) %p
  ret void)")
                   .Proven);
  EXPECT_FALSE(proofOf(R"(
  %o = ptrtoint ptr addrspace(1) %p to i64
  %t8 = zext i32 %t to i64
  %u = add i64 %o, %t8
  %x = inttoptr i64 %u to ptr
  store i8 0, ptr %x
  ret void)")
                   .Proven);
}

TEST(BlockIndependence, SharedMemoryByRoundaboutWays) {
  const std::string Extern =
      "@s = external addrspace(3) global [0 x i32], align 4\n";
  // Through a pointer that is one of two.
  EXPECT_FALSE(proofOf(R"(
  %g = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %h = getelementptr i32, ptr addrspace(3) @s, i32 %n
  %c = icmp slt i32 %i, %n
  %x = select i1 %c, ptr addrspace(3) %g, ptr addrspace(3) %h
  store i32 %i, ptr addrspace(3) %x
  ret void)",
                       Extern)
                   .Proven);
  // As a generic pointer, in memory, as a number.
  EXPECT_FALSE(proofOf(R"(
  store ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr addrspace(1) %p
  ret void)",
                       Extern)
                   .Proven);
  EXPECT_FALSE(proofOf(R"(
  %x = inttoptr i32 %i to ptr addrspace(3)
  store i32 0, ptr addrspace(3) %x
  ret void)")
                   .Proven);
  // One slot per thread; with half of the bytes it is the neighbour's, too.
  BlockIndependence B = proofOf(R"(
  %x = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %i, ptr addrspace(3) %x
  %v = load i32, ptr addrspace(3) %x
  store i32 %v, ptr addrspace(1) %p
  ret void)",
                                Extern);
  EXPECT_TRUE(B.Proven) << B.Reason;
  EXPECT_EQ(B.SharedBytesPerThread, 4u);
  EXPECT_FALSE(proofOf(R"(
  %x = getelementptr i16, ptr addrspace(3) @s, i32 %t
  store i32 %i, ptr addrspace(3) %x
  ret void)",
                       Extern)
                   .Proven);
}

TEST(BlockIndependence, KernelsOfTheInputs) {
  EXPECT_TRUE(kernel("saxpy").Independence.Proven);
  KernelSummary Tiled = kernel("matmulTiled");
  EXPECT_FALSE(Tiled.Independence.Proven);
  EXPECT_NE(Tiled.Independence.Reason.find("fixed elements"),
            std::string::npos);
  EXPECT_NE(Tiled.Independence.ReasonWhere.Line, 0u);
}
