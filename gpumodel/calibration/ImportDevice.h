//===- ImportDevice.h - Figures onto a GPU model ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A figure that passed its self-check is written to its key, rounded to the
// digits that its spread supports; everything else in the file stays as it was.
// A figure that cannot be true is not written, and the reason is reported.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_IMPORTDEVICE_H
#define GPUPERF_GPUMODEL_CALIBRATION_IMPORTDEVICE_H

#include "gpumodel/calibration/GpuModelYamlText.h"
#include "gpumodel/calibration/RunQuantities.h"

namespace gpuperf::calibration {

struct ImportOptions {
  std::string Base; ///< shipped name or file; empty: found by the device
  std::string Name; ///< of the new file; empty: the base's, or the driver's
};

/// A figure that is not written, and why.
struct Refused {
  Quantity Q;
  std::string Why;
};

/// A device file from results.
struct Import {
  GpuModel Before, After;
  YamlComments Comments; ///< of the base
  /// What Before is: "the shipped h200-sxm", "its sibling h100-pcie".
  std::string BaseText;
  std::vector<Refused> NotWritten;
  std::vector<Figure> Elsewhere; ///< figures for which a GPU file has no key
  std::vector<std::string> Notes;
};

/// \p Runs: at least one, of one kind.
llvm::Expected<Import> importDevice(llvm::ArrayRef<ResultsRun> Runs,
                                    llvm::ArrayRef<Figure> Figures,
                                    const ImportOptions &Options);

/// How many measured values of \p Old are not measured in \p New.
size_t lostMeasured(const GpuModel &Old, const GpuModel &New);

/// A line for each value of \p File whose status is measured and that does not
/// follow from \p Figures: "latency.l1_latency_cycles is 33, the results give
/// 36.1 (35.9 to 36.4)".
std::vector<std::string> unprovenMeasured(const GpuModel &File,
                                          llvm::ArrayRef<Figure> Figures);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_IMPORTDEVICE_H
