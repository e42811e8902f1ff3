//===- ProgramRun.h - Runs a program under watch ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_PROGRAMRUN_H
#define GPUPERF_PLUGIN_RECORD_PROGRAMRUN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gpuperf::record {

struct RunRequest {
  std::vector<std::string> Command;
  std::vector<std::string> Environment; ///< "NAME=VALUE" that are added
  unsigned MostSeconds = 60;
};

struct RunResult {
  enum class End : uint8_t {
    Exited,
    Signalled,
    TimedOut,    ///< ended after RunRequest::MostSeconds
    OutOfMemory, ///< ended before the machine has no memory left
    Interrupted  ///< ended since this process was asked to end
  } How = End::Exited;
  int Code = 0; ///< exit status, or the signal
};

/// Runs the program to its end, or ends it and the processes that it started.
/// It is an error if it cannot be started.
llvm::Expected<RunResult> runProgram(const RunRequest &Request);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_PROGRAMRUN_H
