//===- Stopwatch.h - Times of launches --------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_STOPWATCH_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_STOPWATCH_H

#include <functional>
#include <memory>
#include <vector>

namespace gpuperf::measure {

using LaunchFunction = std::function<void()>;

/// Throws micro::GpuError.
class Stopwatch {
public:
  /// \p L2Bytes: what must be pushed out for a cold start; 0: not known.
  Stopwatch(double L2Bytes, double FreeBytes);
  ~Stopwatch();

  /// Microseconds of one launch between two events on an idle GPU, as a program
  /// sees it that waits for each; before each of them the same launch (warm) or
  /// other memory (cold) has been through L2.
  std::vector<double> single(const LaunchFunction &Launch, bool Cold,
                             unsigned Samples);
  /// Microseconds per launch of \p Launches between two events.
  std::vector<double> backToBack(const LaunchFunction &Launch,
                                 unsigned Launches, unsigned Samples);
  /// What the SMs run at now; 0: not known.
  double clockMhz();

  /// Memory that it holds.
  double bytes() const;

private:
  struct Buffers;
  std::unique_ptr<Buffers> Own;
};

/// Only what lies between is seen by a profiler that waits for it.
void startProfiler();
void stopProfiler();

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_STOPWATCH_H
