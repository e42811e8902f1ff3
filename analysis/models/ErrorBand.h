//===- ErrorBand.h - The interval around a predicted time -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A time is believed to lie within a factor of its value: the model's own error
// and one factor per assumption, combined as independent errors are (roots of
// summed squares, of logarithms). Intervals of what went in, such as another
// occupancy, widen it from outside.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_ERRORBAND_H
#define GPUPERF_ANALYSIS_MODELS_ERRORBAND_H

#include "gpumodel/Estimate.h"

namespace gpuperf {

/// The factor, at least 1, that \p Why puts on either side of a time that has
/// the error \p ModelFactor by itself.
double errorFactor(double ModelFactor, const AssumptionSet &Why);

/// \p Range is the time under the extremes of what went in.
Estimate withErrorBand(const Estimate &Range, double ModelFactor);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_ERRORBAND_H
