//===- Benchmark.h - What a micro-benchmark is ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, one question. A benchmark fills curves; the numbers that follow
// from them are gpumodel/calibration's. It is listed in Benchmarks.def.
//
// Rules for all of them: sizes follow from the device (Context), never from one
// GPU; every loop is bounded; results do not depend on what the compiler may
// remove; the host waits before it reads a clock; a warm-up precedes a sample.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_BENCHMARK_H
#define GPUPERF_BENCHMARKS_MICRO_BENCHMARK_H

#include "gpumodel/calibration/derive/Fits.h"
#include "gpumodel/calibration/derive/Series.h"
#include <functional>
#include <string>
#include <vector>

namespace gpuperf::micro {

using calibration::DeviceFacts;
using calibration::Point;
using calibration::Series;
using calibration::summarise;

/// What a benchmark is given and what it hands back.
struct Context {
  DeviceFacts Device;
  bool Quick = false;
  /// Bytes of the GPU's memory that a benchmark may take.
  double FreeBytes = 0;

  std::vector<Series> Found;
  std::string Skipped; ///< why there is nothing to find on this GPU

  /// \p InFull, or \p InQuick of a quick run.
  template <typename T> T pick(T InFull, T InQuick) const {
    return Quick ? InQuick : InFull;
  }
  /// A buffer that L2 cannot hold: eight times its size, at least 256 MiB, at
  /// most a third of the free memory. Bytes.
  double dramBytes() const;
  /// A new curve of this benchmark. Stays valid until the next call.
  Series &add(std::string Name, std::string XName, std::string YName,
              std::vector<std::pair<std::string, double>> Params = {});
};

/// Whether the device is one of NVIDIA's of at least that compute capability
/// (90 for 9.0), or the emulation, which has all there is.
bool hasSm(const DeviceFacts &Device, unsigned Least);

struct Benchmark {
  const char *Name;  ///< "global-latency"
  const char *Group; ///< "latency": its folder
  double Seconds;    ///< what a full run takes, about; a quick one a sixth
  const char *Question;
  void (*Run)(Context &);
};

/// All benchmarks, the most valuable first (Benchmarks.def).
const std::vector<Benchmark> &allBenchmarks();

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_BENCHMARK_H
