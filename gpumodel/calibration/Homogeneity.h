//===- Homogeneity.h - How alike the GPUs of a cluster are ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adinets and Shvets run the same tests on every GPU of a cluster and find that
// the GPUs of a sound cluster differ by less than 1 % in memory and in compute.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_HOMOGENEITY_H
#define GPUPERF_GPUMODEL_CALIBRATION_HOMOGENEITY_H

#include "gpumodel/calibration/RunQuantities.h"

namespace gpuperf::calibration {

enum class TestKind : uint8_t { Memory, Compute, Launch };
llvm::StringRef testKindName(TestKind Kind);
/// What a test measures; latencies and rates of operations count as compute.
TestKind testKindOf(const Quantity &Q);

/// One test over all GPUs.
struct Homogeneity {
  std::string Name, Unit;
  TestKind Kind = TestKind::Memory;
  size_t Gpus = 0;
  double Median = 0, Low = 0, High = 0;
  /// Run and value over median; of a GPU that was run twice, the median.
  std::vector<std::pair<size_t, double>> PerGpu;
  /// Runs of GPUs that differ from the others by more than 2 % and by more than
  /// three standard deviations of the others. Empty for two GPUs, since it is
  /// not known which of the two is wrong.
  std::vector<size_t> Outliers;
  double spread() const { return Median ? (High - Low) / Median : 0; }
};

/// The tests that at least two GPUs have passed, those of memory first, the
/// widest spread first. Shares and sizes are not counted as tests, and neither
/// are figures that repeat what another figure of the same curves says.
std::vector<Homogeneity> homogeneityOf(llvm::ArrayRef<ResultsRun> Runs,
                                       llvm::ArrayRef<Figure> Figures);

/// A table with a line per test, the outliers named, and a sentence per kind;
/// ends in a newline. Empty without tests.
std::string homogeneityText(llvm::ArrayRef<ResultsRun> Runs,
                            llvm::ArrayRef<Homogeneity> Tests);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_HOMOGENEITY_H
