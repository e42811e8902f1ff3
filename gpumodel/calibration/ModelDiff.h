//===- ModelDiff.h - What a calibration changes -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_MODELDIFF_H
#define GPUPERF_GPUMODEL_CALIBRATION_MODELDIFF_H

#include "gpumodel/calibration/ModelFacts.h"

namespace gpuperf::calibration {

/// A number that differs in value, status or source.
struct DiffRow {
  std::string Path;
  std::string Unit;
  OptFact Old, New; ///< one at least
  /// New over old; 0 where one of them is missing or 0.
  double ratio() const;
  bool isFar() const; ///< more than 15 % apart
};

/// A number with six digits; whole numbers of bytes with all their digits.
std::string figureText(double Value, llvm::StringRef Unit);

/// The number in force at \p Path: the device's own, else its architecture's.
OptFact factInUse(const GpuModel &Gpu, llvm::StringRef Path);

/// The differences in the order of the file. Where the device's own latencies
/// and throughputs are new, they are compared with those of its architecture.
std::vector<DiffRow> diffModels(const GpuModel &Before, const GpuModel &After);

/// A table with a line for each row and "!" behind those that are far apart. It
/// ends in a newline and is empty if there are no rows.
std::string diffText(const std::vector<DiffRow> &Rows);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_MODELDIFF_H
