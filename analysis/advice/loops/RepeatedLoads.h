//===- RepeatedLoads.h - Short rows that are loaded again -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that compares its few elements with those of many others, in a loop
// around the loop over these few, loads its own again for each of the others.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_REPEATEDLOADS_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_REPEATEDLOADS_H

#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// Loads of an inner loop that every iteration of the loop around it does
/// again, of so few elements that registers could hold them. Not where the
/// compiler knows how many there are: it can keep them by itself.
std::vector<LineFinding> findRepeatedLoads(const KernelSummary &Kernel,
                                           const Launch &L, const GpuModel &Gpu,
                                           const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_REPEATEDLOADS_H
