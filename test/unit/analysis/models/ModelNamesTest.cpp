//===- ModelNamesTest.cpp - Names of models and bounds --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "gtest/gtest.h"
#include <set>

using namespace gpuperf;

TEST(ModelNames, EveryModelIsFoundByItsName) {
  std::set<std::string> Names;
  for (ModelKind M : availableModels()) {
    EXPECT_EQ(modelFromName(modelName(M)), M);
    Names.insert(modelName(M).str());
  }
  EXPECT_EQ(Names,
            std::set<std::string>({"gpuperf", "hong-kim", "kleimenov-popova",
                                   "qu-nsmw", "stencil-traffic"}));
  EXPECT_EQ(modelFromName("hong_kim"), std::nullopt);
}

TEST(ModelNames, TheDefaultModelComesFirst) {
  EXPECT_EQ(modelName(defaultModel()), "gpuperf");
  EXPECT_EQ(availableModels().front(), defaultModel());
}

TEST(ModelNames, BoundsHaveTheNamesOfTheContract) {
  EXPECT_EQ(boundName(Bound::Dram), "dram");
  EXPECT_EQ(boundName(Bound::Issue), "issue");
  EXPECT_EQ(boundName(Bound::Barrier), "barrier");
}
