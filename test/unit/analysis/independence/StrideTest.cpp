//===- StrideTest.cpp - Grid-stride loops in the proof --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/independence/ProofFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// for (j = index; j < %n; j += Step) with the store of \p Value at j.
BlockIndependence strideBy(const std::string &Step, const char *Value = "%j") {
  return proofOf("  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()\n" +
                 Step + R"(
  %enter = icmp slt i32 %i, %n
  br i1 %enter, label %loop, label %done
loop:
  %j = phi i32 [ %i, %entry ], [ %k, %loop ]
  %a = sext i32 %j to i64
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 )" + Value +
                 R"(, ptr addrspace(1) %x
  %k = add nsw i32 %j, %step
  %c = icmp slt i32 %k, %n
  br i1 %c, label %loop, label %done
done:
  ret void)");
}
} // namespace

TEST(IndependenceStride, ALoopOverAllThreadsRunsWithAnyNumber) {
  BlockIndependence B = strideBy("  %step = mul i32 %g, %d");
  EXPECT_TRUE(B.Proven) << B.Reason;
  EXPECT_EQ(B.Dims[0].Needed, ThreadsNeeded::Any);
}

TEST(IndependenceStride, ConstantStepsAreNoGridStrideLoop) {
  BlockIndependence B = strideBy("  %step = add i32 0, 1024");
  EXPECT_NE(B.Dims[0].Needed, ThreadsNeeded::Any);
  EXPECT_FALSE(strideBy("  %step = add i32 %d, 0").Proven);
}

TEST(IndependenceStride, WhichThreadTakesAnItemMustNotMatter) {
  EXPECT_FALSE(strideBy("  %step = mul i32 %g, %d", "%i").Proven &&
               strideBy("  %step = mul i32 %g, %d", "%i").Dims[0].Needed ==
                   ThreadsNeeded::Any);
  EXPECT_FALSE(strideBy("  %step = mul i32 %g, %d", "%t").Proven);
}
