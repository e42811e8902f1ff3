//===- ProgramModules.h - The host code of a project's files ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PARSE_PROGRAMMODULES_H
#define GPUPERF_PLUGIN_CLI_PARSE_PROGRAMMODULES_H

#include "plugin/cli/parse/ClangRun.h"
#include "plugin/others/ProgramModule.h"
#include <functional>

namespace gpuperf {

/// Parses one file and emits its host code. It does not print anything.
ProgramModule parseModule(const ParseRequest &Request);

/// Parses each file once, \p Jobs at a time (0: one per core), and calls
/// \p Progress after each, on any thread but never twice at once. The result
/// is in the order of \p Requests.
std::vector<ProgramModule>
parseModules(llvm::ArrayRef<ParseRequest> Requests, unsigned Jobs,
             std::function<void(size_t Done, const ProgramModule &)> Progress);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PARSE_PROGRAMMODULES_H
