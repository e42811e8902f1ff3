//===- NvccFacts.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccFacts.h"
#include "plugin/nvcc/HostFlags.h"
#include "plugin/nvcc/NvccFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

namespace {
class Reader {
public:
  Reader(StringRef Directory, StringRef File)
      : Directory(Directory), File(File) {}
  NvccFacts read(ArrayRef<std::string> Args);

private:
  void take(const NvccFlag &Flag, StringRef Value);
  void takeList(const NvccFlag &Flag, StringRef Value);
  void takeBool(std::optional<bool> &To, const NvccFlag &Flag, StringRef Value);
  void takeGenerateCode(StringRef Value);
  void takeArch(StringRef Name, std::vector<SmName> &To);
  void takeInput(StringRef Arg);
  void readPtxas();

  StringRef Directory, File;
  NvccFacts Facts;
  std::vector<std::string> Ptxas;
  std::vector<SmName> Virtual, Real; ///< of -arch and -code
  bool DeviceOptimized = false;      ///< -dopt=on
};
} // namespace

static std::string absolute(StringRef Path, StringRef Directory) {
  SmallString<256> Out(Path);
  sys::path::make_absolute(Directory, Out);
  sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

void Reader::takeBool(std::optional<bool> &To, const NvccFlag &Flag,
                      StringRef Value) {
  if (Value == "true" || Value == "1")
    To = true;
  else if (Value == "false" || Value == "0")
    To = false;
  else
    Facts.Notes.push_back(
        (Flag.Short + " is '" + Value + "'; it must be true or false").str());
}

void Reader::takeArch(StringRef Name, std::vector<SmName> &To) {
  Name = Name.trim(" \"'[]");
  if (Name == "native" || Name == "all" || Name == "all-major") {
    Facts.AnySm = true;
    return;
  }
  if (std::optional<SmName> Sm = parseSmName(Name))
    To.push_back(*Sm);
  else if (!Name.empty())
    Facts.Notes.push_back(
        ("'" + Name + "' is no GPU architecture such as sm_90").str());
}

/// Reads "arch=compute_90,code=[sm_90,compute_90]". The code is what runs; arch
/// counts only where no real architecture is named.
void Reader::takeGenerateCode(StringRef Value) {
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
  append_range(Facts.Sms, Codes.empty() ? Archs : Codes);
}

void Reader::takeList(const NvccFlag &Flag, StringRef Value) {
  for (std::string &Part : splitAtCommas(Value)) {
    switch (Flag.Use) {
    case FlagUse::ExtraFile:
      Facts.Flags.insert(Facts.Flags.end(), {"-include", Part});
      break;
    case FlagUse::Include:
      if (!isHostIncludeRoot(Part))
        Facts.Flags.push_back("-I" + Part);
      break;
    case FlagUse::SystemInclude:
      if (!isHostIncludeRoot(Part))
        Facts.Flags.insert(Facts.Flags.end(), {"-isystem", Part});
      break;
    case FlagUse::Define:
    case FlagUse::Undefine:
      if (!isAlpha(Part[0]) && Part[0] != '_') {
        Facts.Notes.push_back("'" + Part + "' is no name of a macro");
        break;
      }
      Facts.Flags.push_back((Flag.Use == FlagUse::Define ? "-D" : "-U") + Part);
      break;
    case FlagUse::Code:
      takeArch(Part, Real);
      break;
    default:
      break;
    }
  }
}

void Reader::take(const NvccFlag &Flag, StringRef Value) {
  switch (Flag.Use) {
  case FlagUse::Drop:
  case FlagUse::OptionsFile: // expanded, or said to be missing
    return;
  case FlagUse::Keep:
    Facts.Flags.push_back((Flag.To + Value).str());
    return;
  case FlagUse::Macro:
    Facts.Flags.push_back(("-D" + Flag.To).str());
    return;
  case FlagUse::ExtraFile:
  case FlagUse::Include:
  case FlagUse::SystemInclude:
  case FlagUse::Define:
  case FlagUse::Undefine:
  case FlagUse::Code:
    return takeList(Flag, Value);
  case FlagUse::Standard:
    Facts.Flags.push_back(("-std=" + Value).str());
    return;
  case FlagUse::Language:
    Facts.Lang = languageOfFlag(Value);
    if (Facts.Lang == Language::Unknown)
      Facts.Notes.push_back(
          ("-x is '" + Value + "'; it must be cu, c++ or c").str());
    return;
  case FlagUse::Machine:
    if (Value == "64")
      Facts.Flags.push_back("-m64");
    return;
  case FlagUse::Optimize:
    Facts.OptLevel = Value.str();
    return;
  case FlagUse::Host:
    append_range(Facts.Host, hostArguments(Value));
    return;
  case FlagUse::Output:
    Facts.Build.Object = absolute(Value, Directory);
    return;
  case FlagUse::Ptxas:
    append_range(Ptxas, hostArguments(Value));
    return;
  case FlagUse::Architecture:
    return takeArch(Value, Virtual);
  case FlagUse::GenerateCode:
    return takeGenerateCode(Value);
  case FlagUse::DeviceLink:
    Facts.Rdc = true;
    return;
  case FlagUse::Relocatable: {
    std::optional<bool> On;
    takeBool(On, Flag, Value);
    Facts.Rdc = On.value_or(Facts.Rdc);
    return;
  }
  case FlagUse::MaxRegisters: {
    unsigned Count = 0;
    if (Value.getAsInteger(10, Count) || Count > 1024)
      Facts.Notes.push_back(
          ("-maxrregcount is '" + Value + "'; it must be a number of registers")
              .str());
    else
      Facts.Build.MaxRegCount = Count;
    return;
  }
  case FlagUse::FastMath:
    Facts.FastMath = true;
    return;
  case FlagUse::FlushDenormals:
    return takeBool(Facts.Ftz, Flag, Value);
  case FlagUse::PreciseDivision:
    return takeBool(Facts.PrecDiv, Flag, Value);
  case FlagUse::PreciseSqrt:
    return takeBool(Facts.PrecSqrt, Flag, Value);
  case FlagUse::Contract:
    return takeBool(Facts.Fmad, Flag, Value);
  case FlagUse::DeviceDebug:
    Facts.Build.DeviceDebug = true;
    return;
  case FlagUse::DeviceOptimize:
    // Its only value is "on".
    DeviceOptimized = true;
    return;
  case FlagUse::DefaultStream:
    if (Value == "per-thread")
      Facts.Flags.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    return;
  }
}

/// Reads the options for ptxas, which decide over nvcc's on registers and the
/// L1 cache.
void Reader::readPtxas() {
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
      Facts.Build.MaxRegCount = Count;
    else if (!Registers && (Value == "ca" || Value == "cg" || Value == "cs" ||
                            Value == "cv" || Value == "lu"))
      Facts.Build.L1Bypass = Value == "cg" || Value == "cv";
    else
      Facts.Notes.push_back(
          ("ptxas's " + Name + " is '" + Value + "', which has no meaning")
              .str());
  }
}

void Reader::takeInput(StringRef Arg) {
  // Object files and libraries are for the linker. Of several sources it is the
  // one that is asked about, else one with the same file name.
  if (File.empty()) {
    if (Facts.Input.empty() && languageOfFile(Arg) != Language::Unknown)
      Facts.Input = Arg.str();
    return;
  }
  bool Same = absolute(Arg, Directory) == absolute(File, Directory);
  if (Same || (Facts.Input.empty() &&
               sys::path::filename(Arg) == sys::path::filename(File)))
    Facts.Input = Arg.str();
}

NvccFacts Reader::read(ArrayRef<std::string> Args) {
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
      // A flag that nvcc does not know is for the host compiler
      // (-forward-unknown-to-host-compiler) or was added for clang with
      // --extra-arg. Some of these take the next argument as their value.
      Facts.Host.push_back(Arg.str());
      if (I + 1 < Args.size() && takesNextArgument(Arg))
        Facts.Host.push_back(Args[++I]);
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
          Facts.Notes.push_back((Arg + " has no value").str());
        continue;
      }
      Value = Args[++I];
    }
    take(*M.Flag, Value);
  }
  readPtxas();
  if (DeviceOptimized)
    Facts.Build.DeviceDebug = false;
  Facts.Build.FlushDenormals = Facts.Ftz.value_or(Facts.FastMath);
  append_range(Facts.Sms, Real.empty() ? Virtual : Real);
  return std::move(Facts);
}

NvccFacts gpuperf::readNvccArguments(ArrayRef<std::string> Args,
                                     StringRef Directory, StringRef File) {
  return Reader(Directory, File).read(Args);
}
