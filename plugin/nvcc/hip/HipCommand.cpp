//===- HipCommand.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/hip/HipCommand.h"
#include "plugin/device/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

static bool runsHipcc(StringRef Program) {
  const StringRef Name = sys::path::stem(Program);
  return Name == "hipcc" || Name == "hipcc.bin" || Name.starts_with("hipcc-") ||
         Name == "amdclang++" || Name == "amdclang";
}

/// "hip" for the last -x before or behind the file; empty: there is none.
static StringRef namedLanguage(ArrayRef<std::string> Args) {
  StringRef Named;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg == "-x" && I + 1 < Args.size())
      Named = Args[++I];
    else if (Arg.size() > 2 && Arg.consume_front("-x"))
      Named = Arg;
    else if (Arg.consume_front("--language="))
      Named = Arg;
  }
  return Named;
}

bool gpuperf::isHipCommand(ArrayRef<std::string> CommandLine, size_t Program,
                           StringRef File) {
  if (Program >= CommandLine.size())
    return false;
  const StringRef Named = namedLanguage(CommandLine.drop_front(Program + 1));
  if (!Named.empty())
    return Named == "hip";
  const StringRef Extension = sys::path::extension(File);
  if (Extension == ".hip")
    return true;
  // hipcc takes C++ files for HIP, but not C files.
  return sys::path::stem(CommandLine[Program]).starts_with("hipcc") &&
         StringSwitch<bool>(Extension)
             .Cases({".cu", ".cuh", ".cc", ".cpp", ".cxx", ".C", ".hpp"}, true)
             .Default(false);
}

/// Flags of hipcc that clang does not have, and those of the side and of
/// outputs, which a parse has no use for.
static bool isLeftOut(StringRef Arg) {
  return StringSwitch<bool>(Arg)
      .Cases({"--genco", "--hipcc-func-supp", "--hipcc-no-func-supp"}, true)
      .Cases({"-use-staticlib", "-use-sharedlib", "--short", "-hc"}, true)
      .Cases({"--cuda-host-only", "--cuda-device-only"}, true)
      .Cases({"--offload-host-only", "--offload-device-only"}, true)
      .Cases({"--hip-link", "-c", "-S", "-E", "-M", "-MM", "-MD"}, true)
      .Case("-MMD", true)
      .Default(Arg.starts_with("--gcc-install-dir-of-hipcc") ||
               Arg.starts_with("--hip-version") ||
               Arg.starts_with("-amdgpu-target") ||
               Arg.starts_with("--no-offload-arch"));
}

/// Flags whose value stands in the next argument and that are left out with it.
static bool isLeftOutWithValue(StringRef Arg) {
  return Arg == "-o" || Arg == "-MF" || Arg == "-MT" || Arg == "-MQ" ||
         Arg == "-x" || Arg == "--rocm-path" || Arg == "--offload-arch";
}

/// Flags whose value, in the next argument, may be called like the file.
static bool takesFile(StringRef Arg) {
  return StringSwitch<bool>(Arg)
      .Cases({"-include", "-imacros", "-isystem", "-iquote", "-idirafter"},
             true)
      .Cases({"-I", "-D", "-U"}, true)
      .Default(false);
}

/// The architectures in "--offload-arch=gfx90a,gfx942"; empty: it names none.
static StringRef archsIn(StringRef Arg) {
  for (StringRef Flag : {"--offload-arch=", "--cuda-gpu-arch=",
                         "--amdgpu-target=", "-amdgpu-target="})
    if (Arg.consume_front(Flag))
      return Arg;
  return "";
}

HipCommand gpuperf::translateHip(ArrayRef<std::string> CommandLine,
                                 size_t Program, StringRef File,
                                 ArrayRef<std::string> GpuArchs) {
  HipCommand Result;
  std::string Arch = GpuArchs.empty() ? "" : GpuArchs.front();
  std::string Rocm;
  bool OwnHeaders = false;
  std::vector<std::string> Kept;
  const ArrayRef<std::string> Args = CommandLine.drop_front(Program + 1);
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    StringRef Archs = archsIn(Arg);
    if (Arg == "--offload-arch" && I + 1 < Args.size())
      Archs = Args[I + 1];
    if (Arch.empty() && !Archs.empty())
      Arch = Archs.split(',').first.split(':').first.str();
    if (!Archs.empty() && Arg != "--offload-arch")
      continue;
    if (Arg == "--rocm-path" && I + 1 < Args.size())
      Rocm = Args[I + 1];
    if (isLeftOutWithValue(Arg)) {
      ++I;
      continue;
    }
    if (Arg.consume_front("--rocm-path=")) {
      Rocm = Arg.str();
      continue;
    }
    if (isLeftOut(Arg) || Arg == "--" || Arg == File ||
        (Arg.starts_with("-x") && Arg.size() > 2) ||
        Arg.starts_with("--language=") ||
        (Arg.starts_with("-o") && !Arg.starts_with("-objc")) ||
        (!Arg.starts_with("-") &&
         sys::path::filename(Arg) == sys::path::filename(File) &&
         (I == 0 || !takesFile(Args[I - 1]))))
      continue;
    OwnHeaders |= Arg == "-nogpuinc" || Arg == "-nohipwrapperinc" ||
                  Arg == "--no-offload-inc";
    Kept.push_back(Args[I]);
  }
  if (Arch.empty() || !StringRef(Arch).starts_with("gfx"))
    Arch = "gfx90a";
  const StringRef Tool = CommandLine[Program];
  if (Rocm.empty() && runsHipcc(Tool) && sys::path::is_absolute(Tool))
    Rocm = findRocm(sys::path::parent_path(sys::path::parent_path(Tool)));
  Result.Args = {"clang++"};
  if (OwnHeaders) {
    Result.Args.insert(Result.Args.end(),
                       {"-x", "hip", "--offload-arch=" + Arch, "-nogpulib"});
  } else {
    Rocm = findRocm(Rocm);
    append_range(Result.Args, hipFlags(Rocm, Arch));
    Result.Bundled = Rocm.empty();
  }
  Result.Args.push_back("--cuda-host-only");
  append_range(Result.Args, Kept);
  if (!File.empty())
    Result.Args.push_back(File.str());
  return Result;
}
