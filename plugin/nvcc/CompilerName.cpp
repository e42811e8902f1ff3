//===- CompilerName.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/CompilerName.h"
#include "plugin/nvcc/SmChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

static std::string programName(StringRef Path) {
  // Databases written on Windows name their programs with backslashes.
  std::string Name =
      sys::path::filename(Path.substr(Path.find_last_of('\\') + 1)).lower();
  for (StringRef Extension : {".exe", ".bat", ".cmd", ".sh", ".py"})
    if (StringRef(Name).ends_with(Extension))
      return Name.substr(0, Name.size() - Extension.size());
  return Name;
}

static bool isLauncher(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases({"ccache", "sccache", "distcc", "icecc", "buildcache"}, true)
      .Cases({"env", "time", "nice", "cmake", "gomacc", "pump"}, true)
      .Default(false);
}

/// "nvcc", "nvcc-12", "nvcc_wrapper", "local-nvcc".
static bool isNvccName(StringRef Name) {
  if (Name.ends_with("-nvcc") || Name.ends_with("_nvcc"))
    return true;
  return Name.consume_front("nvcc") &&
         (Name.empty() || StringRef("-_.").contains(Name.front()));
}

/// "clang++-22", "x86_64-linux-gnu-g++", "cc".
static bool isOtherCompilerName(StringRef Name) {
  Name = Name.rtrim("0123456789.-");
  for (StringRef Known : {"gcc", "g++", "cc", "c++", "cl", "hipcc", "nvc++",
                          "nvc", "icc", "icpc", "icx", "icpx", "dpcpp", "cicc"})
    if (Name == Known ||
        (Name.ends_with(Known) && Name.drop_back(Known.size()).ends_with("-")))
      return true;
  return false;
}

/// Flags that no other compiler has.
static bool isOnlyNvccFlag(StringRef Arg) {
  if (Arg.starts_with("--"))
    Arg = Arg.drop_front();
  for (StringRef Prefix :
       {"-generate-code", "-gencode", "-gpu-architecture", "-arch=sm_",
        "-arch=compute_", "-Xptxas", "-Xcudafe", "-expt-", "-ptxas-options",
        "-relocatable-device-code", "-forward-unknown-to-host"})
    if (Arg.starts_with(Prefix))
      return true;
  return false;
}

/// Flags that nvcc has and clang has not. A script around another compiler may
/// have them, too.
static bool isNoClangFlag(StringRef Arg) {
  if (isOnlyNvccFlag(Arg))
    return true;
  if (Arg.starts_with("--"))
    Arg = Arg.drop_front();
  for (StringRef Prefix :
       {"-arch=", "-code=", "-Xcompiler", "-compiler-options",
        "-compiler-bindir", "-ccbin", "-use_fast_math", "-lineinfo",
        "-generate-line-info", "-maxrregcount", "-extended-lambda",
        "-extra-device-vectorization", "-rdc=", "-keep-device-functions",
        "-default-stream"})
    if (Arg.starts_with(Prefix))
      return true;
  // The value of -arch, in a line of its own.
  return Arg == "-dc" || Arg == "-device-c" || Arg == "-ptx" ||
         Arg == "-cubin" || parseSmName(Arg);
}

/// The program of a command that clang's tools make out of a compile_flags.txt,
/// which holds flags and no program.
static bool isNoProgram(StringRef Name) { return Name == "clang-tool"; }

CompilerAt gpuperf::findCompiler(ArrayRef<std::string> CommandLine) {
  CompilerAt At;
  size_t I = 0;
  std::string Name;
  for (; I < CommandLine.size(); ++I) {
    Name = programName(CommandLine[I]);
    if (!isLauncher(Name))
      break;
    // A launcher's own flags, and env's assignments.
    while (I + 1 < CommandLine.size()) {
      StringRef Next = CommandLine[I + 1];
      StringRef BeforeSlash = Next.take_until([](char C) { return C == '/'; });
      if (!Next.starts_with("-") && !BeforeSlash.contains('='))
        break;
      ++I;
    }
  }
  if (I == CommandLine.size())
    return At;
  At.Index = I;
  auto AnyAfter = [&](bool (*Is)(StringRef)) {
    return any_of(CommandLine.drop_front(I + 1),
                  [&](const std::string &Arg) { return Is(Arg); });
  };
  if (isNvccName(Name))
    At.Kind = Compiler::Nvcc;
  else if (isNoProgram(Name))
    At.Kind = AnyAfter(isNoClangFlag) ? Compiler::Nvcc : Compiler::Clang;
  else if (StringRef(Name).contains("clang"))
    At.Kind = Compiler::Clang;
  else if (!isOtherCompilerName(Name) && AnyAfter(isOnlyNvccFlag))
    At.Kind = Compiler::Nvcc;
  return At;
}

Language gpuperf::languageOfFile(StringRef File) {
  StringRef Extension = sys::path::extension(File);
  if (Extension == ".C")
    return Language::Cxx;
  return StringSwitch<Language>(Extension.lower())
      .Cases({".cu", ".cuh"}, Language::Cuda)
      .Case(".hip", Language::Hip)
      .Case(".c", Language::C)
      .Cases({".cc", ".cpp", ".cxx", ".c++", ".cp"}, Language::Cxx)
      .Cases({".h", ".hh", ".hpp", ".hxx", ".h++"}, Language::Header)
      .Cases({".inl", ".inc", ".ipp", ".tpp", ".tcc"}, Language::Header)
      .Case(".impl", Language::Header)
      .Default(Language::Unknown);
}

Language gpuperf::languageOfFlag(StringRef Value) {
  return StringSwitch<Language>(Value)
      .Cases({"cu", "cuda", "cuda-cpp-output"}, Language::Cuda)
      .Case("hip", Language::Hip)
      .Cases({"c", "c-header"}, Language::C)
      .Cases({"c++", "c++-header"}, Language::Cxx)
      .Default(Language::Unknown);
}
