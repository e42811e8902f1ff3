//===- Series.h - What a micro-benchmark records ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A benchmark measures curves (Series) and nothing else; the numbers of a GPU
// file (Quantity) follow from them by Derive.h. The program that runs on a GPU
// and `gpuperf calibrate-import` share this folder, so that a shipped number
// can be computed again from the curves that were kept.
//
// Results are one JSON object a line (benchmarks/micro/Results.h writes,
// ResultsJson.h reads):
//
//   {"record":"run","schema":1,"date":"2026-11-22T10:00:00Z","quick":false,
//    "backend":"cuda","rank":0,"device":{"name":"NVIDIA H200",...}}
//   {"record":"series","benchmark":"global-latency","series":"l1",
//    "x":"footprint_bytes","y":"cycles_per_load","clock_mhz":1980,
//    "params":{"node_bytes":128},
//    "points":[[4096,33.1,33.0,33.2,5],...]}     x, median, low, high, samples
//   {"record":"quantity","benchmark":"global-latency",
//    "name":"l1_latency_cycles","value":33.1,"low":33,"high":33.2,
//    "unit":"cycles","ok":true,"why":""}
//   {"record":"skipped","benchmark":"texture-latency","why":"..."}
//   {"record":"done","benchmark":"global-latency","elapsed_s":12.5}
//   {"record":"note","text":"..."}              written by a person
//   {"record":"end","elapsed_s":212.0}
//
// A file without the record "end" is of a run that was stopped. What it holds
// is used, and the program continues after it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_DERIVE_SERIES_H
#define GPUPERF_GPUMODEL_CALIBRATION_DERIVE_SERIES_H

#include <string>
#include <utility>
#include <vector>

namespace gpuperf::calibration {

constexpr unsigned ResultsSchema = 1;

/// One measured point of a curve. Low and High: 10th and 90th percentile of the
/// samples (the extremes, of fewer than five).
struct Point {
  double X = 0;
  double Median = 0, Low = 0, High = 0;
  unsigned Samples = 0;
};

/// One curve. The unit of each axis is in its name.
struct Series {
  std::string Benchmark; ///< "global-latency"
  std::string Name;      ///< "l1": distinguishes the curves of a benchmark
  std::string XName;     ///< "footprint_bytes"
  std::string YName;     ///< "cycles_per_load"
  /// What was kept fixed: {"node_bytes", 128}.
  std::vector<std::pair<std::string, double>> Params;
  std::vector<Point> Points; ///< by rising X
  double ClockMhz = 0;       ///< SM clock during the measurement; 0: not known

  /// The parameter of that name, or \p Default if the series has none.
  double param(const std::string &Key, double Default = 0) const {
    for (const auto &[Name, Value] : Params)
      if (Name == Key)
        return Value;
    return Default;
  }
};

/// What the driver reports of a device; 0 or empty where it does not.
struct DeviceFacts {
  std::string Name;     ///< "NVIDIA H200", as the driver spells it
  std::string Backend;  ///< cuda, hip or emulated
  std::string Arch;     ///< "sm_90", "gfx90a"
  std::string Identity; ///< distinguishes the GPUs of a cluster
  double SmCount = 0;   ///< AMD: compute units
  double WarpSize = 32; ///< AMD: wavefront
  double BoostClockMhz = 0, MemoryClockMhz = 0, MemoryBusBits = 0;
  double L2Bytes = 0, MemoryBytes = 0;
  double SharedPerSmBytes = 0, SharedPerBlockOptinBytes = 0;
  double RegistersPerSm = 0, MaxThreadsPerSm = 0, MaxThreadsPerBlock = 0;
  double MaxBlocksPerSm = 0;
  double DriverVersion = 0, RuntimeVersion = 0; ///< 13000 for 13.0
};

/// One number that follows from curves.
struct Quantity {
  std::string Benchmark;
  /// The key of the GPU file where there is one ("dram_latency_cycles",
  /// "latency_cycles.fp32_fma", "time_lines.4.grid_slope_us"), else a name.
  std::string Name;
  double Value = 0, Low = 0, High = 0;
  std::string Unit;
  bool Ok = true;  ///< passed its self-check; if not, it is not written
  std::string Why; ///< what the self-check found, if it failed
  std::string How; ///< "plateau of 12 footprints up to 96 KiB"
};

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_DERIVE_SERIES_H
