//===- MadeUp.h - Runs of GPUs that do not exist ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_GPUMODEL_CALIBRATION_MADEUP_H
#define GPUPERF_TEST_UNIT_GPUMODEL_CALIBRATION_MADEUP_H

#include "gpumodel/calibration/RunQuantities.h"
#include <cmath>

namespace gpuperf::calibration {

/// A run whose chase finds L1 at \p L1Cycles, L2 at 250 and DRAM at 800 times
/// \p Factor; sm_90, 132 SMs.
inline ResultsRun madeUpRun(double L1Cycles, double Factor = 1, int Rank = 0) {
  constexpr double L2 = 50 << 20;
  ResultsRun Run;
  Run.File = "calibrate." + std::to_string(Rank) + ".jsonl";
  Run.Rank = Rank;
  Run.Date = "2026-11-22T10:00:00Z";
  Run.Ended = true;
  DeviceFacts &D = Run.Device;
  D.Name = "Made-Up 1000";
  D.Backend = "cuda";
  D.Arch = "sm_90";
  D.Identity = "id" + std::to_string(Rank);
  D.SmCount = 132;
  D.L2Bytes = L2;
  D.BoostClockMhz = 1980;
  D.MemoryClockMhz = 2500;
  D.MemoryBusBits = 6144;
  Series L1{
      "global-latency", "l1", "footprint_bytes", "cycles_per_load", {}, {}, 0};
  Series Through{
      "global-latency", "l2", "footprint_bytes", "cycles_per_load", {}, {}, 0};
  for (double X = 2048; X <= 8 * L2; X *= std::sqrt(2.0)) {
    double Cycles = Factor * (X <= L2 ? 250 : 800);
    double InL1 = X <= 200 * 1024 ? L1Cycles * Factor : Cycles;
    if (X <= 512 * 1024)
      L1.Points.push_back({X, InL1, InL1, InL1, 5});
    if (X >= 32 * 1024)
      Through.Points.push_back({X, Cycles, Cycles, Cycles, 5});
  }
  Run.All = {L1, Through};
  return Run;
}

/// A figure as if it had been measured.
inline Figure madeUpFigure(std::string Name, double Value, double Spread = 0,
                           std::string Benchmark = "made-up") {
  Figure F;
  F.Q.Benchmark = std::move(Benchmark);
  F.Q.Name = std::move(Name);
  F.Q.Value = Value;
  F.Q.Low = Value - Spread / 2;
  F.Q.High = Value + Spread / 2;
  F.Source = "gpuperf-calibrate 2026-11-22 (made up)";
  F.PerRun = {{0, Value}};
  return F;
}

} // namespace gpuperf::calibration

#endif // GPUPERF_TEST_UNIT_GPUMODEL_CALIBRATION_MADEUP_H
