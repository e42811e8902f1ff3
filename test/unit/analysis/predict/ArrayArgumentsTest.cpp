//===- ArrayArgumentsTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/ArrayArguments.h"
#include "test/unit/analysis/IrFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A kernel whose outer loop of %n iterations (%i) holds one of %m (%j); the
/// body computes %at, an element of an array of 48 floats, and stores to it if
/// %go.
KernelSummary overArray(llvm::StringRef Body) {
  Ir I = parseText((R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [48 x float] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = icmp sgt i32 %n, 0
  %any = icmp sgt i32 %m, 0
  %both = and i1 %some, %any
  br i1 %both, label %outer, label %end
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %next ]
)" + Body + R"(
  br i1 %go, label %store, label %next
store:
  %w = sext i32 %at to i64
  %p = getelementptr float, ptr addrspace(3) @s, i64 %w
  store float 1.0, ptr addrspace(3) %p, align 4
  br label %next
next:
  %j1 = add nsw i32 %j, 1
  %more = icmp slt i32 %j1, %m
  br i1 %more, label %inner, label %latch
latch:
  %i1 = add nsw i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %outer, label %end
end:
  ret void
}
)")
                       .str());
  return summarize(I, "k");
}

/// n and m after the array has told them.
std::pair<int64_t, int64_t> taken(llvm::StringRef Body, ArgValue N,
                                  ArgValue M) {
  const KernelSummary K = overArray(Body);
  Launch L;
  L.Block = {64, 1, 1};
  L.Args = {ArgValue(), N, M};
  takeArgumentsFromArrays(K, L);
  for (size_t I : {size_t(1), size_t(2)}) {
    const ArgValue &Before = I == 1 ? N : M;
    // Who says a value changes with the value only.
    EXPECT_EQ(L.Args[I].From == Provenance::Array,
              L.Args[I].Integer != Before.Integer);
  }
  return {L.Args[1].Integer, L.Args[2].Integer};
}

ArgValue open(int64_t V) { return ArgValue::integer(V, Provenance::Unknown); }
using Both = std::pair<int64_t, int64_t>;

constexpr llvm::StringLiteral ByInner = R"(
  %at = add i32 %j, 0
  %go = icmp sgt i32 %n, 0
)";

TEST(ArrayArguments, ALoopEndsWithTheArray) {
  EXPECT_EQ(taken(ByInner, open(1000), open(1000)), (Both{1000, 48}));
  EXPECT_EQ(taken(ByInner, open(1000), open(48)), (Both{1000, 48}));
  EXPECT_EQ(taken(ByInner, open(1000), open(20)), (Both{1000, 20}));
}

TEST(ArrayArguments, RowsAndColumnsShareTheArray) {
  EXPECT_EQ(taken(R"(
  %row = mul i32 %i, 8
  %at = add i32 %row, %j
  %go = icmp sgt i32 %n, 0
)",
                  open(1000), open(8)),
            (Both{6, 6}));
  // One of them is said: the other one is what is left.
  EXPECT_EQ(taken(R"(
  %row = mul i32 %i, 8
  %at = add i32 %row, %j
  %go = icmp sgt i32 %n, 0
)",
                  open(1000), ArgValue::integer(8)),
            (Both{6, 8}));
}

TEST(ArrayArguments, WhatIsSaidStays) {
  EXPECT_EQ(taken(ByInner, open(1000), ArgValue::integer(1000)),
            (Both{1000, 1000}));
}

TEST(ArrayArguments, AGuardedAccessSaysNothing) {
  EXPECT_EQ(taken(R"(
  %at = add i32 %j, 0
  %go = icmp slt i32 %j, 48
)",
                  open(1000), open(1000)),
            (Both{1000, 1000}));
}

TEST(ArrayArguments, AddressesOfDataSayNothing) {
  EXPECT_EQ(taken(R"(
  %q = getelementptr i32, ptr addrspace(1) %a, i32 %j
  %at = load i32, ptr addrspace(1) %q, align 4
  %go = icmp sgt i32 %n, 0
)",
                  open(1000), open(1000)),
            (Both{1000, 1000}));
}
} // namespace
