//===- BlockScanTest.cpp - Scans that wait at every step ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/BlockScan.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
constexpr llvm::StringLiteral Barrier = "call void @llvm.nvvm.barrier0()";

/// Adds to each of a block's 256 elements the one that is %d before it, where
/// \p Next is the next %d. \p Wait stands between the load and the store.
KernelSummary steps(llvm::StringRef Next, llvm::StringRef Wait = Barrier) {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
@s = internal addrspace(3) global [256 x float] undef
define ptx_kernel void @k(ptr addrspace(1) %p) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %b = shl i32 %c, 8
  %i = add i32 %b, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %a, align 4
  %o = getelementptr float, ptr addrspace(3) @s, i32 %t
  store float %v, ptr addrspace(3) %o, align 4
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %d = phi i32 [ 1, %entry ], [ %dn, %next ]
  %has = icmp uge i32 %t, %d
  br i1 %has, label %take, label %next
take:
  %e = sub i32 %t, %d
  %from = getelementptr float, ptr addrspace(3) @s, i32 %e
  %w = load float, ptr addrspace(3) %from, align 4
  br label %next
next:
  %u = phi float [ 0.0, %loop ], [ %w, %take ]
  {1}
  %own = load float, ptr addrspace(3) %o, align 4
  %sum = fadd float %own, %u
  store float %sum, ptr addrspace(3) %o, align 4
  call void @llvm.nvvm.barrier0()
  %dn = {0}
  %more = icmp ult i32 %dn, 256
  br i1 %more, label %loop, label %done
done:
  store float %sum, ptr addrspace(1) %a, align 4
  ret void
}
)ir",
      Next, Wait);
  Ir I = parseText(Text);
  return summarize(I, "k");
}

std::vector<LineFinding> scansIn(const KernelSummary &K, Dim3 Block,
                                 uint64_t Blocks = 8192) {
  const Asked A = ask(K, {Blocks}, Block);
  return findBlockScans(A.K, A.L, A.Gpu, A.P);
}
} // namespace

TEST(BlockScan, TheDistanceDoubles) {
  const auto F = scansIn(steps("shl i32 %d, 1"), {256});
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Text, HasSubstr("the 8 steps of this scan"));
  EXPECT_LT(F[0].WithoutUs.Value, F[0].TimeUs.Value);
  // Some steps are left for the shuffles.
  EXPECT_GT(F[0].WithoutUs.Value, F[0].TimeUs.Value / 4);
}

TEST(BlockScan, OtherDistancesAreNoScan) {
  EXPECT_THAT(scansIn(steps("add i32 %d, 1"), {256}), IsEmpty());
}

TEST(BlockScan, WithoutABarrierInBetweenItIsAnotherLoop) {
  EXPECT_THAT(scansIn(steps("shl i32 %d, 1", ""), {256}), IsEmpty());
}

TEST(BlockScan, PartOfABlockOrOfMoreDimensions) {
  EXPECT_THAT(scansIn(steps("shl i32 %d, 1"), {512}), IsEmpty());
  EXPECT_THAT(scansIn(steps("shl i32 %d, 1"), {32}), IsEmpty());
  EXPECT_THAT(scansIn(steps("shl i32 %d, 1"), {128, 2}), IsEmpty());
}

TEST(BlockScan, AFewBlocksAreAStepBetweenOthers) {
  EXPECT_THAT(scansIn(steps("shl i32 %d, 1"), {256}, 8), IsEmpty());
}
