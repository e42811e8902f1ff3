//===- Derive.h - Curves to the numbers of a GPU file -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure functions in plain C++17, one for each benchmark, in a file for each
// topic. The comment of a function says how the number follows from the curves
// and what its self-check is. A quantity that fails its check is returned with
// Ok = false and the reason.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_DERIVE_DERIVE_H
#define GPUPERF_GPUMODEL_CALIBRATION_DERIVE_DERIVE_H

#include "gpumodel/calibration/derive/Series.h"

namespace gpuperf::calibration {

/// The quantities that follow from the curves of one benchmark (the entries of
/// \p All with that name). A benchmark without a rule gives none.
std::vector<Quantity> deriveQuantities(const std::string &Benchmark,
                                       const DeviceFacts &Device,
                                       const std::vector<Series> &All);

/// The same for every benchmark that occurs in \p All, in that order.
std::vector<Quantity> deriveAll(const DeviceFacts &Device,
                                const std::vector<Series> &All);

/// A rule: what follows from the curves of one benchmark.
using DeriveRule = std::vector<Quantity> (*)(const DeviceFacts &,
                                             const std::vector<Series> &);
struct NamedRule {
  const char *Benchmark;
  DeriveRule Rule;
};

// The rules, by topic; each table ends with {nullptr, nullptr}.
extern const NamedRule LatencyRules[];      // derive/Latency.cpp
extern const NamedRule BandwidthRules[];    // derive/Bandwidth.cpp
extern const NamedRule CopyRules[];         // derive/Copies.cpp
extern const NamedRule PatternRules[];      // derive/Patterns.cpp
extern const NamedRule InstructionRules[];  // derive/Instructions.cpp
extern const NamedRule ClockRules[];        // derive/Clocks.cpp
extern const NamedRule AtomicRules[];       // derive/Atomics.cpp
extern const NamedRule LaunchRules[];       // derive/Launch.cpp
extern const NamedRule OptimisationRules[]; // derive/Optimisation.cpp

/// The curve of that name, or nullptr.
const Series *findSeries(const std::vector<Series> &All,
                         const std::string &Name);

/// A quantity from a plateau or a fit, not yet checked.
Quantity quantity(std::string Name, double Value, double Low, double High,
                  std::string Unit, std::string How);

/// Marks \p Q as failed unless \p Holds; the first reason is kept.
void selfCheck(Quantity &Q, bool Holds, const std::string &Why);

/// "96 KiB", "1.5 MiB"; "1,024 B" is "1 KiB".
std::string bytesText(double Bytes);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_DERIVE_DERIVE_H
