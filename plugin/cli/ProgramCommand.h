//===- ProgramCommand.h - gpuperf program -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PROGRAMCOMMAND_H
#define GPUPERF_PLUGIN_CLI_PROGRAMCOMMAND_H

#include <string>
#include <vector>

namespace gpuperf {

bool programIsAsked();
void hideUnrelatedToProgram();
/// Prints the GPU time of a program's run; the exit code.
int runProgram(std::vector<std::string> ClangFlags);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PROGRAMCOMMAND_H
