//===- ClockEstimate.h - The SM clock of a measurement ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_LATENCY_CLOCKESTIMATE_H
#define GPUPERF_BENCHMARKS_MICRO_LATENCY_CLOCKESTIMATE_H

#include "benchmarks/micro/Benchmark.h"
#include <algorithm>

namespace gpuperf::micro {

/// The clock of the SMs while kernels ran, from the cycles that each counted
/// itself and the time of its launch. The slope of time over cycles, so that
/// the cost of a launch is not in it.
class ClockEstimate {
public:
  void add(double Cycles, double Us) {
    if (Cycles > 0 && Us > 0)
      Runs.push_back(summarise(Cycles, {Us}));
  }
  /// 0 before anything was added.
  double megahertz() const {
    double Cycles = 0, Us = 0, Least = 0, Most = 0;
    for (const Point &P : Runs) {
      Cycles += P.X;
      Us += P.Median;
      Least = Least == 0 ? P.X : std::min(Least, P.X);
      Most = std::max(Most, P.X);
    }
    if (Us <= 0)
      return 0;
    // Runs of one length have no slope; then the launches are in the figure,
    // and it must be a little low.
    calibration::LineFit Fit = calibration::fitLine(Runs);
    double Plain = Cycles / Us;
    bool Usable = Most > 2 * Least && Fit.Slope > 0 && Fit.Intercept >= 0;
    return Usable ? std::clamp(1 / Fit.Slope, Plain, 1.25 * Plain) : Plain;
  }

private:
  std::vector<Point> Runs;
};

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_LATENCY_CLOCKESTIMATE_H
