//===- BoundsTest.cpp - Threads that have work ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/independence/ProofFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Threads along x that have work, in a kernel that stores where %c holds.
std::string boundOf(const std::string &Condition) {
  KernelSummary K = kernelWith(Condition + R"(
  br i1 %c, label %then, label %done
then:
  %x = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %n, ptr addrspace(1) %x
  br label %done
done:
  ret void)");
  EXPECT_TRUE(K.Independence.Proven) << K.Independence.Reason;
  const DimensionIndependence &X = K.Independence.Dims[0];
  return X.Needed == ThreadsNeeded::AtLeastBound
             ? print(K, X.Bound, {"p", "q", "n"})
             : "exact";
}
} // namespace

TEST(IndependenceBounds, TheGuardSaysHowManyThreadsHaveWork) {
  EXPECT_EQ(boundOf("%c = icmp slt i32 %i, %n"), "n");
  EXPECT_EQ(boundOf("%c = icmp slt i32 %i, 1000"), "1000");
  EXPECT_EQ(boundOf("%c = icmp sle i32 %i, 1000"), "1001");
  // 2 i < n: half of them, rounded up.
  EXPECT_NE(boundOf("%j = mul i32 %i, 2\n %c = icmp slt i32 %j, %n"), "n");
}

TEST(IndependenceBounds, AConditionThatBoundsNothingLeavesTheNumberExact) {
  EXPECT_EQ(boundOf("%c = icmp eq i32 %n, 7"), "exact");
  EXPECT_EQ(boundOf("%c = icmp sgt i32 %i, %n"), "exact");
}

TEST(IndependenceBounds, WorkOutsideOfTheGuardNeedsAllThreads) {
  BlockIndependence B = proofOf(R"(
  %y = getelementptr i32, ptr addrspace(1) %q, i32 %i
  store i32 1, ptr addrspace(1) %y
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %done
then:
  %x = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %n, ptr addrspace(1) %x
  br label %done
done:
  ret void)");
  EXPECT_TRUE(B.Proven) << B.Reason;
  EXPECT_EQ(B.Dims[0].Needed, ThreadsNeeded::Exact);
}
