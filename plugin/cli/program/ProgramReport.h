//===- ProgramReport.h - What is told of a program's run --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run on one GPU as `gpuperf program` prints it: the totals, and how they
// came about. Each way of printing tells the same.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PROGRAM_PROGRAMREPORT_H
#define GPUPERF_PLUGIN_CLI_PROGRAM_PROGRAMREPORT_H

#include "plugin/cli/program/ProgramTotals.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace gpuperf {

struct ProgramReport {
  std::string File;
  std::optional<std::string> Run; ///< the arguments; nothing: not given
  std::string Gpu, Model;
  std::string ClockText; ///< "at the base clock, 1440 MHz"; empty at boost
  bool BusGiven = false; ///< the user says the bus
  RunCosts Costs;
  std::vector<RunLaunch> Launches; ///< in the order of the first launches
  ProgramTotals Totals;
  /// How the walk ended; its launches are in Totals.
  ProgramFacts Walk;
  /// Values that launches depend on and that nobody gave.
  std::vector<FactValue> Values;
};

/// "FILE --run='ARGS' on GPU".
std::string runTitle(const ProgramReport &R, llvm::StringRef File);
/// "101 launches of 2 kernels".
std::string launchesAndKernels(const ProgramTotals &T);
/// One sentence, without a full stop: why there is no launch in the run.
std::string whyNoLaunch(const ProgramReport &R);
/// Whether the totals hold for values that stand for arguments that nobody
/// gave. Then no band is told: it would leave out what is not known.
bool isOpen(const ProgramReport &R);
/// What is missing from the totals or may make them another run's, a sentence
/// each; empty: nothing.
std::vector<std::string> programWarnings(const ProgramReport &R);
/// What the totals rest on beside the predictions, a clause each.
std::vector<std::string> programAssumptions(const ProgramReport &R);
/// "host to device".
llvm::StringRef copyName(CopyFact::Direction Where);
/// "returned", "out of steps": as JSON has it.
llvm::StringRef runEndName(RunEnd End);

void printProgramText(llvm::raw_ostream &OS, const ProgramReport &R);
llvm::json::Object programToJson(const ProgramReport &R);
/// One table of all reports: a row a kernel, a copy, the gaps and the sums.
void printProgramCsv(llvm::raw_ostream &OS,
                     llvm::ArrayRef<ProgramReport> Reports);
/// A panel a report: when which kernel runs, and how long in all.
void printProgramSvg(llvm::raw_ostream &OS,
                     llvm::ArrayRef<ProgramReport> Reports);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PROGRAM_PROGRAMREPORT_H
