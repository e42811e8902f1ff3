//===- IdleBlocksTest.cpp - Blocks that have nothing to do ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/IdleBlocks.h"
#include "test/unit/analysis/advice/AdviceFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// Of a launch of saxpy on \p N elements, blocks of 256.
static std::optional<IdleBlocks> idleOf(const char *Kernel, uint64_t Grid,
                                        int64_t N) {
  const KernelSummary K = kernelWith(Kernel);
  const GpuModel G = gpu("h100-sxm");
  Launch L;
  L.Grid = {Grid}, L.Block = {256};
  L.Args = {ArgValue::integer(N), ArgValue::floating(2), {}, {}};
  const Prediction P = llvm::cantFail(predictLaunch(K, L, G));
  return findIdleBlocks(K, L, G, P);
}

TEST(IdleBlocks, AGuardSendsMostAway) {
  auto I = idleOf("saxpy", 1 << 20, 1 << 20);
  ASSERT_TRUE(I.has_value());
  EXPECT_EQ(I->Enough.X, 4096u);
  EXPECT_EQ(I->Grid.X, 1u << 20);
  EXPECT_LT(I->WithoutUs.Value, 0.2 * I->TimeUs.Value);
}

TEST(IdleBlocks, SilentWhereBlocksHaveWork) {
  EXPECT_FALSE(idleOf("saxpy", 4096, 1 << 20).has_value());
  EXPECT_FALSE(idleOf("saxpy", 6000, 1 << 20).has_value());
  // Too few to be noticed.
  EXPECT_FALSE(idleOf("saxpy", 64, 4096).has_value());
  // A grid-stride loop gives every block a part.
  EXPECT_FALSE(idleOf("gridStride", 1 << 20, 1 << 28).has_value());
}
