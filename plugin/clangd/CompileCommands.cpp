//===- CompileCommands.cpp - ----------------------------------------------
//-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/CompileCommands.h"
#include "gpumodel/GpuRegistry.h"
#include "plugin/frontend/Toolkit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;
using clang::tooling::CompileCommand;

static bool isCuda(const CompileCommand &Command, StringRef File) {
  StringRef Extension = sys::path::extension(File);
  if (Extension == ".cu" || Extension == ".cuh")
    return true;
  for (size_t I = 0; I + 1 < Command.CommandLine.size(); ++I)
    if (Command.CommandLine[I] == "-x" && Command.CommandLine[I + 1] == "cuda")
      return true;
  return is_contained(Command.CommandLine, "-xcuda");
}

static bool hasPrefix(const CompileCommand &Command,
                      ArrayRef<StringRef> Prefixes) {
  return any_of(Command.CommandLine, [&](StringRef Arg) {
    return any_of(Prefixes, [&](StringRef P) { return Arg.starts_with(P); });
  });
}

void gpuperf::translateCommand(CompileCommand &Command, StringRef File,
                               StringRef Gpu) {
  if (Command.CommandLine.empty() || !isCuda(Command, File))
    return;
  std::vector<std::string> More;
  if (sys::path::extension(File) == ".cuh" && !hasPrefix(Command, {"-x"}))
    More = {"-x", "cuda"};
  if (!hasPrefix(Command, {"--cuda-path", "-nocudainc"})) {
    std::vector<std::string> Cuda =
        cudaFlags(findToolkit(), "sm_90", /*DeviceOnly=*/false);
    erase_if(Cuda, [&](StringRef Flag) {
      return hasPrefix(Command, {"--cuda-gpu-arch", "--offload-arch"}) &&
             Flag.starts_with("--cuda-gpu-arch");
    });
    append_range(More, Cuda);
  }
  Command.CommandLine.insert(Command.CommandLine.begin() + 1, More.begin(),
                             More.end());
}

void gpuperf::settleCommand(CompileCommand &Command) {
  for (std::string &Arg : Command.CommandLine) {
    StringRef Folder(Arg);
    if (!Folder.consume_front("-resource-dir="))
      continue;
    SmallString<256> Header(Folder);
    sys::path::append(Header, "include", "stddef.h");
    if (!sys::fs::exists(Header))
      Arg = "-resource-dir=" GPUPERF_CLANG_RESOURCE_DIR;
  }
}
