//===- BlockCandidatesTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/BlockCandidates.h"
#include "gpumodel/files/GpuRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
GpuModel gpu(llvm::StringRef Name) { return llvm::cantFail(findGpu(Name)); }

/// One block that returns.
KernelSummary emptyKernel() {
  KernelSummary K;
  K.Blocks.emplace_back();
  K.RegistersPerThread = Estimate::exact(32);
  return K;
}

Launch launch(Dim3 Grid, Dim3 Block) {
  Launch L;
  L.Grid = Grid, L.Block = Block;
  return L;
}
} // namespace

TEST(BlockCandidates, FlatLaunchesGetAllWholeWarps) {
  const GpuModel G = gpu("t4");
  auto C = blockCandidates(emptyKernel(), launch({1000}, {100}), G);
  ASSERT_EQ(C.size(), 1u + 32u);
  EXPECT_EQ(C.front().Block, (Dim3{100, 1, 1})); // the one that is there
  for (const Launch &L : llvm::drop_begin(C)) {
    EXPECT_EQ(L.Block.X % 32, 0u);
    EXPECT_EQ(L.Block.Y * L.Block.Z, 1u);
    // As many threads as before, and less than a block more.
    EXPECT_GE(L.Grid.X * L.Block.X, 100'000u);
    EXPECT_LT((L.Grid.X - 1) * L.Block.X, 100'000u);
  }
}

TEST(BlockCandidates, BoundsAreKept) {
  KernelSummary K = emptyKernel();
  K.MaxThreadsPerBlockBound = 256;
  auto C = blockCandidates(K, launch({1000}, {128}), gpu("t4"));
  EXPECT_EQ(C.size(), 8u);
  // A table of a block size that the SM has no room for is not grown.
  Launch Much = launch({10}, {64});
  Much.DynamicSharedBytes = 64 * 512; // 512 bytes a thread: 96 fit in 48 KiB
  for (const Launch &L : blockCandidates(emptyKernel(), Much, gpu("t4")))
    EXPECT_LE(L.Block.count() * 512, 64u * 1024);
}

TEST(BlockCandidates, ShapesKeepDimensionsOfOne) {
  auto C =
      blockCandidates(emptyKernel(), launch({64, 64}, {16, 16}), gpu("t4"));
  EXPECT_GT(C.size(), 10u);
  for (const Launch &L : C) {
    EXPECT_EQ(L.Block.Z, 1u);
    EXPECT_EQ(L.Block.count() % 32, 0u);
    EXPECT_EQ(L.Grid.X * L.Block.X, 1024u);
    EXPECT_EQ(L.Grid.Y * L.Block.Y, 1024u);
  }
}

TEST(BlockCandidates, SharedBytesPerThreadGrowWithTheBlock) {
  Launch L = launch({100}, {64});
  L.DynamicSharedBytes = 64 * 8;
  for (const Launch &C : blockCandidates(emptyKernel(), L, gpu("t4")))
    EXPECT_EQ(C.DynamicSharedBytes, C.Block.count() * 8);
  L.DynamicSharedBytes = 1000; // not so many per thread: a table
  for (const Launch &C : blockCandidates(emptyKernel(), L, gpu("t4")))
    EXPECT_EQ(C.DynamicSharedBytes, 1000u);
}

TEST(BlockCandidates, AbsurdLaunchesEnd) {
  const uint64_t Most = ~uint64_t(0);
  EXPECT_EQ(blockCandidates(emptyKernel(), launch({0}, {32}), gpu("t4")).size(),
            1u);
  blockCandidates(emptyKernel(), launch({Most, Most, Most}, {1024}), gpu("t4"));
  blockCandidates(emptyKernel(), launch({1}, {Most, Most, Most}), gpu("t4"));
}

TEST(BlockCandidates, RankedFastestFirst) {
  const GpuModel G = gpu("h100-pcie");
  KernelSummary K = emptyKernel();
  Launch L = launch({1 << 20}, {32});
  auto Ranked = rankByTime(K, blockCandidates(K, L, G), G);
  ASSERT_EQ(Ranked.size(), 32u);
  for (size_t I = 1; I < Ranked.size(); ++I)
    EXPECT_LE(Ranked[I - 1].P.TimeUs.Value,
              Ranked[I].P.TimeUs.Value * (1 + 1e-5));
  // A million blocks of a warp cost more to dispatch than to run.
  EXPECT_GT(Ranked.front().L.Block.X, 32u);
  EXPECT_EQ(Ranked.back().L.Block.X, 32u);
}
