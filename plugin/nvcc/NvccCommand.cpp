//===- NvccCommand.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccCommand.h"
#include "plugin/nvcc/CompilerName.h"
#include "plugin/nvcc/CudaHeaders.h"
#include "plugin/nvcc/HostFlags.h"
#include "plugin/nvcc/NvccFacts.h"
#include "plugin/nvcc/ResponseFiles.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace gpuperf;

static std::string archOf(const NvccFacts &Facts, const NvccChoice &Choice) {
  unsigned Gpu = Choice.GpuSms.empty() ? 0 : Choice.GpuSms.front();
  // -arch=native, all and all-major name no architecture: the GPU that is asked
  // for decides, and sm_90 where none is named.
  constexpr unsigned DefaultSm = 90;
  if (Facts.AnySm)
    return clangSmName({Gpu ? Gpu : DefaultSm});
  if (std::optional<SmName> Sm = chooseSm(Facts.Sms, Gpu))
    return clangSmName(*Sm);
  return Gpu ? clangSmName({Gpu}) : "";
}

/// Clang's flags without the program, the toolkit and the file.
static std::vector<std::string> flagsOf(const NvccFacts &Facts,
                                        const NvccChoice &Choice, bool Cuda) {
  std::vector<std::string> Flags = Facts.Flags;
  append_range(Flags, clangHostFlags(Facts.Host));
  if (!Facts.OptLevel.empty() && StringRef("0123").contains(Facts.OptLevel))
    Flags.push_back("-O" + Facts.OptLevel);
  // The command may have gcc's warning flags; clang must not warn that it does
  // not know them.
  Flags.insert(Flags.end(), {"-Wno-unknown-warning-option",
                             "-Wno-unused-command-line-argument"});
  if (!Cuda)
    return Flags;
  auto names = [&](StringRef Prefix) {
    return any_of(Flags, [&](StringRef F) { return F.starts_with(Prefix); });
  };
  std::string Arch = archOf(Facts, Choice);
  if (!Arch.empty() && !names("--cuda-gpu-arch=") && !names("--offload-arch="))
    Flags.push_back("--cuda-gpu-arch=" + Arch);
  if (Facts.Rdc)
    Flags.insert(Flags.end(), {"-fgpu-rdc", "-D__CUDACC_RDC__"});
  // sinf, expf and others are compiled to their fast, approximate forms.
  if (Facts.FastMath)
    Flags.push_back("-fgpu-approx-transcendentals");
  if (Facts.Build.FlushDenormals)
    Flags.push_back("-fgpu-flush-denormals-to-zero");
  // Clang has one flag for both division and square root. It changes no call of
  // a library function.
  if (!Facts.PrecDiv.value_or(!Facts.FastMath) ||
      !Facts.PrecSqrt.value_or(!Facts.FastMath))
    Flags.push_back("-fapprox-func");
  if (!Facts.Fmad.value_or(true))
    Flags.push_back("-ffp-contract=off");
  if (Facts.Build.DeviceDebug)
    Flags.push_back("-D__CUDACC_DEBUG__");
  for (const std::string &Macro : macrosOf(Facts.Build))
    Flags.push_back("-D" + Macro);
  return Flags;
}

/// The language of a clang command.
static Language languageOfCommand(ArrayRef<std::string> Args, StringRef File) {
  Language Lang = languageOfFile(File);
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg == "-x" && I + 1 < Args.size())
      Lang = languageOfFlag(Args[I + 1]);
    else if (Arg.size() > 2 && Arg.consume_front("-x"))
      Lang = languageOfFlag(Arg);
  }
  return Lang;
}

bool gpuperf::isNvccCommand(ArrayRef<std::string> CommandLine) {
  return findCompiler(CommandLine).Kind == Compiler::Nvcc;
}

ClangCommand gpuperf::translateNvcc(ArrayRef<std::string> CommandLine,
                                    StringRef Directory, StringRef File,
                                    const NvccChoice &Choice,
                                    vfs::FileSystem &Files) {
  ClangCommand Result;
  CompilerAt At = findCompiler(CommandLine);
  if (At.Kind != Compiler::Nvcc) {
    Result.Args = CommandLine.vec();
    // Clang's tools read the flags of any other compiler as their own.
    Result.Cuda = !CommandLine.empty() &&
                  languageOfCommand(CommandLine, File) == Language::Cuda;
    for (StringRef Arg : CommandLine)
      if (Arg.consume_front("-D"))
        readMacro(Arg, Result.Facts);
    if (Result.Cuda)
      addCudaHeaders(Result, "", Directory, Choice, Files);
    return Result;
  }
  Result.FromNvcc = true;
  StringRef Program = CommandLine[At.Index];
  std::vector<std::string> Args = expandOptionsFiles(
      CommandLine.drop_front(At.Index + 1), Directory, Files, Result.Notes);
  NvccFacts Facts = readNvccArguments(Args, Directory, File);
  std::string Input = !Facts.Input.empty() ? Facts.Input : File.str();
  Language Lang = Facts.Lang;
  if (Lang == Language::Unknown)
    Lang = languageOfFile(Input);
  // A header that is asked for beside .cu files may hold kernels.
  Result.Cuda = Lang != Language::C && Lang != Language::Cxx;
  append_range(Result.Notes, Facts.Notes);
  Result.Facts = Facts.Build;
  Result.Args = {Lang == Language::C ? "clang" : "clang++"};
  append_range(Result.Args, flagsOf(Facts, Choice, Result.Cuda));
  addCudaHeaders(Result, Program, Directory, Choice, Files);
  if (Result.Cuda && !Choice.NvccHeader.empty())
    Result.Args.insert(Result.Args.end(), {"-include", Choice.NvccHeader});
  const char *As = Result.Cuda ? "cuda" : Lang == Language::C ? "c" : "c++";
  Result.Args.insert(Result.Args.end(), {"-x", As});
  if (!Input.empty())
    Result.Args.push_back(Input);
  return Result;
}
