//===- DiffCommand.h - gpuperf diff --------------------------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_DIFFCOMMAND_H
#define GPUPERF_PLUGIN_CLI_DIFFCOMMAND_H

namespace gpuperf {

bool diffIsAsked();
void hideUnrelatedToDiff();
/// Prints what changed between two reports; the exit code: ExitFindings where a
/// launch is slower by as much as --fail-on says.
int runDiff();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_DIFFCOMMAND_H
