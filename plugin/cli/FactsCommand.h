//===- FactsCommand.h - gpuperf facts ---------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_FACTSCOMMAND_H
#define GPUPERF_PLUGIN_CLI_FACTSCOMMAND_H

#include <string>
#include <vector>

namespace gpuperf {

bool factsIsAsked();
void hideUnrelatedToFacts();
/// Walks a program, or all programs of a compile database, and writes a facts
/// file.
int runFacts(const std::vector<std::string> &ClangFlags);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_FACTSCOMMAND_H
