//===- LaunchAnswer.h - A launch as an agent is told of it ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_LAUNCHANSWER_H
#define GPUPERF_PLUGIN_CLI_MCP_LAUNCHANSWER_H

#include "llvm/Support/JSON.h"
#include <string>

namespace gpuperf::mcp {

/// An object of `gpuperf predict --format=json` with time, band, bound,
/// assumptions and refusal always there, as launchesOutput says.
/// \p WithDetails: also what explain shows.
llvm::json::Object launchAnswer(const llvm::json::Object &O, bool WithDetails);

/// One paragraph about it: time, band, bound, assumptions, or why not.
std::string launchText(const llvm::json::Object &Answer);

/// {"low_us", "high_us"} out of NAME_low and NAME_high of \p O; null where they
/// are not there.
llvm::json::Value bandOf(const llvm::json::Object &O, llvm::StringRef Name);

/// "58.6 us (50.7 to 68)", "1.2 ms" where there is no band.
std::string timeText(double TimeUs, const llvm::json::Value &Band);

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_LAUNCHANSWER_H
