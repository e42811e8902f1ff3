//===- BulkExprsTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// A box per block: the same one for two copies at the same coordinates,
/// another tensor for another map.
TEST(BulkExprs, BoxesOfTensorsLieSideBySide) {
  const std::string Copy =
      "  call void asm sideeffect \"cp.async.bulk.tensor.2d.shared::cluster."
      "global.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];\", "
      "\"r,l,r,r,r\"(i32 0, ptr ";
  Ir I =
      parseText("target triple = \"nvptx64-nvidia-cuda\"\n"
                "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                "define ptx_kernel void @k(ptr byval([128 x i8]) %m, "
                "ptr byval([128 x i8]) %n) {\n"
                "  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                "  call void asm sideeffect \"mbarrier.arrive.expect_tx."
                "shared::cta.b64 _, [$0], $1;\", \"r,r\"(i32 8, i32 3072)\n" +
                Copy + "%m, i32 8, i32 %x, i32 0)\n" + Copy +
                "%m, i32 8, i32 0, i32 %x)\n" + Copy +
                "%n, i32 8, i32 %x, i32 0)\n  ret void\n}");
  const KernelSummary K = summarize(I, "k");
  ASSERT_EQ(K.Accesses.size(), 3U);
  const Access &A = K.Accesses[0], &B = K.Accesses[1], &C = K.Accesses[2];
  EXPECT_EQ(A.Space, MemSpace::Global);
  EXPECT_EQ(A.Base, Access::BaseKind::Variable);
  EXPECT_EQ(A.BaseIndex, B.BaseIndex);
  EXPECT_NE(A.BaseIndex, C.BaseIndex);
  EXPECT_EQ(K.Exprs.print(A.Offset, {}), "1024*ctaid.x");
  EXPECT_EQ(K.Exprs.print(B.Offset, {}), "1048576*ctaid.x");
}
