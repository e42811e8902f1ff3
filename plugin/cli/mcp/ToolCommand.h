//===- ToolCommand.h - Arguments of a tool as those of a command *- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_TOOLCOMMAND_H
#define GPUPERF_PLUGIN_CLI_MCP_TOOLCOMMAND_H

#include "plugin/cli/mcp/Tool.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

namespace gpuperf::mcp {

/// The file that a call is about, and the rest of gpuperf's command line.
class ToolCommand {
public:
  /// `gpuperf COMMAND --format=json` for these arguments. It is an error if
  /// there is no file, or a flag that could do more than describe it.
  static llvm::Expected<ToolCommand> make(llvm::StringRef Command,
                                          const llvm::json::Object &Arguments);
  ToolCommand(ToolCommand &&Other);
  ToolCommand(const ToolCommand &) = delete;
  ToolCommand &operator=(const ToolCommand &) = delete;
  ~ToolCommand(); ///< removes the folder of a source

  std::vector<std::string> Options; ///< before "--"
  std::vector<std::string> ClangFlags;

  /// All of it, for RunSelf.
  std::vector<std::string> words() const;
  /// \p Text without the name of the folder that a source was written to.
  std::string named(llvm::StringRef Text) const;

private:
  ToolCommand() = default;
  std::string Folder; ///< of a source that was given as text; empty: none
};

/// Lines of JSON on standard output; standard error in \p Notes. Where the run
/// did not answer, the error says why.
llvm::Expected<std::vector<llvm::json::Object>>
runForObjects(const ToolCommand &Command, const RunSelf &Run,
              llvm::json::Array &Notes);

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_TOOLCOMMAND_H
