//===- AssumptionText.h - Assumptions in words ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where an assumption becomes English. What holds for every
// launch is not told here but on the page of the check kernel-time.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REPORT_ASSUMPTIONTEXT_H
#define GPUPERF_ANALYSIS_REPORT_ASSUMPTIONTEXT_H

#include "analysis/predict/Prediction.h"

namespace gpuperf {

/// One short clause: "argument 'n' assumed 1048576", "cache hit shares
/// estimated".
std::string assumptionClause(const Assumption &A);

/// What is told of an answer with \p Why, in the order in which it is told:
/// without what holds for every launch, and without what has no more to say
/// than its band.
std::vector<Assumption> toldAssumptions(const AssumptionSet &Why);

/// The clauses of \p P in that order. Loops, functions that are not there and
/// facts that the GPU lacks are told in one clause each.
std::vector<std::string> assumptionClauses(const Prediction &P);

/// Of what \p Why says that data decide, how the user can say what widens a
/// band most: "write `// gpuperf: assume trips=N` on line 12 if you know it".
/// Empty where no such line is known.
std::string dataHint(const AssumptionSet &Why);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REPORT_ASSUMPTIONTEXT_H
