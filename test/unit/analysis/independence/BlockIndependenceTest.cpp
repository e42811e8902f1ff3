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

#include "test/unit/analysis/independence/ProofFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

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

TEST(BlockIndependence, KernelsOfTheInputs) {
  EXPECT_TRUE(kernel("saxpy").Independence.Proven);
  KernelSummary Tiled = kernel("matmulTiled");
  EXPECT_FALSE(Tiled.Independence.Proven);
  EXPECT_NE(Tiled.Independence.Reason.find("fixed elements"),
            std::string::npos);
  EXPECT_NE(Tiled.Independence.ReasonWhere.Line, 0u);
}
