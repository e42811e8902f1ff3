//===- CalibrationPlots.h - Curves as pictures ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws one SVG per benchmark, readable on white and on black, without a
// library.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_PLOTS_CALIBRATIONPLOTS_H
#define GPUPERF_GPUMODEL_CALIBRATION_PLOTS_CALIBRATIONPLOTS_H

#include "gpumodel/calibration/RunQuantities.h"

namespace gpuperf::calibration {

struct PlotFile {
  std::string Name; ///< "global-latency.svg"
  std::string Svg;
};

/// Pictures of every benchmark of the first run that is not quick (else of the
/// first run), of the figures of operations as bars, and, with several GPUs, of
/// how alike they are.
std::vector<PlotFile> calibrationPlots(llvm::ArrayRef<ResultsRun> Runs,
                                       llvm::ArrayRef<Figure> Figures);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_PLOTS_CALIBRATIONPLOTS_H
