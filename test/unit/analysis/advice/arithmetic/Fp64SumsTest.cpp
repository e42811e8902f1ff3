//===- Fp64SumsTest.cpp - Doubles that are sums ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/Fp64Sums.h"
#include "analysis/advice/arithmetic/Fp64Cost.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

static double shareIn(llvm::StringRef Body) {
  const Asked A = ask(loopKernel(Body, /*Leader=*/false, "double"), {4096},
                      {256}, {{}, {}, {}, 1000});
  return shareOfFp64Sums(A.K, A.P);
}

TEST(Fp64Sums, ASumOfProducts) {
  EXPECT_DOUBLE_EQ(shareIn(R"(
  %m = fmul double %v, %v
  %next = fadd double %s, %m)"),
                   1);
}

TEST(Fp64Sums, AFusedSumOfProducts) {
  EXPECT_DOUBLE_EQ(shareIn(R"(
  %m = fmul contract double %v, %v
  %next = fadd contract double %s, %m)"),
                   1);
  // The sum is what is multiplied.
  EXPECT_DOUBLE_EQ(shareIn(R"(
  %m = fmul contract double %s, %v
  %next = fadd contract double %v, %m)"),
                   0);
}

TEST(Fp64Sums, ASumBesideOtherArithmetic) {
  // Three products of which one goes to the sum.
  EXPECT_DOUBLE_EQ(shareIn(R"(
  %m = fmul double %v, %v
  %m2 = fmul double %m, %v
  %m3 = fmul double %m2, %v
  %next = fadd double %s, %m3)"),
                   1.0 / 3);
}

TEST(Fp64Sums, ARecurrenceIsNoSum) {
  EXPECT_DOUBLE_EQ(shareIn(R"(
  %m = fmul double %s, %v
  %next = fadd double %m, %v)"),
                   0);
  // What is read for something else, too, cannot be left in float for a while.
  EXPECT_DOUBLE_EQ(shareIn(R"(
  %m = fmul double %s, %v
  %next = fadd double %s, %m)"),
                   0);
}

TEST(Fp64Sums, WhatIsKeptInDoubleIsStillPaidFor) {
  // Three products and an addition to a sum.
  Asked A = ask(loopKernel(R"(
  %m = fmul double %v, %v
  %m2 = fmul double %m, %v
  %m3 = fmul double %m2, %v
  %next = fadd double %s, %m3)",
                           /*Leader=*/false, "double"),
                {4096}, {256}, {{}, {}, {}, 1000});
  A.Gpu = llvm::cantFail(findGpu("rtx-3090"));
  A.P = llvm::cantFail(predictLaunch(A.K, A.L, A.Gpu));
  auto Us = [&](double StaysDouble) {
    auto Cost = costOfDoubles(A.K, A.L, A.Gpu, A.P, StaysDouble);
    EXPECT_TRUE(Cost.has_value());
    return Cost ? Cost->WithoutUs.Value : 0;
  };
  // The addition, and a conversion of what is added.
  EXPECT_GT(Us(1), 0.4 * A.P.TimeUs.Value);
  EXPECT_LT(Us(1), 0.7 * A.P.TimeUs.Value);
  EXPECT_LT(Us(1.0 / 32), 0.5 * Us(1));
  EXPECT_LT(Us(0), Us(1.0 / 32));
}
