//===- LimitedRunTest.cpp - A program that may be ended -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/process/LimitedRun.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace std::chrono_literals;

static LimitedRun shell(const char *Script, std::chrono::milliseconds Limit,
                        bool Cancel = false) {
  const std::atomic<bool> Cancelled = Cancel;
  return runLimited("/bin/sh", {"-c", Script}, Limit, Cancelled);
}

TEST(LimitedRun, OutputsAndExitCode) {
  const LimitedRun Run = shell("echo out; echo err >&2; exit 3", 60s);
  EXPECT_EQ(Run.Outcome, RunOutcome::Ended);
  EXPECT_EQ(Run.ExitCode, 3);
  EXPECT_EQ(Run.Output, "out\n");
  EXPECT_EQ(Run.Errors, "err\n");
}

TEST(LimitedRun, WhatEndsIt) {
  EXPECT_EQ(shell("echo begun; exec sleep 600", 300ms).Outcome,
            RunOutcome::TimedOut);
  EXPECT_EQ(shell("exec sleep 600", 600s, true).Outcome, RunOutcome::Cancelled);
  EXPECT_EQ(shell("kill -SEGV $$", 60s).Outcome, RunOutcome::Crashed);
  const std::atomic<bool> No = false;
  EXPECT_EQ(runLimited("/no/such/program", {}, 60s, No).Outcome,
            RunOutcome::NotStarted);
}
