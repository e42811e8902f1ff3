//===- TreeReductionTest.cpp - Trees over one element per thread ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/TreeReduction.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::HasSubstr;

namespace {
/// A tree over the elements of each block of \p Threads, one per thread.
Asked sums(uint64_t Blocks, uint64_t Threads) {
  KernelSummary K = kernel("reduceShared");
  Asked A;
  A.K = std::move(K);
  A.Gpu = llvm::cantFail(findGpu("rtx-3080"));
  A.L.Grid = {Blocks}, A.L.Block = {Threads};
  A.L.DynamicSharedBytes = 4 * Threads;
  A.L.Args = {ArgValue(), ArgValue(),
              ArgValue::integer(static_cast<int64_t>(Blocks * Threads))};
  A.P = llvm::cantFail(predictLaunch(A.K, A.L, A.Gpu));
  return A;
}
} // namespace

TEST(TreeReduction, TheTreeIsPaidForOncePerBlockThatRunsAtATime) {
  const Asked A = sums(65536, 256);
  const auto Found = treeReduction(A.K, A.L, A.P.Profile);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Elements.size(), 1u);
  const auto F = findTreeReduction(A.K, A.L, A.Gpu, A.P);
  ASSERT_TRUE(F.has_value());
  EXPECT_THAT(F->Text, HasSubstr("a tree of 8 steps for one element"));
  EXPECT_THAT(F->Notes.front(), HasSubstr("reduce 161 elements first"));
  EXPECT_THAT(F->Notes.front(), HasSubstr("launch 408 blocks"));
  // The array still has to be read.
  const double ArrayUs =
      4.0 * 65536 * 256 / (A.Gpu.DramTheoreticalGbps->Value * 1e3);
  EXPECT_GT(F->WithoutUs.Value, ArrayUs);
  EXPECT_LT(F->WithoutUs.Value, 1.3 * ArrayUs);
  EXPECT_GT(F->TimeUs.Value, 1.3 * F->WithoutUs.Value);
}

TEST(TreeReduction, AGridThatRunsAtOnceHasNothingToShare) {
  const Asked A = sums(408, 256);
  EXPECT_TRUE(treeReduction(A.K, A.L, A.P.Profile).has_value());
  EXPECT_FALSE(findTreeReduction(A.K, A.L, A.Gpu, A.P).has_value());
}

TEST(TreeReduction, BlocksWithoutElementsAreNotTheTreesFault) {
  Asked A = sums(65536, 256);
  for (auto [Elements, Tells] :
       {std::pair(65536 * 128, true), std::pair(65536, false)}) {
    SCOPED_TRACE(Elements);
    A.L.Args[2] = ArgValue::integer(Elements);
    A.P = llvm::cantFail(predictLaunch(A.K, A.L, A.Gpu));
    EXPECT_EQ(findTreeReduction(A.K, A.L, A.Gpu, A.P).has_value(), Tells);
  }
}

TEST(TreeReduction, OtherKernelsAreNone) {
  for (const char *Name : {"saxpy", "matmulNaive", "warpSum", "vec4"}) {
    SCOPED_TRACE(Name);
    const Asked A = ask(Name, {4096}, {256}, {{}, {}, 1024, 1024});
    EXPECT_FALSE(treeReduction(A.K, A.L, A.P.Profile).has_value());
  }
}
