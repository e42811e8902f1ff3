//===- MadeUpCurves.h - A curve and a GPU -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_CALIBRATION_MADEUPCURVES_H
#define GPUPERF_TEST_UNIT_CALIBRATION_MADEUPCURVES_H

#include "gpumodel/calibration/derive/Series.h"

namespace gpuperf::calibration {

/// Points without a spread.
inline Series curve(const char *Benchmark, const char *Name,
                    std::vector<std::pair<double, double>> Points,
                    std::vector<std::pair<std::string, double>> Params = {}) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  S.Params = std::move(Params);
  for (auto [X, Y] : Points)
    S.Points.push_back({X, Y, Y, Y, 5});
  return S;
}

/// Three SMs of 2 GHz at most.
inline DeviceFacts hopper() {
  DeviceFacts Device;
  Device.Backend = "cuda";
  Device.SmCount = 3;
  Device.BoostClockMhz = 2000;
  return Device;
}

} // namespace gpuperf::calibration

#endif // GPUPERF_TEST_UNIT_CALIBRATION_MADEUPCURVES_H
