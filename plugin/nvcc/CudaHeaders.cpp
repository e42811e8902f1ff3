//===- CudaHeaders.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/CudaHeaders.h"
#include "plugin/device/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

static std::string under(StringRef Root, const Twine &Rest) {
  SmallString<256> Path(Root);
  sys::path::append(Path, Rest);
  return std::string(Path);
}

static bool isCudaRoot(StringRef Root, vfs::FileSystem &Files) {
  // Clang takes /usr apart by itself: its include folder is not CUDA's alone.
  return !Root.empty() && Root != "/" && Root != "/usr" &&
         Files.exists(under(Root, "include/cuda_runtime.h"));
}

/// The folder above bin/nvcc, as the path is written or after links are
/// followed. Empty if CUDA's headers are in neither.
static std::string rootOfNvcc(StringRef Program, StringRef Directory,
                              vfs::FileSystem &Files) {
  if (!Program.contains('/'))
    return ""; // found on PATH: as the toolkit of this machine is
  SmallString<256> Path(Program);
  if (sys::path::is_relative(Path)) {
    Path = Directory;
    sys::path::append(Path, Program);
  }
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  SmallString<256> Real;
  if (Files.getRealPath(Path, Real))
    Real = Path;
  for (StringRef Candidate : {StringRef(Path), StringRef(Real)}) {
    StringRef Root = sys::path::parent_path(sys::path::parent_path(Candidate));
    if (isCudaRoot(Root, Files))
      return Root.str();
  }
  return "";
}

static std::string absolute(StringRef Path, StringRef Directory) {
  SmallString<256> Out(Path);
  if (sys::path::is_relative(Out)) {
    Out = Directory;
    sys::path::append(Out, Path);
  }
  return std::string(Out);
}

std::string gpuperf::atLeastCxx17(StringRef Flag) {
  StringRef Version = Flag;
  if ((!Version.consume_front("-std=") && !Version.consume_front("--std=")) ||
      (!Version.consume_front("c++") && !Version.consume_front("gnu++")))
    return Flag.str();
  const bool Before = StringSwitch<bool>(Version)
                          .Cases({"98", "03", "0x", "11", "1y", "14"}, true)
                          .Default(false);
  if (!Before)
    return Flag.str();
  return Flag.contains("gnu") ? "-std=gnu++17" : "-std=c++17";
}

/// Reads the code as C++17 where it says an earlier standard.
static void raiseStandard(std::vector<std::string> &Args) {
  bool Raised = false;
  for (std::string &Arg : Args)
    if (std::string At = atLeastCxx17(Arg); At != Arg) {
      Arg = std::move(At);
      Raised = true;
    }
  if (Raised)
    Args.insert(find(Args, "--"),
                {"-Wno-register", "-Wno-dynamic-exception-spec"});
}

void gpuperf::addCudaHeaders(ClangCommand &Command, StringRef NvccProgram,
                             StringRef Directory, const NvccChoice &Choice,
                             vfs::FileSystem &Files) {
  std::vector<std::string> &Args = Command.Args;
  std::string Named;
  bool OwnHeaders = false;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg.consume_front("--cuda-path="))
      Named = Arg.str();
    else if (Arg == "--cuda-path" && I + 1 < Args.size())
      Named = Args[I + 1];
    else if (Arg == "-nocudainc" || Arg == "--no-offload-inc")
      OwnHeaders = true;
  }
  auto has = [&](StringRef Arg) { return is_contained(Args, Arg); };
  std::vector<std::string> More;
  auto add = [&](StringRef Arg) {
    if (!has(Arg))
      More.push_back(Arg.str());
  };
  std::string Root = absolute(Named, Directory);
  if (Named.empty()) {
    Root = rootOfNvcc(NvccProgram, Directory, Files);
    if (Root.empty())
      Root = Choice.CudaRoot;
  }
  std::string Cccl = under(Root, "include/cccl");
  bool WithCccl = !Root.empty() && Files.exists(Cccl) && !has(Cccl) &&
                  !has("-isystem" + Cccl) && !has("-I" + Cccl);
  if (!Command.Cuda) {
    // nvcc adds its folders for host files, too.
    if (!Root.empty()) {
      More.insert(More.end(), {"-isystem", under(Root, "include")});
      if (WithCccl)
        More.insert(More.end(), {"-isystem", Cccl});
    }
  } else {
    add("-Wno-unknown-cuda-version");
    if (Command.FromNvcc)
      for (StringRef Flag : ToleratedByNvcc)
        add(Flag);
    add("--no-cuda-version-check");
    add("-D_CG_CLUSTER_INTRINSICS_AVAILABLE");
    if (!OwnHeaders && !Root.empty()) {
      Command.CudaRoot = Root;
      if (Named.empty())
        More.push_back("--cuda-path=" + Root);
      if (WithCccl)
        More.insert(More.end(), {"-isystem", Cccl});
      if (Files.exists(Cccl))
        raiseStandard(Args);
      if (!Command.FromNvcc && !Choice.MinMaxHeader.empty() &&
          !has(Choice.MinMaxHeader))
        More.insert(More.end(), {"-include", Choice.MinMaxHeader});
    } else if (!OwnHeaders) {
      Command.Bundled = !Choice.BundledFlags.empty();
      append_range(More, Choice.BundledFlags);
    }
  }
  // After the command's own folders, which come first; what follows "--" is
  // files only.
  auto At = find(Args, "--");
  Args.insert(At, More.begin(), More.end());
}
