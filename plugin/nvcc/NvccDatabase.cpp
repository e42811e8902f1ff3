//===- NvccDatabase.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccDatabase.h"
#include "plugin/nvcc/ClangArgs.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang::tooling;
using namespace llvm;
using namespace gpuperf;

namespace {
/// The entries of a database, translated when they are asked for.
class Translated : public CompilationDatabase {
public:
  Translated(const CompilationDatabase &Base, DatabaseOptions Options)
      : Base(Base), Options(std::move(Options)) {
    for (const std::string &File : Base.getAllFiles())
      Entries.insert(File);
  }

  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    // What the base has guessed for a file without an entry was guessed from
    // nvcc's flags, read as clang's: the guess is made again from ours. A base
    // that has no list of files (flags on the command line) knows all.
    if (!Entries.empty() && !Entries.contains(File))
      return {};
    return translate(Base.getCompileCommands(File));
  }
  std::vector<std::string> getAllFiles() const override {
    return Base.getAllFiles();
  }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return translate(Base.getAllCompileCommands());
  }

private:
  std::vector<CompileCommand>
  translate(std::vector<CompileCommand> Commands) const {
    for (CompileCommand &Command : Commands) {
      ClangCommand New = clangCommandFor(
          Command.CommandLine, Command.Directory, Command.Filename,
          Options.GpuListFor ? Options.GpuListFor(Command.Filename) : "");
      if (Options.OnCommand)
        Options.OnCommand(New, Command.Filename);
      Command.CommandLine = std::move(New.Args);
      if (New.FromNvcc)
        Command.Output.clear();
      if (!Options.ResourceDir.empty() && !Command.CommandLine.empty() &&
          none_of(Command.CommandLine, [](StringRef Arg) {
            return Arg.starts_with("-resource-dir");
          }))
        Command.CommandLine.insert(Command.CommandLine.begin() + 1,
                                   "-resource-dir=" + Options.ResourceDir);
    }
    return Commands;
  }

  const CompilationDatabase &Base;
  DatabaseOptions Options;
  StringSet<> Entries;
};
} // namespace

std::unique_ptr<CompilationDatabase>
gpuperf::translatedDatabase(const CompilationDatabase &Base,
                            DatabaseOptions Options) {
  auto Own = std::make_unique<Translated>(Base, std::move(Options));
  if (Own->getAllFiles().empty())
    return Own;
  return inferMissingCompileCommands(std::move(Own));
}
