//===- ImportReport.h - An import, to be read -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_IMPORTREPORT_H
#define GPUPERF_GPUMODEL_CALIBRATION_IMPORTREPORT_H

#include "gpumodel/calibration/ImportDevice.h"

namespace gpuperf::calibration {

/// A text that says what was imported, what it changes, what is not written and
/// why, which figures have no key in a GPU file, and how alike several GPUs
/// are. It ends in a newline.
std::string importText(const Import &I, llvm::ArrayRef<ResultsRun> Runs,
                       llvm::ArrayRef<Figure> Figures);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_IMPORTREPORT_H
