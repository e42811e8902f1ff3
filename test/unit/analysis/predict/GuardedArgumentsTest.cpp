//===- GuardedArgumentsTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/GuardedArguments.h"
#include "test/unit/analysis/IrFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A kernel of a pointer and the integers n, m and k, with the index of the
/// thread along x (%i) and y (%j); \p Guard computes %go, and a thread for
/// which it is \p Works stores.
KernelSummary guarded(llvm::StringRef Guard, bool Works = true) {
  Ir I = parseText(
      (R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n, i32 %m, i32 %k) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %dx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %sx = mul i32 %bx, %dx
  %i = add i32 %sx, %tx
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %dy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %sy = mul i32 %by, %dy
  %j = add i32 %sy, %ty
)" + Guard +
       "  br i1 %go, " +
       (Works ? "label %work, label %end" : "label %end, label %work") + R"(
work:
  %w = zext i32 %i to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  store float 1.0, ptr addrspace(1) %p, align 4
  br label %end
end:
  ret void
}
)")
          .str());
  return summarize(I, "k");
}

/// n, m and k after 40 x 3 blocks of 64 x 8 threads have told them. Without a
/// value: nobody says it.
std::vector<int64_t> taken(const KernelSummary &K,
                           std::array<std::optional<int64_t>, 3> Said = {
                               std::nullopt, std::nullopt, std::nullopt}) {
  Launch L;
  L.Grid = {40, 3, 1}, L.Block = {64, 8, 1};
  L.Args.push_back(ArgValue());
  for (const auto &S : Said)
    L.Args.push_back(S ? ArgValue::integer(*S)
                       : ArgValue::integer(16, Provenance::Unknown));
  takeArgumentsFromGrid(K, L);
  std::vector<int64_t> Out;
  for (unsigned I = 1; I < 4; ++I) {
    Out.push_back(L.Args[I].Integer);
    // Who says a value changes with the value only.
    EXPECT_EQ(L.Args[I].From == Provenance::Grid,
              !Said[I - 1] && L.Args[I].Integer != 16);
  }
  return Out;
}

using Values = std::vector<int64_t>;

TEST(GuardedArguments, TheSizeInAGuardIsTheGridsThreads) {
  EXPECT_EQ(taken(guarded("  %go = icmp slt i32 %i, %n\n")),
            (Values{2560, 16, 16}));
  EXPECT_EQ(taken(guarded("  %go = icmp sge i32 %i, %n\n", false)),
            (Values{2560, 16, 16}));
  EXPECT_EQ(taken(guarded("  %go = icmp ugt i32 %i, %n\n", false)),
            (Values{2559, 16, 16}));
}

TEST(GuardedArguments, BothSizesOfAnImageAreTold) {
  constexpr llvm::StringLiteral And = R"(
  %x = icmp slt i32 %i, %n
  %y = icmp slt i32 %j, %m
  %go = and i1 %x, %y
)";
  EXPECT_EQ(taken(guarded(And)), (Values{2560, 24, 16}));
  constexpr llvm::StringLiteral Or = R"(
  %x = icmp sge i32 %i, %n
  %y = icmp sge i32 %j, %m
  %go = select i1 %x, i1 true, i1 %y
)";
  EXPECT_EQ(taken(guarded(Or, false)), (Values{2560, 24, 16}));
}

TEST(GuardedArguments, AFieldOfAStructIsASizeAsWell) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
%P = type { i64, i32, i32 }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @k(ptr addrspace(1) %a, ptr byval(%P) align 8 %p) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %dx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %sx = mul i32 %bx, %dx
  %i = add i32 %sx, %tx
  %w = zext i32 %i to i64
  %n = load i64, ptr %p, align 8
  %go = icmp ult i64 %w, %n
  br i1 %go, label %work, label %end
work:
  %q = getelementptr float, ptr addrspace(1) %a, i64 %w
  store float 1.0, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}
)");
  Launch L;
  L.Grid = {40, 1, 1}, L.Block = {64, 1, 1};
  L.Args.resize(2);
  L.Args[1].Fields = {{0, ArgValue::integer(16, Provenance::Unknown)},
                      {8, ArgValue::integer(16, Provenance::Unknown)}};
  takeArgumentsFromGrid(summarize(I, "k"), L);
  EXPECT_EQ(L.Args[1].Fields[0].second.Integer, 2560);
  EXPECT_EQ(L.Args[1].Fields[0].second.From, Provenance::Grid);
  EXPECT_EQ(L.Args[1].Fields[1].second.Integer, 16);
  EXPECT_EQ(L.Args[1].Fields[1].second.From, Provenance::Unknown);
}

TEST(GuardedArguments, WhatIsSaidStaysAndTellsTheRest) {
  EXPECT_EQ(taken(guarded("  %go = icmp slt i32 %i, %n\n"), {{500, {}, {}}}),
            (Values{500, 16, 16}));
  constexpr llvm::StringLiteral Product = R"(
  %all = mul i32 %n, %m
  %go = icmp slt i32 %i, %all
)";
  EXPECT_EQ(taken(guarded(Product), {{256, {}, {}}}), (Values{256, 10, 16}));
  // 50 * 50 < 2560 <= 51 * 51.
  EXPECT_EQ(taken(guarded(Product)), (Values{51, 51, 16}));
  // What is divided by one of them may be anything.
  EXPECT_EQ(taken(guarded(R"(
  %all = udiv i32 %n, %m
  %go = icmp slt i32 %i, %all
)")),
            (Values{16, 16, 16}));
}

TEST(GuardedArguments, AnOffsetOfTheIndexCounts) {
  EXPECT_EQ(taken(guarded(R"(
  %from = add i32 %i, %k
  %go = icmp sle i32 %from, %n
)"),
                  {{{}, {}, 100}}),
            (Values{2659, 16, 100}));
}

TEST(GuardedArguments, ASizeWithWhichTheLastBlockHasWorkStays) {
  Launch L;
  L.Grid = {40, 1, 1}, L.Block = {64, 1, 1};
  L.Args = {ArgValue(), ArgValue::integer(2497, Provenance::Unknown),
            ArgValue(), ArgValue()};
  const KernelSummary K = guarded("  %go = icmp slt i32 %i, %n\n");
  takeArgumentsFromGrid(K, L);
  EXPECT_EQ(L.Args[1].Integer, 2497);
  EXPECT_EQ(L.Args[1].From, Provenance::Unknown);
  L.Args[1].Integer = 2496; // its last block would be idle
  takeArgumentsFromGrid(K, L);
  EXPECT_EQ(L.Args[1].Integer, 2560);
}

TEST(GuardedArguments, ThreadsFromSomeNumberOnAreNoSize) {
  // A step of a prefix sum: `if (i >= n) a[i] += a[i - n]`.
  EXPECT_EQ(taken(guarded("  %go = icmp sge i32 %i, %n\n")),
            (Values{16, 16, 16}));
  // A column of an image whose rows follow one another.
  EXPECT_EQ(taken(guarded("  %c = urem i32 %i, 100\n"
                          "  %go = icmp slt i32 %c, %n\n")),
            (Values{16, 16, 16}));
  // The first n threads of each block.
  EXPECT_EQ(taken(guarded("  %go = icmp slt i32 %tx, %n\n")),
            (Values{16, 16, 16}));
}
} // namespace
