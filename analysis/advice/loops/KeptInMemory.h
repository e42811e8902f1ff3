//===- KeptInMemory.h - Values that a loop keeps in memory ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that loads or stores one and the same element in each of its
// iterations, such as c[i] += a[k] * b[k]. The compiler would keep the element
// in a register, but may not where other pointers of the loop could point to
// it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_KEPTINMEMORY_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_KEPTINMEMORY_H

#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// One finding for each such loop of \p K, the outermost one in which the
/// element stays the same. Pointers that are different arguments are taken not
/// to overlap. Loops are left out that run less than four times or nobody
/// knows how often, that wait for other threads, or whose element not every
/// iteration comes to. The launch without it is predicted again, with the
/// element in a register.
std::vector<LineFinding> findKeptInMemory(const KernelSummary &K,
                                          const Launch &L, const GpuModel &Gpu,
                                          const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_KEPTINMEMORY_H
