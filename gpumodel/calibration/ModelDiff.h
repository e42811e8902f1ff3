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

/// Six digits; a whole number of bytes with all of them.
std::string figureText(double Value, llvm::StringRef Unit);

/// What counts at \p Path: the device's own number, else its architecture's.
OptFact factInUse(const GpuModel &Gpu, llvm::StringRef Path);

/// In the order of the file. Where the device's own latencies and throughputs
/// are new, the old ones are those of its architecture.
std::vector<DiffRow> diffModels(const GpuModel &Before, const GpuModel &After);

/// A table, a line each, with "!" behind those that are far; ends in a newline.
/// Empty without rows.
std::string diffText(const std::vector<DiffRow> &Rows);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_MODELDIFF_H
