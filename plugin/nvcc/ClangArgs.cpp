//===- ClangArgs.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/ClangArgs.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/CompilerName.h"
#include "plugin/nvcc/hip/HipCommand.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace gpuperf;

/// Looked for once: the environment and the folders that are searched do not
/// change while the process runs.
static const NvccChoice &thisMachine() {
  static const NvccChoice Machine = [] {
    NvccChoice Choice;
    std::string Header = bundledCudaFolder() + "/gpuperf_nvcc.h";
    if (sys::fs::exists(Header))
      Choice.NvccHeader = std::move(Header);
    Choice.MinMaxHeader = hostMinMaxHeader();
    if (std::optional<Toolkit> Kit = findToolkit()) {
      Choice.CudaRoot = Kit->Root;
      return Choice;
    }
    // The command itself says the language and the architecture.
    std::vector<std::string> Flags = cudaFlags(std::nullopt, "", false);
    for (size_t I = 0; I < Flags.size(); ++I) {
      if (Flags[I] == "-x")
        ++I;
      else if (!StringRef(Flags[I]).starts_with("--cuda-gpu-arch="))
        Choice.BundledFlags.push_back(Flags[I]);
    }
    return Choice;
  }();
  return Machine;
}

ClangCommand gpuperf::clangCommandFor(ArrayRef<std::string> CommandLine,
                                      StringRef Directory, StringRef File,
                                      StringRef GpuList,
                                      vfs::FileSystem &Files) {
  NvccChoice Choice = thisMachine();
  std::vector<std::string> AmdArchs;
  if (!GpuList.trim().empty()) {
    if (auto Gpus = findGpus(GpuList)) {
      for (const GpuModel &Gpu : *Gpus)
        if (Gpu.Arch.Maker == Vendor::Nvidia)
          Choice.GpuSms.push_back(Gpu.Arch.CcMajor * 10 + Gpu.Arch.CcMinor);
        else if (isAmdArch(Gpu.Arch.Name))
          AmdArchs.push_back(Gpu.Arch.Name);
    } else {
      consumeError(Gpus.takeError());
    }
  }
  const CompilerAt At = findCompiler(CommandLine);
  if (At.Kind != Compiler::Nvcc && isHipCommand(CommandLine, At.Index, File)) {
    HipCommand Hip = translateHip(CommandLine, At.Index, File, AmdArchs);
    ClangCommand Result;
    Result.Args = std::move(Hip.Args);
    Result.Hip = true;
    Result.HipBundled = Hip.Bundled;
    return Result;
  }
  return translateNvcc(CommandLine, Directory, File, Choice, Files);
}

bool gpuperf::isGpuCommand(ArrayRef<std::string> CommandLine, StringRef File) {
  if (sys::path::extension(File) == ".cu" ||
      isHipCommand(CommandLine, findCompiler(CommandLine).Index, File))
    return true;
  for (size_t I = 0; I < CommandLine.size(); ++I) {
    StringRef Word = CommandLine[I];
    if (Word == "-x" && I + 1 < CommandLine.size())
      Word = CommandLine[I + 1];
    else if (!Word.consume_front("-x=") && !Word.consume_front("-x") &&
             !Word.consume_front("--x="))
      continue;
    if (languageOfFlag(Word) == Language::Cuda)
      return true;
  }
  return false;
}

ClangCommand gpuperf::clangCommandFor(ArrayRef<std::string> CommandLine,
                                      StringRef Directory, StringRef File,
                                      StringRef GpuList) {
  return clangCommandFor(CommandLine, Directory, File, GpuList,
                         *vfs::getRealFileSystem());
}
