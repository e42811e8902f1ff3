//===- BoxSizesTest.cpp - How much a bulk copy moves ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The kernel that does \p Body with pointers and a shared variable.
KernelSummary doing(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, ptr %q, ptr %r) {
)" + Body + "\n  ret void\n}");
  return summarize(I, "k");
}
} // namespace

/// The box is in the tensor map, which the host makes; what the barrier is told
/// to expect is the sum of the boxes.
TEST(BoxSizes, TensorCopiesShareWhatTheBarrierExpects) {
  const KernelSummary K = doing(R"(
  %n = ptrtoint ptr addrspace(3) @s to i32
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r"(i32 %n, i32 6144)
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r"(i32 %n, ptr %p, i32 %n, i32 %x, i32 3)
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r"(i32 %n, ptr %q, i32 %n, i32 %x, i32 3)
  call void asm sideeffect "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [$0, {$1}], [$2];", "l,r,r"(ptr %r, i32 0, i32 %n))");
  ASSERT_EQ(K.Accesses.size(), 3U);
  EXPECT_EQ(K.Accesses[0].BytesPerLane, 3072U);
  EXPECT_EQ(K.Accesses[1].BytesPerLane, 3072U);
  EXPECT_TRUE(K.Accesses[0].Affine);
  EXPECT_NE(K.Accesses[0].BaseIndex, K.Accesses[1].BaseIndex);
  // Nothing is expected of a store: it takes the shared variable.
  EXPECT_EQ(K.Accesses[2].Kind, AccessKind::Store);
  EXPECT_EQ(K.Accesses[2].BytesPerLane, 256U);
}

TEST(BoxSizes, ABoxOfUnknownSizeIsAnAssumption) {
  const KernelSummary K = doing(R"(
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2}], [$3];", "r,l,r,r"(i32 0, ptr %p, i32 0, i32 8))");
  EXPECT_TRUE(K.Accesses.empty());
  EXPECT_TRUE(K.Why.contains(AssumptionKind::InlineAssembly));
}

/// The launch may know the map, where it is passed by value.
TEST(BoxSizes, AMapThatIsPassedByValueIsNamed) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
%maps = type { [8 x i64], [16 x i64] }
define ptx_kernel void @k(ptr %p, ptr byval(%maps) align 64 %m) {
  %map = getelementptr i8, ptr %m, i64 64
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$2}], [$3], $4;", "r,l,r,r,h"(i32 0, ptr %map, i32 0, i32 8, i16 5)
  ret void
})");
  const KernelSummary K = summarize(I, "k");
  ASSERT_EQ(K.Accesses.size(), 1U);
  EXPECT_EQ(K.Accesses[0].MapParam, 1U);
  EXPECT_EQ(K.Accesses[0].MapOffset, 64U);
  EXPECT_EQ(K.Accesses[0].SharingBlocks, 2U);
  EXPECT_TRUE(K.Accesses[0].IsBoxGuessed);
  EXPECT_FALSE(K.Why.contains(AssumptionKind::InlineAssembly));
}

/// What a loop expects is for the copies of the loop alone.
TEST(BoxSizes, EachLoopHasItsOwn) {
  const KernelSummary K = doing(R"(
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r"(i32 0, i32 512)
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2}], [$3];", "r,l,r,r"(i32 0, ptr %p, i32 0, i32 8)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r"(i32 0, i32 2048)
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2}], [$3];", "r,l,r,r"(i32 0, ptr %p, i32 %i, i32 8)
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, 9
  br i1 %more, label %loop, label %end
end:)");
  ASSERT_EQ(K.Accesses.size(), 2U);
  EXPECT_EQ(K.Accesses[0].BytesPerLane, 512U);
  EXPECT_EQ(K.Accesses[1].BytesPerLane, 2048U);
}

/// Of what goes to two blocks, each of them reads its part.
TEST(BoxSizes, WhatGoesToSeveralBlocksIsReadOnce) {
  const KernelSummary K = doing(R"(
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r"(i32 0, i32 4096)
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$2}], [$3], $4;", "r,l,r,r,h"(i32 0, ptr %p, i32 0, i32 8, i16 3)
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2}], [$3];", "r,l,r,r"(i32 0, ptr %q, i32 0, i32 8))");
  ASSERT_EQ(K.Accesses.size(), 2U);
  EXPECT_EQ(K.Accesses[0].BytesPerLane, 1024U);
  EXPECT_EQ(K.Accesses[1].BytesPerLane, 2048U);
}
