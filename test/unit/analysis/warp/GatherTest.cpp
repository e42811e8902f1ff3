//===- GatherTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Gather.h"
#include <gtest/gtest.h>

using namespace gpuperf;

TEST(Gather, DrawsMeetPlacesTwice) {
  EXPECT_EQ(distinctDraws(100, 0), 100); // not known
  EXPECT_EQ(distinctDraws(5, 1), 1);
  EXPECT_EQ(distinctDraws(1, 1000), 1);
  // Two draws of two places: the second one is another in half of the cases.
  EXPECT_NEAR(distinctDraws(2, 2), 1.5, 1e-12);
  EXPECT_NEAR(distinctDraws(1000, 1000), 1000 * (1 - 0.3677), 0.1);
  EXPECT_NEAR(distinctDraws(1e6, 100), 100, 1e-9);
  EXPECT_NEAR(distinctDraws(1e6, 1e12), 1e6, 1);
}

TEST(Gather, ArgumentsAndVariablesHaveSizes) {
  KernelSummary K;
  K.Params.resize(2);
  K.Variables.push_back({"table", MemSpace::Global, 512});
  Launch L;
  L.PointerBytes = {0, 4096};
  Access A;
  A.Base = Access::BaseKind::Argument;
  A.BaseIndex = 1;
  EXPECT_EQ(bytesBehind(K, A, L), 4096);
  A.BaseIndex = 0;
  EXPECT_EQ(bytesBehind(K, A, L), 0);
  EXPECT_EQ(bytesBehind(K, A, Launch()), 0);
  A.Base = Access::BaseKind::Variable;
  EXPECT_EQ(bytesBehind(K, A, L), 512);
  A.Base = Access::BaseKind::Unknown;
  EXPECT_EQ(bytesBehind(K, A, L), 0);
}
