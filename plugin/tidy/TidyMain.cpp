//===- TidyMain.cpp - gpuperf-clang-tidy ----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is stock clang-tidy's main function with the gpuperf checks linked in.
// It reads compile databases through the translator for nvcc's commands, so
// that tools which start a clang-tidy, such as run-clang-tidy and CLion, work
// on a CUDA project without changes to it.
//
// The linker's --wrap option redirects clang-tidy's call of runClangTidy to a
// function here, which passes a translated database on. If another release of
// LLVM changes the symbol, linking fails because of the reference to __real_.
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/tool/ClangTidyMain.h"
#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/NvccDatabase.h"
#include "plugin/tidy/FalseErrors.h"
#include "plugin/tidy/TidyArguments.h"
#include "plugin/tidy/export/Baseline.h"
#include "plugin/tidy/export/ExportOptions.h"
#include "plugin/tidy/export/Exports.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang::tidy;
using namespace gpuperf;

using TidyErrors = std::vector<ClangTidyError>;

TidyErrors
realRunClangTidy(ClangTidyContext &Context,
                 const clang::tooling::CompilationDatabase &Compilations,
                 llvm::ArrayRef<std::string> InputFiles,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> BaseFS,
                 bool ApplyAnyFix, bool EnableCheckProfile,
                 llvm::StringRef StoreCheckProfile,
                 bool Quiet) asm("__real_" GPUPERF_RUN_CLANG_TIDY);
TidyErrors
wrapRunClangTidy(ClangTidyContext &Context,
                 const clang::tooling::CompilationDatabase &Compilations,
                 llvm::ArrayRef<std::string> InputFiles,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> BaseFS,
                 bool ApplyAnyFix, bool EnableCheckProfile,
                 llvm::StringRef StoreCheckProfile,
                 bool Quiet) asm("__wrap_" GPUPERF_RUN_CLANG_TIDY);

/// GpuperfGpu as the checks read it: for all, or for one of them.
static std::string gpuListOf(const ClangTidyContext &Context,
                             llvm::StringRef File) {
  ClangTidyOptions Options = Context.getOptionsForFile(File);
  auto Global = Options.CheckOptions.find("GpuperfGpu");
  if (Global != Options.CheckOptions.end())
    return Global->second.Value;
  for (const auto &Option : Options.CheckOptions)
    if (Option.getKey().starts_with("gpuperf-") &&
        Option.getKey().ends_with(".GpuperfGpu"))
      return Option.second.Value;
  return "";
}

namespace {
/// What main reads from the command line for the wrapper of runClangTidy, which
/// clang-tidy's own main calls without it.
struct Exports {
  ExportOptions Options;
  Baseline Known;
};
} // namespace

/// Main sets this once before clang-tidy starts; afterwards it is only read.
static Exports &exports() {
  static Exports E;
  return E;
}

static void writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (Path.empty())
    return;
  std::error_code Why;
  llvm::raw_fd_ostream OS(Path, Why);
  if (!Why)
    Write(OS);
  OS.close();
  if (Why || OS.has_error()) {
    OS.clear_error();
    llvm::errs() << "gpuperf-clang-tidy: " << Path << ": cannot be written\n";
  }
}

/// Leaves out what the baseline knows, and writes the files that were asked
/// for. A new baseline has all findings, also those that an old one knows.
static void exportFindings(TidyErrors &Errors) {
  const auto &[Options, Known] = exports();
  const std::string Root = projectRoot();
  writeFile(Options.WriteBaseline, [&](llvm::raw_ostream &OS) {
    writeBaseline(OS, baselineOf(Errors, Root));
  });
  if (!Options.Baseline.empty())
    dropKnown(Errors, Known, Root);
  if (Options.Sarif.empty() && Options.CodeQuality.empty())
    return;
  const std::vector<TidyFinding> Findings = findingsOf(Errors, Root);
  writeFile(Options.Sarif, [&](llvm::raw_ostream &OS) {
    OS << llvm::formatv("{0:2}\n", toSarif(Findings, Root, checkPagesFolder()));
  });
  writeFile(Options.CodeQuality, [&](llvm::raw_ostream &OS) {
    OS << llvm::formatv("{0:2}\n", toCodeQuality(Findings));
  });
}

TidyErrors
wrapRunClangTidy(ClangTidyContext &Context,
                 const clang::tooling::CompilationDatabase &Compilations,
                 llvm::ArrayRef<std::string> InputFiles,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> BaseFS,
                 bool ApplyAnyFix, bool EnableCheckProfile,
                 llvm::StringRef StoreCheckProfile, bool Quiet) {
  DatabaseOptions Options;
  Options.ResourceDir = clangResourceFolder();
  Options.GpuListFor = [&](llvm::StringRef File) {
    return gpuListOf(Context, File);
  };
  // A command is asked for more than once.
  llvm::StringSet<> Said;
  auto say = [&](const llvm::Twine &Message) {
    if (Said.insert(Message.str()).second)
      llvm::errs() << "gpuperf-clang-tidy: " << Message << '\n';
  };
  bool FromNvcc = false;
  Options.OnCommand = [&](const ClangCommand &Command, llvm::StringRef File) {
    FromNvcc |= Command.FromNvcc;
    for (const std::string &Note : Command.Notes)
      say(File + ": " + Note);
    if (Command.Bundled)
      say("no CUDA toolkit was found; the bundled minimal CUDA declarations "
          "are used and registers are estimated (name a toolkit with "
          "CUDA_PATH)");
  };
  auto Database = translatedDatabase(Compilations, std::move(Options));
  TidyErrors Errors = realRunClangTidy(
      Context, *Database, InputFiles, std::move(BaseFS), ApplyAnyFix,
      EnableCheckProfile, StoreCheckProfile, Quiet);
  if (FromNvcc)
    dropFalseErrors(Errors);
  exportFindings(Errors);
  return Errors;
}

/// Makes the files that are to be written, so that a name that cannot be
/// written to is told before the work.
static llvm::Error prepareExports(const ExportOptions &Options) {
  const std::pair<const char *, llvm::StringRef> Files[] = {
      {"--export-sarif", Options.Sarif},
      {"--export-code-quality", Options.CodeQuality},
      {"--write-baseline", Options.WriteBaseline}};
  for (const auto &[Name, File] : Files) {
    if (File.empty())
      continue;
    std::error_code Why;
    llvm::raw_fd_ostream OS(File, Why, llvm::sys::fs::OF_Append);
    if (Why)
      return llvm::createStringError(llvm::Twine(Name) + "=" + File +
                                     ": cannot be written: " + Why.message());
  }
  return llvm::Error::success();
}

int main(int Argc, const char **Argv) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  auto Args = tidyArguments(llvm::ArrayRef(Argv, Argc), Saver);
  auto Fail = [](llvm::Error Why) {
    llvm::errs() << "gpuperf-clang-tidy: " << llvm::toString(std::move(Why))
                 << '\n';
    return 2;
  };
  auto Options = takeExportOptions(Args);
  if (!Options)
    return Fail(Options.takeError());
  if (!Options->Baseline.empty()) {
    auto Known = readBaseline(Options->Baseline);
    if (!Known)
      return Fail(Known.takeError());
    exports().Known = std::move(*Known);
  }
  if (llvm::Error Why = prepareExports(*Options))
    return Fail(std::move(Why));
  exports().Options = std::move(*Options);
  if (llvm::any_of(llvm::drop_begin(Args), [](llvm::StringRef Arg) {
        return Arg == "--help" || Arg == "-help";
      }))
    llvm::outs() << exportOptionsHelp();
  // Without this, clang-tidy would look for another database in the folders
  // above.
  if (llvm::StringRef Folder = databaseFolder(Args); !Folder.empty())
    if (std::string Problem = databaseProblem(Folder); !Problem.empty()) {
      llvm::errs() << "gpuperf-clang-tidy: " << Problem << '\n';
      return 1;
    }
  const int Count = static_cast<int>(Args.size());
  Args.push_back(nullptr);
  return clangTidyMain(Count, Args.data());
}
