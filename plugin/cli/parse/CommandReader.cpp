//===- CommandReader.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/parse/CommandReader.h"
#include "clang/Tooling/CompilationDatabase.h"

namespace gpuperf {

std::optional<std::vector<std::string>> CommandReader::named() const {
  if (BuildDir.empty())
    return std::nullopt;
  std::string Why;
  auto Database =
      clang::tooling::CompilationDatabase::loadFromDirectory(BuildDir, Why);
  return Database ? Database->getAllFiles() : std::vector<std::string>();
}

/// Nothing where the compile database does not know the file.
std::optional<std::vector<std::string>>
CommandReader::flagsFor(llvm::StringRef File) const {
  if (BuildDir.empty() || File == First.File)
    return First.UserFlags;
  auto Flags = flagsFromDatabase(BuildDir, File, "", /*Quiet=*/true);
  if (Flags)
    return std::move(*Flags);
  llvm::consumeError(Flags.takeError());
  return std::nullopt;
}

std::vector<std::string> CommandReader::flagsOf(llvm::StringRef File) const {
  return flagsFor(File).value_or(std::vector<std::string>());
}

llvm::Error CommandReader::parse(llvm::StringRef File, VisitFile Visit) const {
  auto Flags = flagsFor(File);
  if (!Flags)
    return llvm::createStringError("the compile database has no flags for it");
  ParseRequest Request = First;
  Request.File = File.str();
  Request.UserFlags = std::move(*Flags);
  return parseCudaFile(Request, /*Quiet=*/true, Visit).takeError();
}

void CommandReader::seekObject(BuiltObjects &To, llvm::StringRef File) const {
  seekBuildObject(To, readFlags(flagsOf(File), File).Build.Object, File);
}

} // namespace gpuperf
