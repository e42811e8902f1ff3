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
#include "plugin/nvcc/NvccFlags.h"
#include "plugin/nvcc/ResponseFiles.h"
#include "plugin/nvcc/SmChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

namespace {
/// Reads one nvcc command line, flag by flag.
class Translator {
public:
  Translator(StringRef File, const NvccChoice &Choice)
      : File(File), Choice(Choice) {}

  void read(ArrayRef<std::string> Args);
  /// Flags for clang, but for the program, the toolkit and the file.
  std::vector<std::string> flags() const;

  Language Lang = Language::Unknown;
  std::string Input; ///< the file as the command names it
  BuildFacts Facts;
  std::vector<std::string> Notes;

private:
  void take(const NvccFlag &Flag, StringRef Value);
  void takeList(const NvccFlag &Flag, StringRef Value);
  void takeBool(std::optional<bool> &To, const NvccFlag &Flag, StringRef Value);
  void takeGenerateCode(StringRef Value);
  void takeArch(StringRef Name, std::vector<SmName> &To);
  void takeInput(StringRef Arg);
  void readPtxas();
  std::string arch() const;

  StringRef File;
  const NvccChoice &Choice;
  std::vector<std::string> Out, Host, Ptxas;
  std::vector<SmName> Virtual, Real, Generated;
  bool AnyArch = false; ///< native, all, all-major
  bool FastMath = false, Rdc = false, DeviceOptimized = false;
  std::optional<bool> Ftz, PrecDiv, PrecSqrt, Fmad;
  std::string OptLevel;
};
} // namespace

static bool isSameFile(StringRef A, StringRef B) {
  return A == B || sys::path::filename(A) == sys::path::filename(B);
}

void Translator::takeBool(std::optional<bool> &To, const NvccFlag &Flag,
                          StringRef Value) {
  if (Value == "true" || Value == "1")
    To = true;
  else if (Value == "false" || Value == "0")
    To = false;
  else
    Notes.push_back(
        (Flag.Short + " is '" + Value + "'; it must be true or false").str());
}

void Translator::takeArch(StringRef Name, std::vector<SmName> &To) {
  Name = Name.trim(" \"'[]");
  if (Name == "native" || Name == "all" || Name == "all-major") {
    AnyArch = true;
    return;
  }
  if (std::optional<SmName> Sm = parseSmName(Name))
    To.push_back(*Sm);
  else if (!Name.empty())
    Notes.push_back(
        ("'" + Name + "' is no GPU architecture such as sm_90").str());
}

/// "arch=compute_90,code=[sm_90,compute_90]": what runs is the code; the arch
/// counts where no real one is named.
void Translator::takeGenerateCode(StringRef Value) {
  std::vector<SmName> Archs, Codes;
  std::vector<SmName> *To = &Archs;
  std::string Plain;
  for (char C : Value)
    if (!StringRef("\"'[] ").contains(C))
      Plain += C;
  for (StringRef Part : split(Plain, ',')) {
    if (Part.consume_front("arch="))
      To = &Archs;
    else if (Part.consume_front("code="))
      To = &Codes;
    takeArch(Part, *To);
  }
  append_range(Generated, Codes.empty() ? Archs : Codes);
}

void Translator::takeList(const NvccFlag &Flag, StringRef Value) {
  for (std::string &Part : splitAtCommas(Value)) {
    switch (Flag.Use) {
    case FlagUse::ExtraFile:
      Out.insert(Out.end(), {"-include", Part});
      break;
    case FlagUse::Include:
      if (!isHostIncludeRoot(Part))
        Out.push_back("-I" + Part);
      break;
    case FlagUse::SystemInclude:
      if (!isHostIncludeRoot(Part))
        Out.insert(Out.end(), {"-isystem", Part});
      break;
    case FlagUse::Define:
    case FlagUse::Undefine:
      if (!isAlpha(Part[0]) && Part[0] != '_') {
        Notes.push_back("'" + Part + "' is no name of a macro");
        break;
      }
      Out.push_back((Flag.Use == FlagUse::Define ? "-D" : "-U") + Part);
      break;
    case FlagUse::Code:
      takeArch(Part, Real);
      break;
    default:
      break;
    }
  }
}

void Translator::take(const NvccFlag &Flag, StringRef Value) {
  switch (Flag.Use) {
  case FlagUse::Drop:
  case FlagUse::OptionsFile: // expanded, or said to be missing
    return;
  case FlagUse::Keep:
    Out.push_back((Flag.To + Value).str());
    return;
  case FlagUse::Macro:
    Out.push_back(("-D" + Flag.To).str());
    return;
  case FlagUse::ExtraFile:
  case FlagUse::Include:
  case FlagUse::SystemInclude:
  case FlagUse::Define:
  case FlagUse::Undefine:
  case FlagUse::Code:
    return takeList(Flag, Value);
  case FlagUse::Standard:
    Out.push_back(("-std=" + Value).str());
    return;
  case FlagUse::Language:
    Lang = languageOfFlag(Value);
    if (Lang == Language::Unknown)
      Notes.push_back(("-x is '" + Value + "'; it must be cu, c++ or c").str());
    return;
  case FlagUse::Machine:
    if (Value == "64")
      Out.push_back("-m64");
    return;
  case FlagUse::Optimize:
    OptLevel = Value.str();
    return;
  case FlagUse::Host:
    append_range(Host, hostArguments(Value));
    return;
  case FlagUse::Ptxas:
    append_range(Ptxas, hostArguments(Value));
    return;
  case FlagUse::Architecture:
    return takeArch(Value, Virtual);
  case FlagUse::GenerateCode:
    return takeGenerateCode(Value);
  case FlagUse::DeviceLink:
    Rdc = true;
    return;
  case FlagUse::Relocatable: {
    std::optional<bool> On;
    takeBool(On, Flag, Value);
    Rdc = On.value_or(Rdc);
    return;
  }
  case FlagUse::MaxRegisters: {
    unsigned Count = 0;
    if (Value.getAsInteger(10, Count) || Count > 1024)
      Notes.push_back(
          ("-maxrregcount is '" + Value + "'; it must be a number of registers")
              .str());
    else
      Facts.MaxRegCount = Count;
    return;
  }
  case FlagUse::FastMath:
    FastMath = true;
    return;
  case FlagUse::FlushDenormals:
    return takeBool(Ftz, Flag, Value);
  case FlagUse::PreciseDivision:
    return takeBool(PrecDiv, Flag, Value);
  case FlagUse::PreciseSqrt:
    return takeBool(PrecSqrt, Flag, Value);
  case FlagUse::Contract:
    return takeBool(Fmad, Flag, Value);
  case FlagUse::DeviceDebug:
    Facts.DeviceDebug = true;
    return;
  case FlagUse::DeviceOptimize:
    // Its only value is "on".
    DeviceOptimized = true;
    return;
  case FlagUse::DefaultStream:
    if (Value == "per-thread")
      Out.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    return;
  }
}

/// The last word on registers and the L1 is ptxas's.
void Translator::readPtxas() {
  for (size_t I = 0; I < Ptxas.size(); ++I) {
    auto [Name, Value] = StringRef(Ptxas[I]).split('=');
    Name = Name.ltrim('-');
    bool Registers = Name == "maxrregcount";
    if (!Registers && Name != "dlcm" && Name != "def-load-cache")
      continue;
    if (Value.empty() && I + 1 < Ptxas.size())
      Value = Ptxas[++I];
    unsigned Count = 0;
    if (Registers && !Value.getAsInteger(10, Count) && Count <= 1024)
      Facts.MaxRegCount = Count;
    else if (!Registers && (Value == "ca" || Value == "cg" || Value == "cs" ||
                            Value == "cv" || Value == "lu"))
      Facts.L1Bypass = Value == "cg" || Value == "cv";
    else
      Notes.push_back(
          ("ptxas's " + Name + " is '" + Value + "', which has no meaning")
              .str());
  }
}

void Translator::takeInput(StringRef Arg) {
  // Object files and libraries are the linker's; of several sources, the one
  // that is asked for.
  if (File.empty()) {
    if (Input.empty() && languageOfFile(Arg) != Language::Unknown)
      Input = Arg.str();
  } else if (isSameFile(Arg, File) && (Input.empty() || Arg == File)) {
    Input = Arg.str();
  }
}

void Translator::read(ArrayRef<std::string> Args) {
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg.empty() || Arg == "-")
      continue;
    if (Arg == "--") {
      for (const std::string &Rest : Args.drop_front(I + 1))
        takeInput(Rest);
      break;
    }
    if (Arg.front() != '-') {
      takeInput(Arg);
      continue;
    }
    FlagMatch M = matchNvccFlag(Arg);
    if (!M.Flag) {
      // The host compiler's, as -forward-unknown-to-host-compiler has it; or
      // clang's, from an --extra-arg. Some take their value apart.
      Host.push_back(Arg.str());
      if (I + 1 < Args.size() && takesNextArgument(Arg))
        Host.push_back(Args[++I]);
      continue;
    }
    StringRef Value = M.Value;
    if (M.Flag->Value != FlagValue::None && !M.HasValue) {
      // A phase's options begin with dashes themselves.
      bool Dashes =
          M.Flag->Use == FlagUse::Host || M.Flag->Use == FlagUse::Ptxas ||
          M.Flag->Short.starts_with("-X") || M.Flag->Long == "--run-args";
      bool There = I + 1 < Args.size() &&
                   (Dashes || !StringRef(Args[I + 1]).starts_with("-")) &&
                   (File.empty() || Args[I + 1] != File);
      if (!There) {
        // nvcc's -Werror needs a kind; gcc's, which is also met, none.
        if (M.Flag->Long != "--Werror")
          Notes.push_back((Arg + " has no value").str());
        continue;
      }
      Value = Args[++I];
    }
    take(*M.Flag, Value);
  }
  readPtxas();
  if (DeviceOptimized)
    Facts.DeviceDebug = false;
  Facts.FlushDenormals = Ftz.value_or(FastMath);
}

std::string Translator::arch() const {
  std::vector<SmName> Named = Generated;
  append_range(Named, Real.empty() ? Virtual : Real);
  unsigned Gpu = Choice.GpuSms.empty() ? 0 : Choice.GpuSms.front();
  // The machine's own GPU or every one: the one that is asked for, else the
  // one that stands for all where none is named.
  constexpr unsigned DefaultSm = 90;
  if (AnyArch)
    return clangSmName({Gpu ? Gpu : DefaultSm});
  if (std::optional<SmName> Sm = chooseSm(Named, Gpu))
    return clangSmName(*Sm);
  return Gpu ? clangSmName({Gpu}) : "";
}

std::vector<std::string> Translator::flags() const {
  std::vector<std::string> Flags = Out;
  append_range(Flags, clangHostFlags(Host));
  if (!OptLevel.empty() && StringRef("0123").contains(OptLevel))
    Flags.push_back("-O" + OptLevel);
  // What gcc warns of and clang does not know is no news.
  Flags.insert(Flags.end(), {"-Wno-unknown-warning-option",
                             "-Wno-unused-command-line-argument"});
  if (Lang != Language::Cuda)
    return Flags;
  auto names = [&](StringRef Prefix) {
    return any_of(Flags, [&](StringRef F) { return F.starts_with(Prefix); });
  };
  std::string Arch = arch();
  if (!Arch.empty() && !names("--cuda-gpu-arch=") && !names("--offload-arch="))
    Flags.push_back("--cuda-gpu-arch=" + Arch);
  if (Rdc)
    Flags.insert(Flags.end(), {"-fgpu-rdc", "-D__CUDACC_RDC__"});
  // sinf and its like become the fast forms.
  if (FastMath)
    Flags.push_back("-fgpu-approx-transcendentals");
  if (Facts.FlushDenormals)
    Flags.push_back("-fgpu-flush-denormals-to-zero");
  // Clang has one flag for division and square root; library functions are
  // calls and stay as they are.
  if (!PrecDiv.value_or(!FastMath) || !PrecSqrt.value_or(!FastMath))
    Flags.push_back("-fapprox-func");
  if (!Fmad.value_or(true))
    Flags.push_back("-ffp-contract=off");
  if (Facts.DeviceDebug)
    Flags.push_back("-D__CUDACC_DEBUG__");
  for (const std::string &Macro : macrosOf(Facts))
    Flags.push_back("-D" + Macro);
  return Flags;
}

/// The language of a clang command, and where its inputs may begin.
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
    // Any other compiler's flags are read by clang all the same.
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
  Translator T(File, Choice);
  T.read(Args);
  std::string Input = !T.Input.empty() ? T.Input : File.str();
  if (T.Lang == Language::Unknown) {
    T.Lang = languageOfFile(Input);
    // A header that is asked for beside .cu files may hold kernels.
    if (T.Lang == Language::Unknown || T.Lang == Language::Header)
      T.Lang = Language::Cuda;
  }
  append_range(Result.Notes, T.Notes);
  Result.Facts = T.Facts;
  Result.Cuda = T.Lang == Language::Cuda;
  Result.Args = {T.Lang == Language::C ? "clang" : "clang++"};
  append_range(Result.Args, T.flags());
  addCudaHeaders(Result, Program, Directory, Choice, Files);
  Result.Args.insert(Result.Args.end(),
                     {"-x", Result.Cuda             ? "cuda"
                            : T.Lang == Language::C ? "c"
                                                    : "c++"});
  if (!Input.empty())
    Result.Args.push_back(Input);
  return Result;
}
