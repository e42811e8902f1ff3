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
#include "plugin/device/AcceptedText.h"
#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/NvccDatabase.h"
#include "plugin/tidy/FalseErrors.h"
#include "plugin/tidy/TidyArguments.h"
#include "plugin/tidy/TidyExports.h"
#include "llvm/ADT/StringSet.h"
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

/// Between main, which knows the exit code, and clang-tidy's call below.
static TidyExports Exports;

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

TidyErrors
wrapRunClangTidy(ClangTidyContext &Context,
                 const clang::tooling::CompilationDatabase &Compilations,
                 llvm::ArrayRef<std::string> InputFiles,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> BaseFS,
                 bool ApplyAnyFix, bool EnableCheckProfile,
                 llvm::StringRef StoreCheckProfile, bool Quiet) {
  if (!Exports.begin())
    return {};
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
    if (Command.HipBundled)
      say("ROCm was not found; the bundled minimal HIP declarations are used "
          "(name it with ROCM_PATH)");
  };
  auto Database = translatedDatabase(Compilations, std::move(Options));
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files = BaseFS;
  BaseFS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      acceptingFiles(Files));
  TidyErrors Errors = realRunClangTidy(
      Context, *Database, InputFiles, std::move(BaseFS), ApplyAnyFix,
      EnableCheckProfile, StoreCheckProfile, Quiet);
  if (FromNvcc)
    dropFalseErrors(Errors);
  Exports.end(Errors, InputFiles, *Files, Quiet);
  return Errors;
}

int main(int Argc, const char **Argv) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  auto Args = tidyArguments(llvm::ArrayRef(Argv, Argc), Saver);
  // Without this, clang-tidy would look for another database in the folders
  // above.
  if (llvm::StringRef Folder = databaseFolder(Args); !Folder.empty())
    if (std::string Problem = databaseProblem(Folder); !Problem.empty()) {
      llvm::errs() << "gpuperf-clang-tidy: " << Problem << '\n';
      return 1;
    }
  const int Count = static_cast<int>(Args.size());
  Args.push_back(nullptr);
  showExportOptions();
  const int Code = clangTidyMain(Count, Args.data());
  return Exports.failed() ? 2 : Code;
}
