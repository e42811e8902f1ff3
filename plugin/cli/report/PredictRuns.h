//===- PredictRuns.h - gpuperf predict on many files at a time  -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_PREDICTRUNS_H
#define GPUPERF_PLUGIN_CLI_REPORT_PREDICTRUNS_H

#include "plugin/cli/report/ReportCache.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace gpuperf {

/// One file to predict.
struct PredictTask {
  std::string File; ///< as it is shown
  /// Of `gpuperf predict`, without the name of the program.
  std::vector<std::string> Arguments;
  /// The file's command as a compile_commands.json of its own, so that the time
  /// of one file does not grow with the project; empty: it needs none.
  std::string Database;
  std::string DatabaseFolder; ///< that messages name instead
  /// What the answer depends on besides Arguments and the files that are read.
  std::string KeyOfRest;
};

/// Runs \p Program on each task, \p Jobs at a time (0: one a core), each in a
/// process of its own, so that a crash costs one file. The answers are in the
/// order of \p Tasks. \p OnDone is called with the number of tasks done and the
/// last one, by one thread at a time.
std::vector<PredictRun>
runPredictions(llvm::StringRef Program, llvm::ArrayRef<PredictTask> Tasks,
               unsigned Jobs, ReportCache &Cache,
               const std::function<void(size_t, const PredictTask &)> &OnDone);

/// What \p Program with \p Arguments prints; an error where it cannot be run or
/// fails, with what it said.
llvm::Expected<std::string> outputOf(llvm::StringRef Program,
                                     llvm::ArrayRef<std::string> Arguments);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_PREDICTRUNS_H
