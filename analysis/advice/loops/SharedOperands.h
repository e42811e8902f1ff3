//===- SharedOperands.h - Loads that neighbours do as well ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that adds up one result per thread, such as an element of a matrix
// product, and loads an operand that is the same for all results along one
// dimension of the grid. A thread that computes several of these results loads
// it once for them, which is what makes a fast matrix product fast.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_SHAREDOPERANDS_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_SHAREDOPERANDS_H

#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// One finding for each such loop of \p K, for the dimension that saves the
/// most. The launch is predicted again with an operand that is loaded once for
/// four results, or for two where a quarter of the blocks would not fill the
/// GPU. Left out are loops whose iterations hand on more than sums, operands
/// that a thread uses for several results already, and launches without twice
/// the blocks that the GPU holds.
std::vector<LineFinding> findSharedOperands(const KernelSummary &K,
                                            const Launch &L,
                                            const GpuModel &Gpu,
                                            const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_SHAREDOPERANDS_H
