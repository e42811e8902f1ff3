//===- ErrorBandTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/ErrorBand.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace gpuperf;

namespace {
TEST(ErrorBand, WithoutAssumptionsTheModelsOwn) {
  EXPECT_DOUBLE_EQ(errorFactor(1.5, {}), 1.5);
  EXPECT_DOUBLE_EQ(errorFactor(1, {}), 1);
  EXPECT_DOUBLE_EQ(errorFactor(0, {}), 1);
}

TEST(ErrorBand, EveryAssumptionWidensOrKeepsIt) {
  for (unsigned I = 0; I < NumAssumptionKinds; ++I) {
    const auto K = static_cast<AssumptionKind>(I);
    EXPECT_GE(errorFactor(1.5, K), 1.5) << assumptionKey(K).str();
  }
  EXPECT_GT(errorFactor(1.5, AssumptionKind::TripCountGuessed), 4);
  // Independent errors do not multiply.
  double Trip = errorFactor(1, AssumptionKind::TripCountGuessed);
  double Branch = errorFactor(1, AssumptionKind::BranchGuessed);
  double Both = errorFactor(1, AssumptionSet(AssumptionKind::TripCountGuessed) |
                                   AssumptionKind::BranchGuessed);
  EXPECT_GT(Both, Trip);
  EXPECT_LT(Both, Trip * Branch);
  EXPECT_NEAR(std::pow(std::log(Both), 2),
              std::pow(std::log(Trip), 2) + std::pow(std::log(Branch), 2),
              1e-9);
}

TEST(ErrorBand, WidensARangeFromOutside) {
  Estimate E = withErrorBand({8, 10, 20, {}}, 2);
  EXPECT_DOUBLE_EQ(E.Lo, 4);
  EXPECT_DOUBLE_EQ(E.Value, 10);
  EXPECT_DOUBLE_EQ(E.Hi, 40);
}
} // namespace
