//===- McpCommand.h - gpuperf mcp -------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_MCPCOMMAND_H
#define GPUPERF_PLUGIN_CLI_MCP_MCPCOMMAND_H

namespace gpuperf {

bool mcpIsAsked();
void hideUnrelatedToMcp();
/// Serves one client over standard input and output until the input ends.
int runMcp();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_MCP_MCPCOMMAND_H
