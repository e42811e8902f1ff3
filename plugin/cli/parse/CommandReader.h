//===- CommandReader.h - Files as the command parses them -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PARSE_COMMANDREADER_H
#define GPUPERF_PLUGIN_CLI_PARSE_COMMANDREADER_H

#include "plugin/cli/parse/ClangRun.h"
#include "plugin/others/FileReader.h"

namespace gpuperf {

/// Parses the files of a program as the one that the command was given.
class CommandReader : public FileReader {
public:
  /// \p BuildDir: folder of the compile database, which says the flags of the
  /// other files; empty: they are parsed with those of \p First.
  CommandReader(ParseRequest First, std::string BuildDir)
      : First(std::move(First)), BuildDir(std::move(BuildDir)) {}

  std::string first() const override { return First.File; }
  std::optional<std::vector<std::string>> named() const override;
  std::vector<std::string> flagsOf(llvm::StringRef File) const override;
  llvm::Error parse(llvm::StringRef File, VisitFile Visit) const override;
  void seekObject(BuiltObjects &To, llvm::StringRef File) const override;

private:
  std::optional<std::vector<std::string>> flagsFor(llvm::StringRef File) const;

  const ParseRequest First;
  const std::string BuildDir;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PARSE_COMMANDREADER_H
