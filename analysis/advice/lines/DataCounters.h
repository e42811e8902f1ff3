//===- DataCounters.h - Atomics on a few counters ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data choose which counter a thread adds to, and there are few of them: a
// histogram, the sums of a few clusters. How many there are is known from the
// size of the array, from the range of the index, or from an array in shared
// memory that the same index goes to.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_DATACOUNTERS_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_DATACOUNTERS_H

#include "analysis/Launch.h"
#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// How many places an atomic meets whose address data choose; 0 where that is
/// not known.
double countersBehind(const KernelSummary &K, const Access &A, const Launch &L);

/// Atomics of the launch of \p P on few places that data choose: one finding
/// for those on global memory, which a copy of the counters per block would
/// take, and one for those on shared memory for which the warps of a block
/// compete, which a copy per warp would end. Nothing is found where the copies
/// do not fit a block, or where what the atomics return is used.
std::vector<LineFinding> findDataCounters(const KernelSummary &K,
                                          const Launch &L, const GpuModel &Gpu,
                                          const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_DATACOUNTERS_H
