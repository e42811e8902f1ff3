//===- Explain.h - The prediction in words ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_EXPLAIN_H
#define GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_EXPLAIN_H

#include "analysis/models/LaunchTime.h"
#include "analysis/models/kleimenov-popova/Wave.h"

namespace gpuperf {

/// The waves of a launch: FullWaves times Full, then Last (empty if the grid
/// fills its waves exactly).
struct KpExecution {
  uint64_t FullWaves = 0;
  KpWave Full, Last;
  double cycles() const {
    return static_cast<double>(FullWaves) * Full.Cycles + Last.Cycles;
  }
};

/// Loops as expressions, delays, memory shares, the latencies that were raised,
/// waves: one line each.
std::vector<std::string> explainKp(const ModelInput &In, const KpGpu &Gpu,
                                   KpKernel &Model, const KpExecution &Exec,
                                   const LaunchTime &Launching);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_EXPLAIN_H
