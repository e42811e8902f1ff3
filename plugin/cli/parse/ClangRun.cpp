//===- ClangRun.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/parse/ClangRun.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/SharedConstructors.h"
#include "plugin/device/AcceptedText.h"
#include "plugin/device/mended/MendedText.h"
#include "plugin/nvcc/CompilerName.h"
#include "plugin/nvcc/CudaHeaders.h"
#include "plugin/nvcc/NvccDatabase.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace gpuperf {

/// The architectures in "--cuda-gpu-arch=sm_80" or
/// "--offload-arch=sm_80,sm_90".
static std::optional<llvm::StringRef> archValue(llvm::StringRef Flag) {
  if (Flag.consume_front("--cuda-gpu-arch=") ||
      Flag.consume_front("--offload-arch="))
    return Flag;
  return std::nullopt;
}

/// The language that the flags name, or else the name of \p File: the last flag
/// counts.
static bool isHip(llvm::ArrayRef<std::string> UserFlags, llvm::StringRef File) {
  Language Named = languageOfFile(File);
  for (size_t I = 0; I < UserFlags.size(); ++I) {
    llvm::StringRef Flag = UserFlags[I];
    if (Flag == "-x" && I + 1 < UserFlags.size())
      Named = languageOfFlag(UserFlags[++I]);
    else if (Flag.consume_front("-x"))
      Named = languageOfFlag(Flag);
    else if (Flag.consume_front("--language="))
      Named = languageOfFlag(Flag);
  }
  return Named == Language::Hip;
}

std::string namedArch(const FlagFacts &Facts) {
  return Facts.IsHip && Facts.SmArch.empty() ? "gfx" : Facts.SmArch;
}

FlagFacts readFlags(llvm::ArrayRef<std::string> UserFlags,
                    llvm::StringRef File) {
  FlagFacts Facts;
  Facts.IsHip = isHip(UserFlags, File);
  for (size_t I = 0; I < UserFlags.size(); ++I) {
    llvm::StringRef Flag = UserFlags[I];
    if (auto Archs = archValue(Flag)) {
      for (llvm::StringRef Arch : llvm::split(*Archs, ','))
        if (Facts.IsHip ? isAmdArch(Arch) && Facts.SmArch.empty()
                        : smNumber(Arch) > smNumber(Facts.SmArch))
          Facts.SmArch = Arch.str();
    } else if (Flag.consume_front("--cuda-path=")) {
      Facts.CudaPath = Flag.str();
    } else if (Flag == "--cuda-path" && I + 1 < UserFlags.size()) {
      Facts.CudaPath = UserFlags[I + 1];
    } else if (Flag.consume_front("--rocm-path=")) {
      Facts.RocmPath = Flag.str();
    } else if (Flag == "-nocudainc" || Flag == "-nogpuinc" ||
               Flag == "--no-offload-inc") {
      Facts.OwnCudaHeaders = true;
    } else if (Flag.consume_front("-D")) {
      readMacro(Flag, Facts.Build);
    }
  }
  return Facts;
}

/// The command line for one parse: of CUDA code in device mode, of HIP code in
/// host mode.
static std::vector<std::string> buildCommand(const ParseRequest &Request,
                                             const FlagFacts &Facts,
                                             const std::optional<Toolkit> &Kit,
                                             bool RaiseStandard) {
  std::vector<std::string> Args = {"clang++"};
  if (Facts.IsHip && Facts.OwnCudaHeaders)
    Args.insert(Args.end(), {"-x", "hip", "--offload-arch=" + Request.SmArch});
  else if (Facts.IsHip)
    llvm::append_range(Args,
                       hipFlags(findRocm(Facts.RocmPath), Request.SmArch));
  else if (!Facts.OwnCudaHeaders)
    llvm::append_range(Args, cudaFlags(Kit, Request.SmArch, true));
  else
    Args.insert(Args.end(), {"-x", "cuda", "--cuda-gpu-arch=" + Request.SmArch,
                             "--cuda-device-only"});
  for (size_t I = 0; I < Request.UserFlags.size(); ++I) {
    llvm::StringRef Flag = Request.UserFlags[I];
    // The command chooses the architecture and the side (host or device) itself
    // and wants no output files: such flags are left out.
    if (archValue(Flag) || Flag.starts_with("--no-cuda-gpu-arch") ||
        Flag == "--cuda-host-only" || Flag == "--cuda-device-only" ||
        Flag == "-c" || Flag == "-S" || Flag == "-E" || Flag == "-M" ||
        Flag == "-MM" || Flag == "-MD" || Flag == "-MMD")
      continue;
    if (Flag == "-o" || Flag == "-MF" || Flag == "-MT" || Flag == "-MQ" ||
        Flag == "-x" || Flag == "--cuda-path") {
      ++I;
      continue;
    }
    if ((Flag.starts_with("-x") && Flag.size() > 2) ||
        (Flag.starts_with("--cuda-path=") && Kit) ||
        Flag.starts_with("--rocm-path=") ||
        (Flag.starts_with("-o") && !Flag.starts_with("-objc")))
      continue;
    Args.push_back(RaiseStandard ? atLeastCxx17(Flag) : Flag.str());
  }
  // Host code is walked as the host has it, and AMD's GPUs place what is on the
  // stack in another way: the kernels are parsed once more.
  if (Facts.IsHip)
    Args.push_back("--cuda-host-only");
  // A database's commands are run in their own folder.
  llvm::SmallString<256> File(Request.File);
  if (llvm::any_of(Args, [](llvm::StringRef Arg) {
        return Arg.starts_with("-working-directory=");
      }))
    llvm::sys::fs::make_absolute(File);
  Args.insert(Args.end(),
              {"--no-cuda-version-check", "-fsyntax-only", "-ferror-limit=0",
               "-resource-dir", clangResourceFolder(), std::string(File)});
  return Args;
}

namespace {
using VisitFn =
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)>;

class VisitConsumer : public ASTConsumer {
public:
  VisitConsumer(CompilerInstance &CI, VisitFn Visit,
                llvm::function_ref<bool()> IsUseless)
      : CI(CI), Visit(Visit), IsUseless(IsUseless) {}
  /// Whether the parse goes on.
  bool HandleTopLevelDecl(DeclGroupRef) override { return !IsUseless(); }
  ASTMutationListener *GetASTMutationListener() override { return &Shared; }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    Visit(Ctx, CI.getPreprocessor());
  }

private:
  SharedConstructors Shared;
  CompilerInstance &CI;
  VisitFn Visit;
  llvm::function_ref<bool()> IsUseless;
};

class VisitAction : public ASTFrontendAction {
public:
  VisitAction(VisitFn Visit, llvm::function_ref<bool()> IsUseless)
      : Visit(Visit), IsUseless(IsUseless) {}
  bool BeginInvocation(CompilerInstance &CI) override {
    // Else clang counts its errors on standard error, wanted or not.
    CI.getDiagnosticOpts().ShowCarets = false;
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    return std::make_unique<VisitConsumer>(CI, Visit, IsUseless);
  }

private:
  VisitFn Visit;
  llvm::function_ref<bool()> IsUseless;
};

/// Prints what clang says and counts errors.
class CountingPrinter : public TextDiagnosticPrinter {
public:
  CountingPrinter(std::string &Held, llvm::raw_ostream &OS,
                  DiagnosticOptions &Options, bool Quiet, MendedText &Mended)
      : TextDiagnosticPrinter(OS, Options), Held(Held), Quiet(Quiet),
        Mended(Mended) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level >= DiagnosticsEngine::Error) {
      ++Errors;
      Mended.note(Info);
    }
    if (Level >= DiagnosticsEngine::Error && Info.hasSourceManager() &&
        Info.getLocation().isValid() &&
        Info.getSourceManager().isInSystemHeader(
            Info.getSourceManager().getExpansionLoc(Info.getLocation())))
      ErrorsInSystemHeaders = true;
    const size_t Before = Held.size();
    // Warnings are left to the user's compiler.
    if (!Quiet && Level >= DiagnosticsEngine::Error && Errors <= MostErrors)
      TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
    if (Info.getID() == diag::err_pp_file_not_found && MissingStd.empty())
      noteMissing(Info, Before);
  }
  /// Takes out what clang says about the missing header: the caller says more.
  void dropMissing() { Held.erase(MissingAt, MissingSize); }
  unsigned Errors = 0;
  bool ErrorsInSystemHeaders = false;
  /// "FILE:LINE:COLUMN: <vector>": the first header that was not found, if its
  /// name is like those of the standard library.
  std::string MissingStd;

private:
  void noteMissing(const Diagnostic &Info, size_t Before) {
    const llvm::StringRef Name = Info.getArgStdStr(0);
    if (Name.contains('.') || Name.contains('/') || !Info.hasSourceManager())
      return;
    const PresumedLoc At =
        Info.getSourceManager().getPresumedLoc(Info.getLocation());
    if (At.isInvalid())
      return;
    MissingStd = llvm::formatv("{0}:{1}:{2}: <{3}>", At.getFilename(),
                               At.getLine(), At.getColumn(), Name);
    MissingAt = Before;
    MissingSize = Held.size() - Before;
  }

  /// Who has so many has read enough; the parse goes on.
  static constexpr unsigned MostErrors = 20;

  std::string &Held;
  bool Quiet;
  MendedText &Mended;
  size_t MissingAt = 0, MissingSize = 0;
};
} // namespace

namespace {
/// Notes which files are opened.
class NotingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  NotingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                   std::shared_ptr<ReadFiles> Reads)
      : ProxyFileSystem(std::move(FS)), Reads(std::move(Reads)) {}
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    auto File = ProxyFileSystem::openFileForRead(Path);
    llvm::SmallString<256> Absolute;
    Path.toVector(Absolute);
    if (File && !makeAbsolute(Absolute)) {
      llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
      Reads->insert(std::string(Absolute));
    }
    return File;
  }

private:
  std::shared_ptr<ReadFiles> Reads;
};
} // namespace

llvm::Expected<ParseResult> parseCudaFile(const ParseRequest &Request,
                                          bool Quiet, VisitFn Visit) {
  auto Text = llvm::MemoryBuffer::getFile(Request.File);
  if (!Text)
    return llvm::createStringError("%s: cannot be read: %s",
                                   Request.File.c_str(),
                                   Text.getError().message().c_str());
  FlagFacts Facts = readFlags(Request.UserFlags, Request.File);
  std::optional<Toolkit> Kit;
  if (!Facts.OwnCudaHeaders && !Facts.IsHip)
    Kit = findToolkit(Facts.CudaPath);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
      acceptingFiles(llvm::vfs::getRealFileSystem());
  if (Request.Reads)
    Disk = llvm::makeIntrusiveRefCnt<NotingFileSystem>(Disk, Request.Reads);
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Disk);
  if (!Request.AppendedText.empty()) {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    llvm::SmallString<256> Absolute(Request.File);
    llvm::sys::fs::make_absolute(Absolute);
    Memory->addFile(
        Absolute, 0,
        llvm::MemoryBuffer::getMemBufferCopy(
            ((*Text)->getBuffer() + "\n" + Request.AppendedText).str()));
    Overlay->pushOverlay(Memory);
  }
  DiagnosticOptions DiagOptions;
#if LLVM_VERSION_MAJOR >= 23
  DiagOptions.setShowColors(llvm::errs().has_colors() ? ShowColorsKind::On
                                                      : ShowColorsKind::Off);
#else
  DiagOptions.ShowColors = llvm::errs().has_colors();
#endif
  ParseResult Result;
  // Returns whether clang came to the end of the file; the AST is shown only if
  // \p IfFine is false or the system's headers have no error.
  bool Visited = false;
  // Words that the last parse lacked; one round may show what the next needs.
  MendedText Mended;
  constexpr unsigned MostRounds = 4;
  unsigned Rounds = 0;
  auto willMend = [&] { return Mended.hasNews() && Rounds < MostRounds; };
  auto parse = [&](bool RaiseStandard, bool IfFine) {
    auto Files =
        llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Overlay);
    std::string Held;
    llvm::raw_string_ostream Out(Held);
    CountingPrinter Printer(Held, Out, DiagOptions, Quiet, Mended);
    // A parse that will be done again ends at the error that says so.
    auto IsUseless = [&] { return IfFine && Printer.ErrorsInSystemHeaders; };
    auto Once = [&](ASTContext &Ctx, Preprocessor &PP) {
      if (IsUseless() || willMend())
        return;
      Result.Used.Std = PP.isMacroDefined(MinimalStdMacro);
      if (Result.Used.Std && !Printer.MissingStd.empty()) {
        Result.Used.MissingStd = Printer.MissingStd;
        Printer.dropMissing();
      }
      if (!Quiet)
        llvm::errs() << Held;
      Visited = true;
      Visit(Ctx, PP);
    };
    tooling::ToolInvocation Invocation(
        buildCommand(Request, Facts, Kit, RaiseStandard),
        std::make_unique<VisitAction>(Once, IsUseless), Files.get());
    Invocation.setDiagnosticConsumer(&Printer);
    Invocation.run();
    if (!Visited && !IfFine && !willMend())
      llvm::errs() << Held;
    return Printer.Errors;
  };
  auto parseMended = [&](bool RaiseStandard, bool IfFine) {
    unsigned Errors = parse(RaiseStandard, IfFine);
    while (!Visited && willMend()) {
      ++Rounds;
      Mended.mend();
      Overlay->pushOverlay(Mended.files());
      Errors = parse(RaiseStandard, IfFine);
    }
    return Errors;
  };
  // The headers of CUDA 13 want C++17: code that was written for an earlier
  // toolkit and says -std=c++14 is read as what it would have to be here.
  constexpr unsigned FirstWith17 = 13;
  const bool MayRaise =
      Kit && Kit->Major >= FirstWith17 &&
      llvm::any_of(Request.UserFlags, [](llvm::StringRef Flag) {
        return atLeastCxx17(Flag) != Flag;
      });
  Result.Errors = parseMended(false, MayRaise);
  if (!Visited && MayRaise) {
    Result.Errors = parseMended(true, false);
    Result.RaisedStandard = true;
  }
  if (!Visited)
    return llvm::createStringError(
        "%s: clang could not parse the file; check the flags after '--'",
        Request.File.c_str());
  Result.Used.Cuda = !Kit && !Facts.OwnCudaHeaders && !Facts.IsHip;
  Result.Used.Hip =
      Facts.IsHip && !Facts.OwnCudaHeaders && findRocm(Facts.RocmPath).empty();
  return Result;
}

StandIns &StandIns::operator|=(const StandIns &Other) {
  Cuda |= Other.Cuda;
  Hip |= Other.Hip;
  Std |= Other.Std;
  if (MissingStd.empty())
    MissingStd = Other.MissingStd;
  return *this;
}

void noteStandIns(const StandIns &Used) {
  if (Used.Cuda)
    llvm::errs() << "gpuperf: no CUDA toolkit was found; the bundled minimal "
                    "CUDA declarations are used and registers are estimated "
                    "(name a toolkit with --cuda-path after '--')\n";
  if (Used.Hip)
    llvm::errs() << "gpuperf: ROCm was not found; the bundled minimal HIP "
                    "declarations are used (name it with --rocm-path= after "
                    "'--')\n";
  if (Used.Std)
    llvm::errs() << "gpuperf: " << minimalStdNote() << '\n';
  if (!Used.MissingStd.empty())
    llvm::errs() << "gpuperf: " << Used.MissingStd
                 << " is not among these headers: install the compiler's C++ "
                    "library (Debian, Ubuntu: g++; Fedora: gcc-c++; Arch: gcc) "
                    "or name its folders with -isystem after '--'\n";
}

llvm::Expected<std::vector<std::string>>
flagsFromDatabase(llvm::StringRef BuildDir, llvm::StringRef File,
                  llvm::StringRef GpuList, bool Quiet) {
  llvm::SmallString<256> Json(BuildDir), Flat(BuildDir);
  llvm::sys::path::append(Json, "compile_commands.json");
  llvm::sys::path::append(Flat, "compile_flags.txt");
  if (!llvm::sys::fs::exists(Json)) {
    if (!llvm::sys::fs::exists(Flat))
      return llvm::createStringError(
          "-p %s: no compile_commands.json in this folder (CMake writes it "
          "with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON), and no compile_flags.txt",
          BuildDir.str().c_str());
    Json = Flat;
  }
  std::string Why;
  auto Database =
      tooling::CompilationDatabase::loadFromDirectory(BuildDir, Why);
  if (std::string Problem = databaseProblem(BuildDir); !Problem.empty())
    return llvm::createStringError(Problem);
  if (!Database)
    return llvm::createStringError("-p %s: %s", BuildDir.str().c_str(),
                                   llvm::StringRef(Why).trim().str().c_str());
  llvm::SmallString<256> Absolute(File);
  llvm::sys::fs::make_absolute(Absolute);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  DatabaseOptions Options;
  Options.GpuListFor = [&](llvm::StringRef) { return GpuList.str(); };
  StandIns Bundled;
  Options.OnCommand = [&](const ClangCommand &Command, llvm::StringRef Entry) {
    Bundled.Cuda |= Command.Bundled;
    Bundled.Hip |= Command.HipBundled;
    if (Quiet)
      return;
    for (const std::string &Note : Command.Notes)
      llvm::errs() << "gpuperf: " << Json << ": " << Entry << ": " << Note
                   << '\n';
  };
  auto Commands =
      translatedDatabase(*Database, Options)->getCompileCommands(Absolute);
  if (Commands.empty())
    return llvm::createStringError("-p %s: no entry for %s",
                                   BuildDir.str().c_str(), File.str().c_str());
  if (!Quiet)
    noteStandIns(Bundled);
  const tooling::CompileCommand &Command = Commands.front();
  std::vector<std::string> Flags;
  for (const std::string &Arg : llvm::drop_begin(Command.CommandLine)) {
    llvm::StringRef Name = Arg;
    if (Name == Command.Filename || Name == "--" ||
        llvm::sys::path::filename(Name) ==
            llvm::sys::path::filename(Command.Filename))
      continue;
    Flags.push_back(Arg);
  }
  // Relative include folders are relative to the folder of the database's
  // command.
  Flags.push_back("-working-directory=" + Command.Directory);
  return Flags;
}

} // namespace gpuperf
