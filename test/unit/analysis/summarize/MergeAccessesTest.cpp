//===- MergeAccessesTest.cpp - Vectors of neighbours ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(MergeAccesses, ScalarsThatAreOnlyFourByteAlignedStayApart) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %a = load float, ptr %p, align 4
  %q = getelementptr i8, ptr %p, i64 4
  %b = load float, ptr %q, align 4
  %c = fadd float %a, %b
  store float %c, ptr %p, align 4
  ret void
})");
  EXPECT_EQ(summarize(I, "k").Accesses.size(), 3u);
}

namespace {
/// Bytes per lane of the accesses of a kernel with this body, in text order;
/// pointers %p and %q are aligned to 16 bytes.
std::vector<uint32_t> widths(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr align 16 %p, ptr align 16 %q) {
  %p1 = getelementptr i8, ptr %p, i64 4
  %p2 = getelementptr i8, ptr %p, i64 8
  %p3 = getelementptr i8, ptr %p, i64 12
  %q1 = getelementptr i8, ptr %q, i64 4
)" + Body + "\n  ret void\n}");
  std::vector<uint32_t> Out;
  for (const Access &A : summarize(I, "k").Accesses)
    Out.push_back(A.BytesPerLane);
  return Out;
}
using Widths = std::vector<uint32_t>;
} // namespace

TEST(MergeAccesses, FourFloatsAreOneLoad) {
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "%b = load float, ptr %p1, align 4\n"
                   "%c = load float, ptr %p2, align 8\n"
                   "%d = load float, ptr %p3, align 4"),
            Widths({16}));
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "%b = load float, ptr %p1, align 4\n"
                   "%c = load float, ptr %p2, align 8"),
            Widths({16}));
}

TEST(MergeAccesses, LoadsOfSomeElementsAreOneLoad) {
  // x and z, x and w of four.
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "%c = load float, ptr %p2, align 8"),
            Widths({16}));
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "%d = load float, ptr %p3, align 4"),
            Widths({16}));
  EXPECT_EQ(widths("%a = load i8, ptr %p, align 4\n"
                   "%e = getelementptr i8, ptr %p, i64 2\n"
                   "%b = load i8, ptr %e, align 2"),
            Widths({4}));
  // Two are a vector of two; y and z do not begin where one may.
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "%b = load float, ptr %p1, align 4"),
            Widths({8}));
  EXPECT_EQ(widths("%b = load float, ptr %p1, align 4\n"
                   "%c = load float, ptr %p2, align 8"),
            Widths({4, 4}));
  // What begins in the middle of an element is none.
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "%e = getelementptr i8, ptr %p, i64 10\n"
                   "%b = load float, ptr %e, align 2"),
            Widths({4, 4}));
  // Stores write what they are given, and no more.
  EXPECT_EQ(widths("store float 1.0, ptr %p, align 16\n"
                   "store float 1.0, ptr %p2, align 8"),
            Widths({4, 4}));
}

TEST(MergeAccesses, AStoreBetweenLoadsKeepsThemApart) {
  EXPECT_EQ(widths("%a = load float, ptr %p, align 16\n"
                   "store float %a, ptr %q, align 16\n"
                   "%b = load float, ptr %p1, align 4\n"
                   "store float %b, ptr %q1, align 4"),
            Widths({4, 4, 4, 4}));
}

TEST(MergeAccesses, ABarrierKeepsStoresApart) {
  EXPECT_EQ(widths("store float 1.0, ptr %p, align 16\n"
                   "store float 2.0, ptr %p1, align 4"),
            Widths({8}));
  EXPECT_EQ(widths("store float 1.0, ptr %p, align 16\n"
                   "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
                   "store float 2.0, ptr %p1, align 4"),
            Widths({4, 4}));
}

TEST(MergeAccesses, VolatileAccessesStayAsTheyAre) {
  EXPECT_EQ(widths("%a = load volatile float, ptr %p, align 16\n"
                   "%b = load volatile float, ptr %p1, align 4"),
            Widths({4, 4}));
}
