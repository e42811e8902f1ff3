//===- ErrorBand.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/ErrorBand.h"
#include <cmath>

using namespace gpuperf;

double gpuperf::errorFactor(double ModelFactor, const AssumptionSet &Why) {
  auto Square = [](double X) { return X * X; };
  double Sum = Square(std::log(std::max(ModelFactor, 1.0)));
  for (unsigned I = 0; I < NumAssumptionKinds; ++I)
    if (const auto K = static_cast<AssumptionKind>(I); Why.contains(K))
      Sum += Square(std::log(bandFactor(K)));
  return std::exp(std::sqrt(Sum));
}

Estimate gpuperf::withErrorBand(const Estimate &Range, double ModelFactor) {
  double F = errorFactor(ModelFactor, Range.Why);
  return Estimate::between(Range.Lo / F, Range.Value, Range.Hi * F, Range.Why);
}
