//===- ErrorBand.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/ErrorBand.h"
#include <cmath>

using namespace gpuperf;

namespace {
// How far a time may be off for one reason alone. A guessed trip count is the
// worst: the default may be far from what the data say.
struct {
  Assumptions Bit;
  double Factor;
} constexpr Factors[] = {
    {Assumptions::RegistersEstimated, 1.15},
    {Assumptions::TripCountGuessed, 4.0},
    {Assumptions::IndexUnknown, 1.6},
    {Assumptions::BranchGuessed, 1.4},
    {Assumptions::ArgumentAssumed, 2.0},
    {Assumptions::NoWrapAssumed, 1.0},
    {Assumptions::GpuFactMissing, 1.2},
    // The launch's part carries its own interval.
    {Assumptions::LaunchTimeAssumed, 1.0},
    {Assumptions::OtherArchitecture, 1.3},
    {Assumptions::CacheSharesAssumed, 1.4},
    {Assumptions::ExternalCall, 2.0},
    {Assumptions::BudgetExhausted, 1.3},
    {Assumptions::InlineAssembly, 1.3},
};
} // namespace

double gpuperf::errorFactor(double ModelFactor, Assumptions Why) {
  auto Square = [](double X) { return X * X; };
  double Sum = Square(std::log(std::max(ModelFactor, 1.0)));
  for (auto &[Bit, Factor] : Factors)
    if ((Why & Bit) != Assumptions::None)
      Sum += Square(std::log(Factor));
  return std::exp(std::sqrt(Sum));
}

Estimate gpuperf::withErrorBand(Estimate Range, double ModelFactor) {
  double F = errorFactor(ModelFactor, Range.Why);
  return {Range.Lo / F, Range.Value, Range.Hi * F, Range.Why};
}
