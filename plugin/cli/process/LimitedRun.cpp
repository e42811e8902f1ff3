//===- LimitedRun.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/process/LimitedRun.h"
#include "plugin/cli/process/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <thread>

using namespace gpuperf;

LimitedRun gpuperf::runLimited(llvm::StringRef Program,
                               llvm::ArrayRef<std::string> Arguments,
                               std::chrono::milliseconds Limit,
                               const std::atomic<bool> &Cancelled) {
  LimitedRun Run;
  TemporaryFile Output, Errors;
  if (Output.path().empty() || Errors.path().empty()) {
    Run.Outcome = RunOutcome::NotStarted;
    Run.Errors = "no temporary file can be made";
    return Run;
  }
  llvm::SmallVector<llvm::StringRef, 32> Words = {Program};
  llvm::append_range(Words, Arguments);
  bool Failed = false;
  const llvm::sys::ProcessInfo Child = llvm::sys::ExecuteNoWait(
      Program, Words, std::nullopt,
      {llvm::StringRef(""), Output.path(), Errors.path()}, 0, &Run.Errors,
      &Failed);
  if (Failed) {
    Run.Outcome = RunOutcome::NotStarted;
    return Run;
  }
  const auto End = std::chrono::steady_clock::now() + Limit;
  std::string Why;
  llvm::sys::ProcessInfo Now = llvm::sys::Wait(Child, 0, &Why);
  // Short runs are asked for often, long ones seldom.
  auto Pause = std::chrono::milliseconds(1);
  while (Now.Pid == llvm::sys::ProcessInfo::InvalidPid) {
    const bool Late = std::chrono::steady_clock::now() >= End;
    if (Late || Cancelled) {
      Run.Outcome = Late ? RunOutcome::TimedOut : RunOutcome::Cancelled;
      ::kill(Child.Pid, SIGKILL);
      Now = llvm::sys::Wait(Child, std::nullopt, &Why);
      break;
    }
    std::this_thread::sleep_for(Pause);
    Pause = std::min(Pause * 2, std::chrono::milliseconds(20));
    Now = llvm::sys::Wait(Child, 0, &Why);
  }
  Run.Output = Output.text();
  Run.Errors = Errors.text();
  if (Run.Outcome != RunOutcome::Ended)
    return Run;
  Run.ExitCode = Now.ReturnCode;
  if (Now.ReturnCode < 0) {
    Run.Outcome = RunOutcome::Crashed;
    Run.Errors = Why + "\n" + Run.Errors;
  }
  return Run;
}
