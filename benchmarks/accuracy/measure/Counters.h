//===- Counters.h - Hardware counters of some launches ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nsight Compute runs `gpuperf-measure --profile`, which notes what it launches
// in which order; its table and those notes are joined to the columns of
// groundtruth/counters_*.csv, some more, and the problem at the end. Plain
// C++17.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_COUNTERS_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_COUNTERS_H

#include "benchmarks/accuracy/measure/Prepared.h"

namespace gpuperf::measure {

/// The counters, as Nsight Compute names them; one more for the time.
const std::vector<std::string> &counterNames();
constexpr const char *TimeCounter = "gpu__time_duration.sum"; // nanoseconds

/// A launch of the profiled run, as a line of profiled.csv.
std::string profiledLine(const Case &Of, const Problem &Size, const Shape &S,
                         const CodeFacts &Code, const std::string &Gpu);
std::string profiledHeader();

struct Joined {
  std::string Csv; ///< with its header
  std::string Gpu; ///< of the launches that were noted
  unsigned Rows = 0;
  std::string Why; ///< what is wrong with the table, if there are no rows
};
/// \p Profiled: profiled.csv; \p Table: the log of `ncu --csv --page raw
/// --print-units base`. A launch that stands in one only is left out.
Joined joinCounters(const std::string &Profiled, const std::string &Table);

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_COUNTERS_H
