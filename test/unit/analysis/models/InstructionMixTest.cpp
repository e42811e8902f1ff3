//===- InstructionMixTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/InstructionMix.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
TEST(InstructionMix, NothingKnownIsOneCopy) {
  EXPECT_EQ(unrolledCopies(figureThree()), 1);
  EXPECT_EQ(unrolledCopies(KernelSummary()), 1);
}

TEST(InstructionMix, InnermostLoopsCountByTheirText) {
  KernelSummary K = figureThree();
  ASSERT_EQ(K.Loops.size(), 1u);
  K.Loops[0].Copies = 4;
  EXPECT_EQ(unrolledCopies(K), 4);
  // Around it, another one that is not unrolled.
  KernelLoop Outer;
  Outer.Header = K.Loops[0].Header;
  K.Loops[0].Parent = 1;
  K.Loops.push_back(Outer);
  EXPECT_EQ(unrolledCopies(K), 4);
}
} // namespace
