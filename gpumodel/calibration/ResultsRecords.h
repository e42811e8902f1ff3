//===- ResultsRecords.h - One line of a results file ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_RESULTSRECORDS_H
#define GPUPERF_GPUMODEL_CALIBRATION_RESULTSRECORDS_H

#include "gpumodel/calibration/ResultsJson.h"
#include "llvm/Support/JSON.h"

namespace gpuperf::calibration {

/// Puts a record into the last of \p Runs, or begins a new run. Returns what is
/// wrong with the record, or "".
std::string addRecord(const llvm::json::Object &Record, llvm::StringRef File,
                      std::vector<ResultsRun> &Runs);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_RESULTSRECORDS_H
