//===- RepeatedThreadsTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/RepeatedThreads.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/advice/AdviceFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// saxpy, which asks for x only.
std::optional<RepeatedThreads> found(Dim3 Grid, Dim3 Block,
                                     bool WithAtomic = false,
                                     bool AsksForBlocks = true) {
  KernelSummary K = kernelWith("saxpy");
  EXPECT_TRUE(K.Independence.Dims[0].AsksForBlocks);
  EXPECT_FALSE(K.Independence.Dims[1].AsksForBlocks);
  K.Independence.Dims[0].AsksForBlocks = AsksForBlocks;
  Launch L;
  L.Grid = Grid;
  L.Block = Block;
  L.Args = {ArgValue::integer(1 << 20), ArgValue::floating(2), {}, {}};
  const GpuModel Gpu = gpu("rtx-3090");
  const Prediction P = llvm::cantFail(predictLaunch(K, L, Gpu));
  if (WithAtomic)
    K.Accesses.back().Kind = AccessKind::Atomic;
  return findRepeatedThreads(K, L, Gpu, P);
}
} // namespace

TEST(RepeatedThreads, ADimensionThatTheKernelDoesNotAskFor) {
  auto R = found({4096}, {256, 4});
  ASSERT_TRUE(R.has_value());
  EXPECT_EQ(R->Dimension, 1u);
  EXPECT_EQ(R->OfBlock, 4u);
  EXPECT_EQ(R->OfGrid, 1u);
  EXPECT_EQ(R->Without.Block, (Dim3{256, 1, 1}));
  EXPECT_EQ(R->Without.Grid, (Dim3{4096, 1, 1}));
}

TEST(RepeatedThreads, TheOneWithMostCounts) {
  auto R = found({4096, 2, 8}, {64, 8});
  ASSERT_TRUE(R.has_value());
  EXPECT_EQ(R->Dimension, 1u); // 16 of y, 8 of z
  EXPECT_EQ(R->OfBlock, 8u);
  EXPECT_EQ(R->OfGrid, 2u);
}

TEST(RepeatedThreads, BlocksThatTheKernelDoesNotAskFor) {
  auto R = found({4096}, {256}, /*WithAtomic=*/false, /*AsksForBlocks=*/false);
  ASSERT_TRUE(R.has_value());
  EXPECT_TRUE(R->OnlyBlocks);
  EXPECT_EQ(R->Dimension, 0u);
  EXPECT_EQ(R->OfBlock, 1u);
  EXPECT_EQ(R->OfGrid, 4096u);
  EXPECT_EQ(R->Without.Block, (Dim3{256, 1, 1}));
  EXPECT_EQ(R->Without.Grid, (Dim3{1, 1, 1}));
  EXPECT_EQ(R->Shared, NoId); // saxpy has no loop
}

TEST(RepeatedThreads, NotWhereEachCounts) {
  EXPECT_FALSE(found({4096}, {256}).has_value());
  EXPECT_FALSE(found({4096}, {256, 4}, /*WithAtomic=*/true).has_value());
}
