//===- ToolSchemas.h - What tools take and give -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_TOOLSCHEMAS_H
#define GPUPERF_PLUGIN_CLI_MCP_TOOLSCHEMAS_H

#include "llvm/Support/JSON.h"

namespace gpuperf::mcp {

/// Larger sources are refused.
inline constexpr int64_t MostSourceBytes = 1 << 20;

llvm::json::Object launchInput(); ///< predict_launch and explain
llvm::json::Object sweepInput();
llvm::json::Object programInput();
llvm::json::Object gpusInput();

llvm::json::Object launchesOutput();
llvm::json::Object explainOutput();
llvm::json::Object sweepOutput();
llvm::json::Object programOutput();
llvm::json::Object gpusOutput();

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_TOOLSCHEMAS_H
