//===- Options.h - The command line of gpuperf-measure ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_OPTIONS_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_OPTIONS_H

#include "benchmarks/accuracy/measure/Plan.h"

namespace gpuperf::measure {

struct Options {
  Effort Depth = Effort::Full;
  bool List = false, ListCounters = false, Profile = false;
  std::string Out, GpuName, Commit, Counters;
  std::vector<std::string> Only;
  size_t First = ~size_t(0);
  double BudgetSeconds = 600;
  int Device = 0;
};

/// Ends the program with a message and status 2 if they cannot be used.
Options parseOptions(int Count, char **Arguments,
                     const std::vector<Case> &Cases);

[[noreturn]] void failOption(const std::string &Message);

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_OPTIONS_H
