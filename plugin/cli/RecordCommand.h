//===- RecordCommand.h - gpuperf record -------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_RECORDCOMMAND_H
#define GPUPERF_PLUGIN_CLI_RECORDCOMMAND_H

#include <string>
#include <vector>

namespace gpuperf {

bool recordIsAsked();
void hideUnrelatedToRecord();

/// \p AfterDashes: what stands after "--", the program's command line or, where
/// files are named, flags for clang.
int runRecord(std::vector<std::string> AfterDashes);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_RECORDCOMMAND_H
