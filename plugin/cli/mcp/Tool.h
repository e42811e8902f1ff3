//===- Tool.h - What an agent may ask for -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_TOOL_H
#define GPUPERF_PLUGIN_CLI_MCP_TOOL_H

#include "plugin/cli/process/LimitedRun.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <vector>

namespace gpuperf::mcp {

/// Runs this program with other arguments, so that a crash or a file that
/// takes too long costs one answer and not the server.
using RunSelf =
    std::function<LimitedRun(llvm::ArrayRef<std::string> Arguments)>;

struct ToolAnswer {
  /// What the tool's output schema describes; without meaning in an error.
  llvm::json::Object Structured;
  std::string Text; ///< the same for people; the message of an error
  bool IsError = false;

  static ToolAnswer error(std::string Message) {
    return {{}, std::move(Message), true};
  }
};

struct Tool {
  llvm::StringLiteral Name, Title, Description;
  llvm::json::Object (*InputSchema)();
  llvm::json::Object (*OutputSchema)();
  /// \p Arguments are as InputSchema wants them.
  ToolAnswer (*Call)(const llvm::json::Object &Arguments, const RunSelf &Run);
};

/// All tools, in the order in which they are listed.
llvm::ArrayRef<Tool> allTools();

ToolAnswer predictLaunch(const llvm::json::Object &Arguments,
                         const RunSelf &Run);
ToolAnswer explainLaunch(const llvm::json::Object &Arguments,
                         const RunSelf &Run);
ToolAnswer sweepBlocks(const llvm::json::Object &Arguments, const RunSelf &Run);
ToolAnswer predictProgram(const llvm::json::Object &Arguments,
                          const RunSelf &Run);
ToolAnswer listGpuFiles(const llvm::json::Object &Arguments,
                        const RunSelf &Run);

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_TOOL_H
