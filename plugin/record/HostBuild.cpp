//===- HostBuild.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/HostBuild.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"

using namespace llvm;

namespace gpuperf::record {

static std::string under(StringRef Folder, const Twine &Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

/// Flags that say what to make and where: decided here.
static bool isOutputFlag(StringRef Flag) {
  return Flag == "-c" || Flag == "-S" || Flag == "-E" || Flag == "-M" ||
         Flag == "-MM" || Flag == "-MD" || Flag == "-MMD" || Flag == "-MP" ||
         Flag == "-fsyntax-only" || Flag == "-fgpu-rdc" ||
         Flag == "--cuda-host-only" || Flag == "--cuda-device-only" ||
         Flag == "--cuda-compile-host-device" || Flag.starts_with("-flto") ||
         (Flag.starts_with("-o") && Flag.size() > 2 &&
          !Flag.starts_with("-objc")) ||
         Flag.starts_with("--cuda-feature=");
}

static bool isOutputFlagWithValue(StringRef Flag) {
  return Flag == "-o" || Flag == "-MF" || Flag == "-MT" || Flag == "-MQ" ||
         Flag == "-MJ";
}

static bool isForLinker(StringRef Flag) {
  return Flag.starts_with("-l") || Flag.starts_with("-L") ||
         Flag.starts_with("-Wl,") || Flag == "-pthread";
}

/// "cuda", "hip", or anything else.
static StringRef languageOf(const HostSource &Source) {
  const StringRef Extension = sys::path::extension(Source.File);
  StringRef Language = Extension == ".cu"    ? "cuda"
                       : Extension == ".hip" ? "hip"
                                             : "";
  for (size_t I = 0; I < Source.Flags.size(); ++I) {
    StringRef Flag = Source.Flags[I];
    if (Flag == "-x" && I + 1 < Source.Flags.size())
      Language = Source.Flags[I + 1];
    else if (Flag.starts_with("-x") && Flag.size() > 2)
      Language = Flag.drop_front(2);
  }
  return Language;
}

/// The command that compiles one file. With \p Fatbin, whatever it holds, clang
/// has the program register its kernels as it does when it is built to run.
static std::vector<std::string> compileCommand(const HostSource &Source,
                                               StringRef Clang,
                                               StringRef Object,
                                               StringRef Fatbin) {
  std::vector<std::string> Args = {Clang.str(), "-O2"};
  const StringRef Language = languageOf(Source);
  const bool Cuda = Language == "cuda" || Language == "hip";
  bool OwnHeaders = false;
  std::vector<std::string> Theirs;
  for (size_t I = 0; I < Source.Flags.size(); ++I) {
    StringRef Flag = Source.Flags[I];
    OwnHeaders |= Flag == "-nocudainc" || Flag == "-nogpuinc" ||
                  Flag == "--no-offload-inc";
    if (isOutputFlagWithValue(Flag))
      ++I;
    else if (!isOutputFlag(Flag) && !isForLinker(Flag))
      Theirs.push_back(Flag.str());
  }
  if (Cuda) {
    if (!OwnHeaders)
      append_range(Args, Source.CudaFlags);
    else
      Args.insert(Args.end(), {"-x", Language.str()});
    const bool NoToolkit = OwnHeaders || is_contained(Args, "-nocudainc");
    append_range(Args, Theirs);
    Args.insert(Args.end(),
                {"--cuda-host-only", "--no-cuda-version-check", "-Xclang",
                 "-fcuda-include-gpubinary", "-Xclang", Fatbin.str()});
    // The bundled declarations, with what is needed to run.
    for (size_t I = 0; I < Args.size(); ++I) {
      const StringRef Name = sys::path::filename(Args[I]);
      if (Name != "gpuperf_cuda.h" && Name != "gpuperf_hip.h")
        continue;
      SmallString<256> Host(Args[I]);
      sys::path::remove_filename(Host);
      sys::path::append(Host, Name == "gpuperf_hip.h" ? "gpuperf_hip_host.h"
                                                      : "gpuperf_host.h");
      Args.insert(Args.end(), {"-include", std::string(Host)});
      break;
    }
    // Without a toolkit clang takes the program for one of an old version,
    // which launches in another way.
    if (NoToolkit && Language == "cuda")
      Args.insert(Args.end(), {"-Xclang", "-target-sdk-version=12.8"});
  } else {
    append_range(Args, Theirs);
    if (!Source.CudaInclude.empty())
      Args.insert(Args.end(), {"-isystem", Source.CudaInclude});
  }
  Args.insert(Args.end(), {"-g", "-w", "-Wno-unused-command-line-argument",
                           "-fno-color-diagnostics", "-c", Source.File, "-o",
                           Object.str()});
  return Args;
}

/// The first error in what a compiler or linker wrote.
static std::string firstError(StringRef Log) {
  SmallVector<StringRef, 16> Lines;
  Log.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line.contains("error:") || Line.contains("undefined reference"))
      return Line.trim().str();
  return Lines.empty() ? "" : Lines.front().trim().str();
}

static std::string readLog(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// Runs a command with its messages in \p Log.
static sys::ProcessInfo startCommand(const std::vector<std::string> &Command,
                                     StringRef Log, std::string &Why) {
  std::vector<StringRef> Args(Command.begin(), Command.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), Log, Log};
  return sys::ExecuteNoWait(Command.front(), Args, std::nullopt, Redirects, 0,
                            &Why);
}

/// The toolkit's C++ libraries refuse the standard that the flags ask for:
/// those of CUDA 13 want C++17, and builds that name an older one were made
/// with an older toolkit.
static bool wantsNewerStandard(StringRef Log) {
  return Log.contains("requires at least C++17") ||
         Log.contains("requires at least C++ 17");
}

static int waitFor(const sys::ProcessInfo &Process) {
  return Process.Pid == sys::ProcessInfo::InvalidPid
             ? -1
             : sys::Wait(Process, std::nullopt).ReturnCode;
}

static Expected<std::string> findClang() {
  for (StringRef Name : {"clang++", "clang++-" GPUPERF_LLVM_MAJOR_TEXT})
    if (auto Path = sys::findProgramByName(Name, {GPUPERF_LLVM_TOOLS}))
      return *Path;
  if (auto Path = sys::findProgramByName("clang++-" GPUPERF_LLVM_MAJOR_TEXT))
    return *Path;
  return createStringError(
      "clang++ is neither in " GPUPERF_LLVM_TOOLS
      " nor on PATH; install clang-" GPUPERF_LLVM_MAJOR_TEXT);
}

/// The C functions that a linker says are nowhere. The names of C++ functions
/// are demangled there and cannot be defined.
static std::vector<std::string> missingFunctions(StringRef Log) {
  std::vector<std::string> Names;
  SmallVector<StringRef, 16> Lines;
  Log.split(Lines, '\n');
  for (StringRef Line : Lines) {
    auto [Before, Rest] = Line.split("undefined reference to `");
    StringRef Name = Rest.split('\'').first;
    if (!Name.empty() && !isDigit(Name[0]) &&
        all_of(Name, [](char C) { return isAlnum(C) || C == '_'; }) &&
        !is_contained(Names, Name))
      Names.push_back(Name.str());
  }
  return Names;
}

/// Adds to the command an object with functions of these names that return 0:
/// those of a library that is not on this machine, such as cuBLAS, which say so
/// that they succeeded.
static void addMissing(std::vector<std::string> &Args,
                       ArrayRef<std::string> Names, StringRef Folder) {
  const std::string Text = under(Folder, "missing.c"),
                    Object = under(Folder, "missing.o");
  {
    std::error_code Code;
    raw_fd_ostream OS(Text, Code);
    if (Code)
      return;
    for (const std::string &Name : Names)
      OS << "int " << Name << "() { return 0; }\n";
  }
  std::string Why;
  if (waitFor(startCommand({Args.front(), "-x", "c", "-w", "-fno-builtin", "-c",
                            Text, "-o", Object},
                           under(Folder, "missing.log"), Why)) == 0)
    Args.push_back(Object);
}

static Error link(HostProgram &Program, ArrayRef<HostSource> Sources,
                  ArrayRef<std::string> Objects, StringRef Clang,
                  StringRef Folder, StringRef StandIn) {
  std::vector<std::string> Args = {Clang.str()};
  append_range(Args, Objects);
  Args.insert(Args.end(), {"-o", Program.Executable, "-L" + StandIn.str(),
                           "-lgpuperf_cudart", "-Wl,-rpath," + StandIn.str()});
  for (const HostSource &Source : Sources)
    for (StringRef Flag : Source.Flags)
      if (isForLinker(Flag) && !Flag.starts_with("-lcuda") &&
          !Flag.starts_with("-lamdhip"))
        Args.push_back(Flag.str());
  Args.insert(Args.end(), {"-lpthread", "-ldl", "-lm", "-no-pie"});
  std::string Why, First;
  for (bool Anyhow : {false, true}) {
    // What is missing is only missed when it is called: launches before that
    // count. What is there twice is often a file that another one includes.
    if (Anyhow)
      Args.insert(Args.end(), {"-Wl,-z,lazy", "-Wl,-z,muldefs",
                               "-Wl,--unresolved-symbols=ignore-all"});
    const std::string Log = under(Folder, "link.log");
    if (waitFor(startCommand(Args, Log, Why)) == 0) {
      if (Anyhow)
        Program.Problems.push_back("linked all the same, though: " + First);
      return Error::success();
    }
    const std::string Text = readLog(Log);
    if (!Anyhow)
      First = firstError(Text);
    std::vector<std::string> Missing = missingFunctions(Text);
    if (is_contained(Missing, "main"))
      return createStringError("no file that compiles defines main");
    if (!Missing.empty())
      addMissing(Args, Missing, Folder);
  }
  return createStringError("the program cannot be linked: " +
                           (First.empty() ? Why : First));
}

Expected<HostProgram> buildHost(ArrayRef<HostSource> Sources, StringRef Folder,
                                StringRef StandIn) {
  Expected<std::string> Clang = findClang();
  if (!Clang)
    return Clang.takeError();
  const std::string Fatbin = under(Folder, "no.fatbin");
  {
    std::error_code Code;
    raw_fd_ostream OS(Fatbin, Code);
    if (Code)
      return createStringError(Code, "cannot write '" + Fatbin +
                                         "': " + Code.message());
    OS << "gpuperf";
  }
  HostProgram Program;
  Program.Executable = under(Folder, "program");
  std::vector<std::string> Objects;
  const size_t AtOnce =
      std::max(1u, hardware_concurrency().compute_thread_count());
  for (size_t Begin = 0; Begin < Sources.size(); Begin += AtOnce) {
    const size_t End = std::min(Sources.size(), Begin + AtOnce);
    std::vector<sys::ProcessInfo> Running;
    std::string Why;
    auto stem = [&](size_t I) { return under(Folder, Twine(I)); };
    for (size_t I = Begin; I < End; ++I)
      Running.push_back(startCommand(
          compileCommand(Sources[I], *Clang, stem(I) + ".o", Fatbin),
          stem(I) + ".log", Why));
    for (size_t I = Begin; I < End; ++I) {
      const std::string Log = stem(I) + ".log";
      int Failed = waitFor(Running[I - Begin]);
      if (Failed && wantsNewerStandard(readLog(Log))) {
        HostSource Newer = Sources[I];
        Newer.Flags.push_back("-std=gnu++17");
        Failed = waitFor(startCommand(
            compileCommand(Newer, *Clang, stem(I) + ".o", Fatbin), Log, Why));
      }
      if (!Failed) {
        Objects.push_back(stem(I) + ".o");
        continue;
      }
      std::string Error = firstError(readLog(Log));
      Program.Problems.push_back(
          Sources[I].File +
          ": does not compile for the host: " + (Error.empty() ? Why : Error));
    }
  }
  Program.Compiled = static_cast<unsigned>(Objects.size());
  if (Objects.empty())
    return createStringError("no file compiles for the host: " +
                             join(Program.Problems, "\n  "));
  if (Error E = link(Program, Sources, Objects, *Clang, Folder, StandIn)) {
    std::string All = toString(std::move(E));
    for (const std::string &Problem : Program.Problems)
      All += "\n  " + Problem;
    return createStringError(All);
  }
  return Program;
}

} // namespace gpuperf::record
