//===- ResourceTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Resource.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
TEST(Resource, EveryNameIsFoundAgain) {
  for (unsigned I = 0; I < NumResources; ++I) {
    auto R = static_cast<Resource>(I);
    EXPECT_FALSE(resourceName(R).empty()) << I;
    EXPECT_EQ(resourceFromName(resourceName(R)), R) << resourceName(R).str();
  }
  EXPECT_EQ(resourceName(Resource::Issue), "issue");
  EXPECT_EQ(resourceName(Resource::Latency), "latency");
}

TEST(Resource, OtherNamesAreNone) {
  for (const char *Name : {"", "Issue", "issue ", "l3", "launch"})
    EXPECT_EQ(resourceFromName(Name), std::nullopt) << Name;
}

// What nobody can measure apart is known worst.
TEST(Resource, BandsAreThoseOfTheResource) {
  for (unsigned I = 0; I < NumResources; ++I) {
    const double Factor = bandFactorOf(static_cast<Resource>(I));
    EXPECT_GT(Factor, 1) << I;
    EXPECT_LE(Factor, 4) << I;
  }
  EXPECT_LT(bandFactorOf(Resource::Dram), bandFactorOf(Resource::L1));
  EXPECT_LT(bandFactorOf(Resource::Issue), bandFactorOf(Resource::Latency));
}

// All but one are what they bound a launch by.
TEST(Resource, BoundsAreNamedLikeTheirResources) {
  EXPECT_EQ(boundOf(Resource::Dispatch), Bound::Launch);
  // What the tensor cores have written is not out of them yet.
  EXPECT_EQ(boundOf(Resource::TensorMemory), Bound::Tensor);
  for (unsigned I = 0; I < NumResources; ++I)
    if (auto R = static_cast<Resource>(I);
        R != Resource::Dispatch && R != Resource::TensorMemory)
      EXPECT_EQ(boundName(boundOf(R)), resourceName(R));
}
} // namespace
