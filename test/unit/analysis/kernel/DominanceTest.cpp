//===- DominanceTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/Dominance.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using testing::ElementsAre;

TEST(Dominance, SumsAreOverAllThatABlockDominates) {
  // 0 -> 1 -> (2 | 3) -> 4, and 5, which is not reached.
  KernelSummary K;
  K.Blocks.resize(6);
  K.Blocks[1].Preds = {0};
  K.Blocks[2].Preds = {1};
  K.Blocks[3].Preds = {1};
  K.Blocks[4].Preds = {2, 3};
  const std::vector<BlockId> Idom = immediateDominators(K);
  EXPECT_THAT(Idom, ElementsAre(NoId, 0, 1, 1, 1, NoId));
  EXPECT_THAT(sumOverDominated<double>(Idom, {1, 10, 100, 1000, 10000, 100000}),
              ElementsAre(11111, 11110, 100, 1000, 10000, 100000));
}
