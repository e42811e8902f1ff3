//===- Sweeps.h - Runs a sweep ----------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_SWEEPS_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_SWEEPS_H

#include "benchmarks/accuracy/measure/Csv.h"
#include "benchmarks/accuracy/measure/Prepared.h"
#include "benchmarks/accuracy/measure/Stopwatch.h"

namespace gpuperf::measure {

/// What a sweep has brought.
struct SweepResult {
  std::vector<Row> Rows;
  Clocks Sm;
  unsigned DoneBefore = 0; ///< launches that an earlier run has measured
  unsigned LeftOut = 0;    ///< launches that the time did not suffice for
  std::string Failure;     ///< of the GPU: what is in Rows counts all the same
};

/// Everything of \p S but what \p IsDone (by keyOf) knows, until \p IsLate.
/// Throws nothing.
SweepResult runSweep(const Sweep &S, const Prepared &Kernel, Effort E,
                     Stopwatch &Watch,
                     const std::function<bool(const std::string &)> &IsDone,
                     const std::function<bool()> &IsLate);

/// The shapes that the code can be launched with.
std::vector<Shape> launchable(const Sweep &S, const Prepared &Kernel, Effort E);

/// Launches once and compares with the reference; empty if it is right.
/// Afterwards the GPU is warm. Throws micro::GpuError.
std::string checkOnce(const Sweep &S, const Prepared &Kernel, const Shape &At,
                      std::vector<Wanted> &Known);

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_SWEEPS_H
