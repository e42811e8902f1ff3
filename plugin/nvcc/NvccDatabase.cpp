//===- NvccDatabase.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccDatabase.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/nvcc/ClangArgs.h"
#include "plugin/nvcc/SmChoice.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang::tooling;
using namespace llvm;
using namespace gpuperf;

namespace {
/// The entries of a database. Each is translated when it is asked for, for the
/// GPU that is named for the file in question.
class Entries : public CompilationDatabase {
public:
  Entries(const CompilationDatabase &Base, const DatabaseOptions &Options,
          StringRef For)
      : Base(Base), Options(Options),
        GpuList(Options.GpuListFor ? Options.GpuListFor(For) : "") {}

  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    return translate(Base.getCompileCommands(File));
  }
  std::vector<std::string> getAllFiles() const override {
    return Base.getAllFiles();
  }
  std::vector<CompileCommand>
  translate(std::vector<CompileCommand> Commands) const;

private:
  const CompilationDatabase &Base;
  const DatabaseOptions &Options;
  std::string GpuList;
};

class TranslatedDatabase : public CompilationDatabase {
public:
  TranslatedDatabase(const CompilationDatabase &Base, DatabaseOptions Options)
      : Base(Base), Options(std::move(Options)) {
    for (const std::string &File : Base.getAllFiles())
      Files.insert(File);
  }

  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    // A database made from flags on the command line has no list of files: it
    // has a command for every file.
    if (Files.empty() || Files.contains(File))
      return Entries(Base, Options, File).getCompileCommands(File);
    // The base would guess the command of a file without an entry from nvcc's
    // flags, which it takes for clang's. The guess is made from the translated
    // commands instead.
    auto Entered = std::make_unique<Known>(Base, Options, File, Files);
    auto All = Options.Infer ? Options.Infer(std::move(Entered))
                             : inferMissingCompileCommands(std::move(Entered));
    return All->getCompileCommands(File);
  }
  std::vector<std::string> getAllFiles() const override {
    return Base.getAllFiles();
  }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    std::vector<CompileCommand> All;
    for (const std::string &File : Base.getAllFiles())
      append_range(All, getCompileCommands(File));
    return All;
  }

private:
  /// Only the entries: a file without one has no command.
  class Known : public Entries {
  public:
    Known(const CompilationDatabase &Base, const DatabaseOptions &Options,
          StringRef For, const StringSet<> &Files)
        : Entries(Base, Options, For), Files(Files) {}
    std::vector<CompileCommand>
    getCompileCommands(StringRef File) const override {
      if (!Files.contains(File))
        return {};
      return Entries::getCompileCommands(File);
    }

  private:
    const StringSet<> &Files;
  };

  const CompilationDatabase &Base;
  DatabaseOptions Options;
  StringSet<> Files;
};

/// A base class, so that it is made before and destroyed after the database
/// that refers to it.
struct Owner {
  std::unique_ptr<CompilationDatabase> Owned;
};
class OwningDatabase : Owner, public TranslatedDatabase {
public:
  OwningDatabase(std::unique_ptr<CompilationDatabase> Base,
                 DatabaseOptions Options)
      : Owner{std::move(Base)}, TranslatedDatabase(*Owned, std::move(Options)) {
  }
};
} // namespace

/// Clang takes a CUDA file without an architecture as code for sm_52, where
/// what newer GPUs have does not parse. So \p Command names the architecture of
/// the GPU that is asked for; of several, the lowest, for which all can be
/// predicted.
static void nameArchitecture(CompileCommand &Command, StringRef GpuList) {
  std::vector<std::string> &Args = Command.CommandLine;
  const StringRef Extension = sys::path::extension(Command.Filename);
  const bool IsCuda = Extension == ".cu" || Extension == ".cuh" ||
                      is_contained(Args, "cuda") ||
                      is_contained(Args, "-xcuda");
  if (!IsCuda || Args.empty() || GpuList.trim().empty() ||
      any_of(Args, [](StringRef Arg) {
        return Arg.starts_with("--cuda-gpu-arch") ||
               Arg.starts_with("--offload-arch") ||
               Arg.starts_with("--no-cuda-gpu-arch");
      }))
    return;
  auto Gpus = findGpus(GpuList);
  if (!Gpus) {
    consumeError(Gpus.takeError()); // the checks say what is wrong with it
    return;
  }
  unsigned Lowest = 0;
  for (const GpuModel &Gpu : *Gpus)
    if (const unsigned Sm = Gpu.Arch.CcMajor * 10 + Gpu.Arch.CcMinor;
        Gpu.Arch.Maker == Vendor::Nvidia && (Lowest == 0 || Sm < Lowest))
      Lowest = Sm;
  if (Lowest != 0)
    Args.insert(Args.begin() + 1,
                "--cuda-gpu-arch=" + clangSmName(SmName{Lowest, 0}));
}

std::vector<CompileCommand>
Entries::translate(std::vector<CompileCommand> Commands) const {
  for (CompileCommand &Command : Commands) {
    ClangCommand New = clangCommandFor(Command.CommandLine, Command.Directory,
                                       Command.Filename, GpuList);
    if (Options.OnCommand)
      Options.OnCommand(New, Command.Filename);
    Command.CommandLine = std::move(New.Args);
    if (New.FromNvcc)
      Command.Output.clear();
    else
      nameArchitecture(Command, GpuList);
    bool Named = any_of(Command.CommandLine, [](StringRef Arg) {
      return Arg.starts_with("-resource-dir");
    });
    if (!Options.ResourceDir.empty() && !Named && !Command.CommandLine.empty())
      Command.CommandLine.insert(Command.CommandLine.begin() + 1,
                                 "-resource-dir=" + Options.ResourceDir);
  }
  return Commands;
}

std::unique_ptr<CompilationDatabase>
gpuperf::translatedDatabase(const CompilationDatabase &Base,
                            DatabaseOptions Options) {
  return std::make_unique<TranslatedDatabase>(Base, std::move(Options));
}

std::unique_ptr<CompilationDatabase>
gpuperf::translatedDatabase(std::unique_ptr<CompilationDatabase> Base,
                            DatabaseOptions Options) {
  return std::make_unique<OwningDatabase>(std::move(Base), std::move(Options));
}

/// What is wrong with the entries of a database that is JSON.
static std::string entryProblem(const json::Value &Root) {
  const json::Array *Entries = Root.getAsArray();
  if (!Entries)
    return "it must be a list of entries, each with directory, file and "
           "command "
           "or arguments";
  for (size_t I = 0; I < Entries->size(); ++I) {
    const json::Object *Entry = (*Entries)[I].getAsObject();
    std::string Lacks;
    if (!Entry)
      Lacks = "is no object";
    else if (!Entry->getString("directory"))
      Lacks = "has no 'directory'";
    else if (!Entry->getString("file"))
      Lacks = "has no 'file'";
    else if (!Entry->getString("command") && !Entry->getArray("arguments"))
      Lacks = "has neither 'command' nor 'arguments'";
    if (!Lacks.empty())
      return "entry " + std::to_string(I + 1) + " " + Lacks;
  }
  return "";
}

std::string gpuperf::databaseProblem(StringRef Folder) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, "compile_commands.json");
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return "";
  Expected<json::Value> Parsed = json::parse((*Text)->getBuffer());
  if (Parsed) {
    std::string Wrong = entryProblem(*Parsed);
    return Wrong.empty() ? "" : (Path + ": " + Wrong).str();
  }
  std::string Why = toString(Parsed.takeError());
  // Clang's tools read more than JSON allows; what they can use is no problem.
  std::string TheirWhy;
  auto Loaded = JSONCompilationDatabase::loadFromFile(
      Path, TheirWhy, JSONCommandLineSyntax::AutoDetect);
  if (Loaded && !Loaded->getAllFiles().empty())
    return "";
  // "[1:40, byte=39]: Expected ..."
  auto [Where, Place] = StringRef(Why).split("]: ");
  Where = Where.ltrim('[').split(',').first;
  return (Path + ":" + Where + ": " + Place +
          " (have the build system write the file again)")
      .str();
}
