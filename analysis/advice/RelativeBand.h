//===- RelativeBand.h - How well two times compare --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two launches of one kernel on one GPU share most of the error of a model: a
// DRAM that is slower than its file says slows both. They do not share the
// error of the part of their time that they spend on different resources. So
// the band of their ratio grows from a floor, which holds for two runs of the
// same launch, to the band of two independent times, the more the two differ in
// what they keep busy:
//
//   ln Band = Confidence * sqrt((ln Floor)^2 + 2 * (ln F * D)^2)
//
// F is the factor of the times' own bands, so a guessed trip count or argument
// counts here too; D is the share of the work, by resource, that differs. A
// time's own band covers four of five; advice has to be right more often, which
// is what Confidence is for. What was chosen on which measured times:
// RelativeBand.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_RELATIVEBAND_H
#define GPUPERF_ANALYSIS_ADVICE_RELATIVEBAND_H

#include "analysis/predict/Prediction.h"

namespace gpuperf {

/// The share of their work that two launches of one kernel spend on different
/// resources, 0 (the same mix) to 1 (nothing in common). 1 where a prediction
/// does not say what its time consists of.
double mixDistance(const Prediction &A, const Prediction &B);

/// Whether the lanes of both make about as many accesses: the same work, spread
/// over other blocks. Where not, one launch leaves some out, or the blocks that
/// were sampled of it do.
/// \p Most: the factor by which the samples of the two may differ.
bool doSameWork(const Prediction &A, const Prediction &B, double Most = 1.25);

/// How many times faster \p To is than \p From, with the band of the ratio: it
/// can be told that \p To is faster where Lo is above 1. Both are predictions
/// of one kernel on one GPU by one model.
Estimate speedup(const Prediction &From, const Prediction &To);

/// The same of two launches of one kernel that differ in grid and block alone.
/// Where both wait for as many atomics, these meet on the same addresses, and
/// neither launch is faster.
Estimate speedupOfLaunch(const Prediction &From, const Prediction &To);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_RELATIVEBAND_H
