//===- LineReader.h - Lines of a stream, none too long ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_LINEREADER_H
#define GPUPERF_PLUGIN_CLI_MCP_LINEREADER_H

#include <cstdint>
#include <istream>
#include <string>

namespace gpuperf::mcp {

enum class LineKind : uint8_t { Line, TooLong, End };

/// Reads the next line without its end. Of a line that is longer than \p Most
/// the rest is skipped, so that no message can take up all memory.
LineKind readLine(std::istream &In, size_t Most, std::string &Line);

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_LINEREADER_H
