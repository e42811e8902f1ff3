//===- LimitedRun.h - A program that may be ended ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unlike llvm::sys::ExecuteAndWait with a limit, which sets an alarm for the
// whole process, this may be called by several threads at a time.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PROCESS_LIMITEDRUN_H
#define GPUPERF_PLUGIN_CLI_PROCESS_LIMITEDRUN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <chrono>
#include <string>

namespace gpuperf {

enum class RunOutcome : uint8_t {
  Ended,      ///< by itself
  Crashed,    ///< by a signal
  TimedOut,   ///< ended here, after the limit
  Cancelled,  ///< ended here, because somebody asked for it
  NotStarted, ///< LimitedRun::Errors says why
};

struct LimitedRun {
  RunOutcome Outcome = RunOutcome::Ended;
  int ExitCode = 0;   ///< of one that ended by itself
  std::string Output; ///< standard output
  std::string Errors; ///< standard error
};

/// Runs \p Program with nothing on its standard input, for \p Limit at most and
/// until \p Cancelled is set.
LimitedRun runLimited(llvm::StringRef Program,
                      llvm::ArrayRef<std::string> Arguments,
                      std::chrono::milliseconds Limit,
                      const std::atomic<bool> &Cancelled);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PROCESS_LIMITEDRUN_H
