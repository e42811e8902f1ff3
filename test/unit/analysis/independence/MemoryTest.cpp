//===- MemoryTest.cpp - Memory in the proof -------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/independence/ProofFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(IndependenceMemory, SharedMemoryByRoundaboutWays) {
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

TEST(IndependenceMemory, WhatIsReadElsewhereAfterABarrierIsExchanged) {
  const std::string Barrier =
      "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n";
  auto Body = [](const char *Read) {
    return std::string(R"(
  %x = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %n, ptr addrspace(1) %x
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = add i32 %i, 1
  %y = getelementptr i32, ptr addrspace(1) %p, i32 )") +
           Read + R"(
  %v = load i32, ptr addrspace(1) %y
  %z = getelementptr i32, ptr addrspace(1) %q, i32 %i
  store i32 %v, ptr addrspace(1) %z
  ret void)";
  };
  EXPECT_TRUE(proofOf(Body("%i"), Barrier).Proven);
  EXPECT_FALSE(proofOf(Body("%j"), Barrier).Proven);
}
