//===- SharedOperandsTest.cpp - Operands of several results ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/SharedOperands.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

static std::vector<LineFinding> sharedIn(const Asked &A) {
  return findSharedOperands(A.K, A.L, A.Gpu, A.P);
}

TEST(SharedOperands, OneOfTheFactorsOfAProduct) {
  const Asked A = ask("matmulTiled", {64, 64}, {16, 16}, {{}, {}, {}, 1024});
  const auto Found = sharedIn(A);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_NE(Found[0].Text.find("'bs' is loaded anew for each result along y"),
            std::string::npos)
      << Found[0].Text;
  ASSERT_EQ(Found[0].Accesses.size(), 1u);
  EXPECT_LT(Found[0].WithoutUs.Value, 0.9 * Found[0].TimeUs.Value);
  // Never faster than with three quarters of the loads of one factor gone.
  EXPECT_GT(Found[0].WithoutUs.Value, 0.5 * Found[0].TimeUs.Value);
}

TEST(SharedOperands, SilentWhereTheGpuWouldNotBeFull) {
  EXPECT_TRUE(
      sharedIn(ask("matmulTiled", {4, 4}, {16, 16}, {{}, {}, {}, 64})).empty());
}

TEST(SharedOperands, SilentWhereAllThreadsDoTheSame) {
  // No load of the loop follows the thread: there is one result.
  EXPECT_TRUE(sharedIn(ask(loopKernel("%next = fadd float %s, %v"), {4096},
                           {256}, {{}, {}, {}, 1000}))
                  .empty());
}
