//===- PredictionKey.h - What the answer to a launch depends on -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTIONKEY_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTIONKEY_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// Bytes that are equal for two questions only if predictLaunch gives both the
/// same answer for the same kernel's code. They hold what the user says of the
/// kernel's data, \p Given, and every field of \p L and of \p Options that the
/// answer depends on: a field that is added to one of these
/// structs breaks the build of PredictionKey.cpp until it is decided there
/// whether it counts. The GPU is told by its name.
///
/// Nothing where the question brings its own profile: that one may be of
/// another launch, and is too large to be part of a key.
std::optional<std::string> predictionKey(const GivenData &Given,
                                         const Launch &L, const GpuModel &Gpu,
                                         const PredictOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PREDICTIONKEY_H
