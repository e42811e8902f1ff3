//===- RegisterTileTest.cpp - Several results of one thread ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/RegisterTile.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// A loop with two sums, %s and %t. In each iteration %v, %w and %u are
/// elements of p, and \p Body makes %sn and %tn. Whether the first load of
/// it is in a tile.
static bool isFirstInTile(llvm::StringRef Body) {
  const std::string Text = llvm::formatv(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %r, i32 %n) {{
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %jn, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sn, %loop ]
  %t = phi float [ 0.0, %entry ], [ %tn, %loop ]
  %x = zext nneg i32 %j to i64
  %g = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %g, align 4
  %h = getelementptr float, ptr addrspace(1) %g, i64 1000
  %w = load float, ptr addrspace(1) %h, align 4
  %i = getelementptr float, ptr addrspace(1) %g, i64 2000
  %u = load float, ptr addrspace(1) %i, align 4
{0}
  %jn = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %jn, %n
  br i1 %more, label %loop, label %done
done:
  %sum = fadd float %sn, %tn
  store float %sum, ptr addrspace(1) %r, align 4
  ret void
}
)ir",
                                         Body);
  Ir I = parseText(Text);
  const KernelSummary K = summarize(I, "k");
  return isInRegisterTile(K, 0, {0});
}

TEST(RegisterTile, OneOperandOfTwoResults) {
  EXPECT_TRUE(isFirstInTile(
      R"(%sn = call float @llvm.fma.f32(float %v, float %w, float %s)
         %tn = call float @llvm.fma.f32(float %v, float %u, float %t))"));
}

TEST(RegisterTile, OneOperandOfOneResultIsInNone) {
  EXPECT_FALSE(isFirstInTile(
      R"(%sn = call float @llvm.fma.f32(float %v, float %w, float %s)
         %tn = call float @llvm.fma.f32(float %w, float %u, float %t))"));
}

TEST(RegisterTile, ThePartsOfAComplexProductAreOneResult) {
  EXPECT_FALSE(isFirstInTile(
      R"(%m = fmul float %v, %w
         %sn = call float @llvm.fma.f32(float %m, float %u, float %s)
         %a = fadd float %v, %w
         %tn = call float @llvm.fma.f32(float %a, float %u, float %t))"));
}
