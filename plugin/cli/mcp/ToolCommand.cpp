//===- ToolCommand.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/ToolCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;
using llvm::StringRef;

static constexpr StringRef SourceName = "source.cu";
static constexpr uint64_t MostFileBytes = 16 << 20;

/// Flags that say how a file reads. Others could load a plugin, write files or
/// read more of them, and are refused: what an agent passes on may come from
/// anywhere.
static bool isHarmless(StringRef Flag) {
  for (StringRef Prefix : {"-I",
                           "-D",
                           "-U",
                           "-isystem",
                           "-iquote",
                           "-std=",
                           "--std=",
                           "-include",
                           "-W",
                           "-w",
                           "-O",
                           "-m",
                           "-ffast-math",
                           "-fno-",
                           "-fgpu-",
                           "-fapprox-",
                           "-ffp-contract=",
                           "-fopenmp",
                           "-fexceptions",
                           "-frtti",
                           "-fPIC",
                           "-pthread",
                           "--cuda-path=",
                           "--cuda-gpu-arch=",
                           "--offload-arch="})
    if (Flag.starts_with(Prefix))
      // -Wp,-Wl and -Wa hand other flags on; -mllvm is LLVM's own.
      return !Flag.starts_with("-Wp,") && !Flag.starts_with("-Wl,") &&
             !Flag.starts_with("-Wa,") && Flag != "-mllvm" &&
             !Flag.starts_with("-include-pch");
  return false;
}

static bool takesNext(StringRef Flag) {
  return llvm::is_contained(
      {"-I", "-D", "-U", "-isystem", "-iquote", "-include"}, Flag);
}

static llvm::Error addFlags(const json::Array &Flags,
                            std::vector<std::string> &To) {
  bool IsValue = false;
  for (const json::Value &V : Flags) {
    const StringRef Flag = *V.getAsString();
    const bool Fine = IsValue ? !Flag.starts_with("-") && !Flag.starts_with("@")
                              : isHarmless(Flag);
    if (!Fine || Flag.contains('\0'))
      return llvm::createStringError(
          "clang_flags has '" + Flag +
          "'; only flags that say how the file reads are passed on, such as "
          "-I, -isystem, -include, -D, -U, -std=, --cuda-gpu-arch=");
    To.push_back(Flag.str());
    IsValue = !IsValue && takesNext(Flag);
  }
  return llvm::Error::success();
}

static std::string dims(const json::Array &A) {
  std::vector<std::string> Words;
  for (const json::Value &V : A)
    Words.push_back(std::to_string(*V.getAsInteger()));
  return llvm::join(Words, ",");
}

static llvm::Error addArguments(const json::Object &Args,
                                std::vector<std::string> &Options) {
  for (const auto &[Key, V] : Args) {
    const StringRef Name = Key;
    if (Name.empty() || Name.contains('=') || Name.contains(';') ||
        Name.contains(','))
      return llvm::createStringError("args has no usable name '" + Name + "'");
    std::string Text;
    if (auto B = V.getAsBoolean())
      Text = *B ? "1" : "0";
    else if (auto S = V.getAsString())
      Text = S->str();
    else
      Text = llvm::formatv("{0}", V);
    Options.push_back("--arg=" + Name.str() + "=" + Text);
  }
  return llvm::Error::success();
}

ToolCommand::ToolCommand(ToolCommand &&Other)
    : Options(std::move(Other.Options)),
      ClangFlags(std::move(Other.ClangFlags)),
      Folder(std::exchange(Other.Folder, "")) {}

ToolCommand::~ToolCommand() {
  if (!Folder.empty())
    fs::remove_directories(Folder);
}

/// The absolute path of a file that can be read.
static llvm::Expected<std::string> pathOf(StringRef Name) {
  llvm::SmallString<256> Path(Name);
  fs::file_status Status;
  if (Name.contains('\0') || fs::make_absolute(Path) ||
      fs::status(Path, Status) || !fs::is_regular_file(Status))
    return llvm::createStringError("file: there is no file '" + Name + "'");
  if (Status.getSize() > MostFileBytes)
    return llvm::createStringError(
        "file: '" + Name + "' has " + llvm::Twine(Status.getSize()) +
        " bytes; at most " + llvm::Twine(MostFileBytes) + " are read");
  return std::string(Path);
}

llvm::Expected<ToolCommand> ToolCommand::make(StringRef Command,
                                              const json::Object &Arguments) {
  ToolCommand Out;
  const auto File = Arguments.getString("file");
  const auto Source = Arguments.getString("source");
  if (File.has_value() == Source.has_value())
    return llvm::createStringError(
        File ? "file and source exclude each other"
             : "give file, the path of a CUDA file, or source, its text");
  std::string Path;
  if (File) {
    auto Named = pathOf(*File);
    if (!Named)
      return Named.takeError();
    Path = std::move(*Named);
  } else {
    llvm::SmallString<128> Made;
    if (fs::createUniqueDirectory("gpuperf-mcp", Made))
      return llvm::createStringError("no temporary folder can be made");
    Out.Folder = Made.str().str();
    llvm::sys::path::append(Made, SourceName);
    Path = Made.str().str();
    std::error_code Why;
    llvm::raw_fd_ostream OS(Path, Why);
    if (!Why)
      OS << *Source;
    OS.close();
    if (Why || OS.has_error()) {
      OS.clear_error();
      return llvm::createStringError("the source cannot be written");
    }
  }
  Out.Options = {Command.str(), Path, "--format=json"};
  for (const auto &[Key, Option] :
       {std::pair<StringRef, StringRef>{"gpu", "--gpu="},
        {"build_dir", "-p="},
        {"kernel", "--kernel="},
        {"run", "--run="},
        {"model", "--model="},
        {"facts", "--facts="},
        {"l1", "--l1="},
        {"l2", "--l2="},
        {"timing", "--timing="},
        {"clock", "--clock="}})
    if (auto Text = Arguments.getString(Key)) {
      if (Text->contains('\0'))
        return llvm::createStringError(Key + " must not hold a zero byte");
      Out.Options.push_back((Option + *Text).str());
    }
  for (StringRef Key : {"grid", "block"})
    if (const json::Array *A = Arguments.getArray(Key))
      Out.Options.push_back("--" + Key.str() + "=" + dims(*A));
  if (auto Bytes = Arguments.getInteger("dynamic_smem_bytes"))
    Out.Options.push_back("--dynamic-smem=" + std::to_string(*Bytes));
  if (const json::Object *Args = Arguments.getObject("args"))
    if (llvm::Error Why = addArguments(*Args, Out.Options))
      return Why;
  if (const json::Array *Flags = Arguments.getArray("clang_flags"))
    if (llvm::Error Why = addFlags(*Flags, Out.ClangFlags))
      return Why;
  return Out;
}

std::vector<std::string> ToolCommand::words() const {
  std::vector<std::string> Words = Options;
  Words.push_back("--");
  llvm::append_range(Words, ClangFlags);
  return Words;
}

std::string ToolCommand::named(StringRef Text) const {
  std::string Out = Text.str();
  if (Folder.empty())
    return Out;
  for (size_t At; (At = Out.find(Folder + "/")) != std::string::npos;)
    Out.erase(At, Folder.size() + 1);
  return Out;
}

/// Why there is no answer.
static std::string whyNone(const ToolCommand &Command, const LimitedRun &Run) {
  const std::string Said = StringRef(Command.named(Run.Errors)).trim().str();
  switch (Run.Outcome) {
  case RunOutcome::TimedOut:
    return "ended after the time limit of a call; ask for one kernel, or with "
           "a smaller file";
  case RunOutcome::Cancelled:
    return "cancelled";
  case RunOutcome::Crashed:
    return "gpuperf crashed on this input: " +
           StringRef(Said).take_until([](char C) { return C == '\n'; }).str();
  default:
    return Said.empty() ? "no answer" : Said;
  }
}

llvm::Expected<std::vector<json::Object>>
mcp::runForObjects(const ToolCommand &Command, const RunSelf &RunIt,
                   json::Array &Notes) {
  constexpr int Unusable = 2; // ExitUnusable of the command
  const LimitedRun Run = RunIt(Command.words());
  // An answer that says why there is no time ends with that code, too.
  if (Run.Outcome != RunOutcome::Ended ||
      (Run.ExitCode >= Unusable && StringRef(Run.Output).trim().empty()))
    return llvm::createStringError(whyNone(Command, Run));
  std::vector<json::Object> Out;
  const std::string Output = Command.named(Run.Output);
  for (StringRef Line : llvm::split(Output, '\n')) {
    if (Line.trim().empty())
      continue;
    auto Value = json::parse(Line);
    if (!Value)
      return Value.takeError();
    if (json::Object *O = Value->getAsObject())
      Out.push_back(std::move(*O));
  }
  const std::string Errors = Command.named(Run.Errors);
  constexpr size_t MostNotes = 50;
  for (StringRef Line : llvm::split(Errors, '\n')) {
    Line.consume_front("gpuperf: ");
    if (!Line.trim().empty() && Notes.size() < MostNotes)
      Notes.push_back(json::fixUTF8(Line));
  }
  return Out;
}
