//===- ReportCommand.h - gpuperf report, gpuperf merge -------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORTCOMMAND_H
#define GPUPERF_PLUGIN_CLI_REPORTCOMMAND_H

#include <string>
#include <vector>

namespace gpuperf {

bool reportIsAsked();
bool mergeIsAsked();
void hideUnrelatedToReport();
/// Predicts every launch of a project and writes the report; the exit code.
int runReport(std::vector<std::string> ClangFlags);
/// Makes one report out of those of shards; the exit code.
int runMerge();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORTCOMMAND_H
