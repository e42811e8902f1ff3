//===- NarrowAccessTest.cpp - Vectors that are accessed in parts ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/vectors/NarrowAccess.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::HasSubstr;

namespace {
/// A kernel whose threads, of which each is \p Step bytes from the one before,
/// load the bytes at \p Loads of %in and store one to those at \p Stores of
/// %out. \p Align: what the first of either is known to be aligned to.
KernelSummary bytesOf(unsigned Step, std::vector<int> Loads,
                      std::vector<int> Stores, unsigned Align = 1) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) noalias %in,
                          ptr addrspace(1) noalias %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
  %s = mul i32 %i, STEP
  %w = zext i32 %s to i64
  %in0 = getelementptr i8, ptr addrspace(1) %in, i64 %w
  %out0 = getelementptr i8, ptr addrspace(1) %out, i64 %w
  %sum0 = add i8 0, 0
)";
  Text.replace(Text.find("STEP"), 4, std::to_string(Step));
  auto AlignOf = [&](int At) { return std::to_string(At == 0 ? Align : 1); };
  unsigned N = 0;
  for (int At : Loads) {
    const std::string Id = std::to_string(++N), Before = std::to_string(N - 1);
    Text += "  %p" + Id + " = getelementptr i8, ptr addrspace(1) %in0, i64 " +
            std::to_string(At) + "\n  %v" + Id +
            " = load i8, ptr addrspace(1) %p" + Id + ", align " + AlignOf(At) +
            "\n  %sum" + Id + " = add i8 %sum" + Before + ", %v" + Id + "\n";
  }
  for (int At : Stores) {
    const std::string Id = "s" + std::to_string(At);
    Text += "  %p" + Id + " = getelementptr i8, ptr addrspace(1) %out0, i64 " +
            std::to_string(At) + "\n  store i8 %sum" + std::to_string(N) +
            ", ptr addrspace(1) %p" + Id + ", align " + AlignOf(At) + "\n";
  }
  Text += R"(  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)";
  Ir I = parseText(Text);
  return summarize(I, "k");
}

/// "4: 0 1 2 3" for each vector: its bytes and the accesses.
std::vector<std::string> vectorsOf(const KernelSummary &K) {
  std::vector<std::string> Out;
  for (const VectorParts &V : vectorsInParts(K)) {
    std::string Text = std::to_string(V.Bytes) + ":";
    for (AccessId Id : V.Parts)
      Text += " " + std::to_string(Id);
    Out.push_back(std::move(Text));
  }
  return Out;
}
using Lines = std::vector<std::string>;
} // namespace

TEST(NarrowAccess, TheBytesOfAPixel) {
  EXPECT_EQ(vectorsOf(bytesOf(4, {0, 1, 2, 3}, {})), (Lines{"4: 0 1 2 3"}));
  // A load may leave a byte out; a store would have to know what stands there.
  EXPECT_EQ(vectorsOf(bytesOf(4, {0, 1, 2}, {0, 1, 2})), (Lines{"4: 0 1 2"}));
  EXPECT_EQ(vectorsOf(bytesOf(4, {0}, {0, 1, 2, 3})), (Lines{"4: 1 2 3 4"}));
}

TEST(NarrowAccess, TheWidestVectorThatIsAligned) {
  EXPECT_EQ(vectorsOf(bytesOf(8, {0, 1, 2, 3, 4, 5, 6, 7}, {})),
            (Lines{"8: 0 1 2 3 4 5 6 7"}));
  // Threads twelve bytes apart have three vectors of four bytes.
  EXPECT_EQ(vectorsOf(bytesOf(12, {0, 1, 2, 3, 8, 9, 10, 11}, {})),
            (Lines{"4: 0 1 2 3", "4: 4 5 6 7"}));
  // Four bytes that begin at the second one lie in two vectors.
  EXPECT_EQ(vectorsOf(bytesOf(4, {1, 2, 3, 4}, {})), (Lines{"4: 0 1 2"}));
}

TEST(NarrowAccess, NoVectorWhereNothingIsAligned) {
  EXPECT_EQ(vectorsOf(bytesOf(3, {0, 1, 2}, {})), Lines{});
  EXPECT_EQ(vectorsOf(bytesOf(4, {0, 2}, {})), Lines{});
  EXPECT_EQ(vectorsOf(bytesOf(4, {0}, {0})), Lines{});
}

TEST(NarrowAccess, WhatTheCompilerKnowsToBeAlignedItJoins) {
  EXPECT_EQ(vectorsOf(bytesOf(4, {0, 1, 2, 3}, {}, 4)), Lines{});
}

TEST(NarrowAccess, OneFindingForAllOfTheKernel) {
  const Asked A =
      ask(bytesOf(4, {0, 1, 2}, {0, 1, 2, 3}), {65536}, {256}, {{}, {}});
  const auto F = findNarrowAccesses(A.K, A.L, A.Gpu, A.P);
  ASSERT_TRUE(F.has_value());
  EXPECT_EQ(F->Text, "a thread loads 'in' and stores 'out' in 7 accesses of 1 "
                     "byte, where 2 of 4 bytes would do");
  EXPECT_THAT(F->Notes.front(), HasSubstr("as uchar4"));
  EXPECT_LT(F->WithoutUs.Value, 0.95 * F->TimeUs.Value);
  // What is moved at the least stays: a third of it is not saved.
  const double Bytes = 65536.0 * 256 * 8;
  EXPECT_GT(F->WithoutUs.Value,
            Bytes / (A.Gpu.DramTheoreticalGbps->Value * 1e3));
  // The bytes fill their sectors together: no layout is to be changed.
  EXPECT_EQ(findCostlyRequests(A.K, A.L, A.Gpu, A.P).size(), 1u);
}

TEST(NarrowAccess, TheLayoutComesFirstWhereItGainsMore) {
  // Four bytes of every 64: the vector saves requests, the layout sectors.
  const Asked A = ask(bytesOf(64, {0, 1, 2, 3}, {}), {65536}, {256}, {{}, {}});
  const auto F = findCostlyRequests(A.K, A.L, A.Gpu, A.P);
  ASSERT_EQ(F.size(), 1u);
  EXPECT_THAT(F.front().Text, HasSubstr("sectors per request"));
}
