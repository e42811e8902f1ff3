//===- CompileCommands.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/CompileCommands.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/ClangArgs.h"
#include "plugin/nvcc/NvccDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <mutex>

using namespace llvm;
using namespace gpuperf;
using clang::tooling::CompileCommand;

/// GpuperfGpu as the .clang-tidy files above \p File say; empty: they do not.
static std::string gpuFromTidyFiles(StringRef File) {
  using namespace clang::tidy;
  FileOptionsProvider Provider{ClangTidyGlobalOptions(), ClangTidyOptions(),
                               ClangTidyOptions()};
  ClangTidyOptions Options = Provider.getOptions(File);
  auto Found = Options.CheckOptions.find("GpuperfGpu");
  return Found == Options.CheckOptions.end() ? "" : Found->second.Value;
}

/// Once each: the command of a file is asked for at every edit.
static void say(const Twine &Message) {
  static std::mutex Mu;
  static StringSet<> Said;
  std::lock_guard<std::mutex> Lock(Mu);
  if (Said.insert(Message.str()).second)
    errs() << "gpuperf-clangd: " << Message << '\n';
}

namespace {
/// clangd asks for commands in one place and shows errors in another.
struct NvccFiles {
  std::mutex Mu;
  StringSet<> Paths;
};
} // namespace

static NvccFiles &nvccFiles() {
  static NvccFiles Files;
  return Files;
}

static void noteNvcc(StringRef File) {
  std::lock_guard<std::mutex> Lock(nvccFiles().Mu);
  nvccFiles().Paths.insert(File);
}

bool gpuperf::isBuiltWithNvcc(StringRef File) {
  std::lock_guard<std::mutex> Lock(nvccFiles().Mu);
  return nvccFiles().Paths.contains(File);
}

/// What concerns our analysis only is not worth a look into other files.
static bool mayBeCuda(const CompileCommand &Command, StringRef File) {
  StringRef Extension = sys::path::extension(File);
  return Extension == ".cu" || Extension == ".cuh" || Extension == ".hip" ||
         isNvccCommand(Command.CommandLine) ||
         any_of(Command.CommandLine, [](StringRef Arg) {
           return Arg == "cuda" || Arg == "-xcuda" ||
                  Arg == "--language=cuda" || Arg == "hip" || Arg == "-xhip" ||
                  Arg == "--language=hip" || Arg.ends_with("hipcc");
         });
}

void gpuperf::translateCommand(CompileCommand &Command, StringRef File,
                               StringRef Gpu) {
  if (Command.CommandLine.empty() || !mayBeCuda(Command, File))
    return;
  std::string Named = gpuFromTidyFiles(File);
  ClangCommand Clang = clangCommandFor(Command.CommandLine, Command.Directory,
                                       File, Named.empty() ? Gpu : Named);
  // A database's commands are translated before they come here; what nvcc's
  // headers have beyond clang's was then added.
  if (Clang.FromNvcc || any_of(Clang.Args, [](StringRef Arg) {
        return Arg.ends_with("gpuperf_nvcc.h");
      }))
    noteNvcc(File);
  for (const std::string &Note : Clang.Notes)
    say(File + ": " + Note);
  if (Clang.Bundled)
    say("no CUDA toolkit was found; the bundled minimal CUDA declarations are "
        "used and registers are estimated (name a toolkit with CUDA_PATH)");
  if (Clang.HipBundled)
    say("ROCm was not found; the bundled minimal HIP declarations are used "
        "(name it with ROCM_PATH)");
  Command.CommandLine = std::move(Clang.Args);
  // Clang's driver does not know the name.
  if (sys::path::extension(File) == ".cuh" &&
      none_of(Command.CommandLine,
              [](StringRef Arg) { return Arg.starts_with("-x"); }))
    Command.CommandLine.insert(Command.CommandLine.begin() + 1, {"-x", "cuda"});
}

std::unique_ptr<clang::tooling::CompilationDatabase> gpuperf::translateDatabase(
    std::unique_ptr<clang::tooling::CompilationDatabase> Database,
    StringRef Gpu,
    std::unique_ptr<clang::tooling::CompilationDatabase> (*Infer)(
        std::unique_ptr<clang::tooling::CompilationDatabase>)) {
  DatabaseOptions Options;
  Options.Infer = Infer;
  Options.GpuListFor = [Gpu = Gpu.str()](StringRef File) {
    std::string Named = gpuFromTidyFiles(File);
    return Named.empty() ? Gpu : Named;
  };
  Options.OnCommand = [](const ClangCommand &Clang, StringRef File) {
    for (const std::string &Note : Clang.Notes)
      say(File + ": " + Note);
  };
  return translatedDatabase(std::move(Database), std::move(Options));
}

void gpuperf::settleCommand(CompileCommand &Command) {
  std::vector<std::string> &Args = Command.CommandLine;
  // Of several architectures clang would take the lowest. The last is what the
  // project's .clangd added, if it did.
  auto IsArch = [](StringRef Arg) {
    return Arg.starts_with("--cuda-gpu-arch=") ||
           Arg.starts_with("--offload-arch=");
  };
  const auto Last = find_if(reverse(Args), IsArch);
  const bool NamesArch = Last != Args.rend();
  if (NamesArch) {
    // A copy: what is erased moves the elements that follow.
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    const std::string Kept = *Last;
    bool Seen = false;
    erase_if(Args, [&](const std::string &Arg) {
      return IsArch(Arg) && (Arg != Kept || std::exchange(Seen, true));
    });
  }
  // Templates that the preamble's device functions need are instantiated in it,
  // once, and not at every edit: a fifth of the time of an edit with thrust.
  if (NamesArch || is_contained(Args, "-xcuda") || is_contained(Args, "cuda") ||
      (!Args.empty() && StringRef(Args.back()).ends_with(".cu")))
    Args.insert(find(Args, "--"), "-fpch-instantiate-templates");
  for (std::string &Arg : Args) {
    StringRef Folder(Arg);
    if (!Folder.consume_front("-resource-dir="))
      continue;
    // The path is resolved: clangd's index has headers under their real paths
    // and would not find an include under another path.
    SmallString<256> Header(Folder), Real;
    sys::path::append(Header, "include", "stddef.h");
    if (!sys::fs::exists(Header))
      Arg = "-resource-dir=" + clangResourceFolder();
    else if (!sys::fs::real_path(Folder, Real))
      Arg = ("-resource-dir=" + Real).str();
  }
}

void gpuperf::markCommand(CompileCommand &Command, unsigned Times) {
  // clangd compares the output of two commands and does nothing else with it.
  if (Times > 0)
    Command.Output += "#" + std::to_string(Times);
}
