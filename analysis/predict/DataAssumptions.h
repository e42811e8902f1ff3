//===- DataAssumptions.h - Which lines data decide on -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_DATAASSUMPTIONS_H
#define GPUPERF_ANALYSIS_PREDICT_DATAASSUMPTIONS_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// What \p Why, of a time that rests on \p Profile, says without a line: the
/// loops whose trip counts were guessed, the one in which most is executed
/// first, and of the guessed branches the one that most work hangs on; and what
/// the user has said of others. \p DefaultTrip: iterations of a loop that was
/// not come to.
AssumptionSet dataAssumptions(const KernelSummary &Kernel,
                              const WarpProfile &Profile,
                              const AssumptionSet &Why, double DefaultTrip);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_DATAASSUMPTIONS_H
