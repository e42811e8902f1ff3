//===- ResultsJson.h - Reading what gpuperf-calibrate wrote -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Series.h gives the format. Beside the records there a file may hold
//
//   {"record":"done","benchmark":"global-latency","elapsed_s":21.5}
//   {"record":"note","text":"..."}   what a person wrote into it: is shown
//
// A run that is stopped while it writes leaves an incomplete last line, which
// is skipped with a warning. Anything else that does not belong into the file
// is an error that names the file and the line.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_RESULTSJSON_H
#define GPUPERF_GPUMODEL_CALIBRATION_RESULTSJSON_H

#include "gpumodel/calibration/derive/Series.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>

namespace gpuperf::calibration {

/// One run on one GPU: what follows a "run" record, up to the next one.
struct ResultsRun {
  std::string File;
  DeviceFacts Device;
  bool Quick = false;
  int Rank = 0;
  std::string Date;
  /// If a curve occurs twice, the last one counts, since a run that is
  /// continued measures again what it had not finished.
  std::vector<Series> All;
  /// Only compared with what follows from the curves.
  std::vector<Quantity> Recorded;
  std::vector<std::pair<std::string, std::string>> Skipped; ///< which, why
  std::vector<std::string> Notes;
  bool Ended = false; ///< it was not stopped

  /// Whether curves were taken from a publication, which is marked in them: all
  /// curves of the run, or any curve of \p Benchmark.
  bool isPublished() const;
  bool isPublished(llvm::StringRef Benchmark) const;
};

/// The runs in one file, in order: at least one. What was skipped is put into
/// \p Warnings. Errors: "FILE:LINE: what is wrong, what would be right".
llvm::Expected<std::vector<ResultsRun>>
parseResults(llvm::MemoryBufferRef Buffer, std::vector<std::string> &Warnings);

/// The runs in files, and in the calibrate*.jsonl of folders.
llvm::Expected<std::vector<ResultsRun>>
readResults(llvm::ArrayRef<std::string> Paths,
            std::vector<std::string> &Warnings);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_RESULTSJSON_H
