//===- Registers.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/Registers.h"
#include "analysis/registers/NvptxBackend.h"
#include "analysis/registers/PtxLiveness.h"
#include "analysis/registers/PtxVersion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

using namespace gpuperf;
using namespace llvm;

namespace {
/// Registers that ptxas needs beside those that are live in the PTX: 2 to 8,
/// mostly 5 to 7, on the 19 kernels that were looked at.
constexpr double PtxasOverhead = 6;
/// The band of an estimate, from comparing it with `ptxas -v` for sm_80 on 51
/// kernels of the accuracy benchmark and eight variants of an unrolled
/// convolution. Upwards, ptxas needs up to 1.5 times the estimate (more on two
/// of the 59). Downwards, small kernels stay above 0.64 times the estimate; but
/// ptxas schedules unrolled straight-line code anew, by which estimates of 255
/// and 153 became 32 registers, though one of 254 became 203. So hardly
/// anything is sure of what is above 32.
constexpr double BandBelow = 0.64, BandAbove = 1.5;
constexpr double SureUpTo = 32, BandBelowBeyond = 0.05;
constexpr double MostRegisters = 255, RegisterFile = 65536;

/// The most registers that a thread can have under the launch bounds, for ptxas
/// then allocates them in units of eight.
double boundOf(const PtxFunction &F, unsigned MaxRegCount) {
  double Bound = MostRegisters;
  if (F.MaxThreads) {
    double Blocks = std::max(1u, F.MinBlocks);
    double Warps = std::ceil(F.MaxThreads / 32.0) * Blocks;
    Bound = std::min(Bound, std::floor(RegisterFile / 32 / Warps / 8) * 8);
  }
  if (MaxRegCount)
    Bound = std::min<double>(Bound, MaxRegCount);
  return std::max(Bound, 16.0);
}

RegisterUse estimateUse(const PtxFunction &F, unsigned MaxRegCount) {
  double Value = std::min(F.LiveWords + PtxasOverhead, boundOf(F, MaxRegCount));
  RegisterUse Use;
  Use.From = RegisterSource::PtxLiveness;
  double High = std::min(std::round(Value * BandAbove),
                         std::max(Value, boundOf(F, MaxRegCount)));
  double Low = BandBelow * std::min(Value, SureUpTo) +
               BandBelowBeyond * std::max(Value - SureUpTo, 0.0);
  Use.PerThread = {std::floor(Low), Value, High,
                   AssumptionKind::RegistersEstimated};
  return Use;
}

/// A temporary file that is removed with this object.
struct TemporaryFile {
  SmallString<128> Path;
  bool Valid = false;
  explicit TemporaryFile(StringRef Suffix) {
    Valid = !sys::fs::createTemporaryFile("gpuperf", Suffix, Path);
  }
  ~TemporaryFile() {
    if (Valid)
      sys::fs::remove(Path);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
};

/// The number before \p Unit in "... 2048 bytes smem, 12 bytes stack frame".
uint64_t numberBefore(StringRef Line, StringRef Unit) {
  size_t At = Line.find(Unit);
  if (At == StringRef::npos)
    return 0;
  StringRef Left = Line.substr(0, At).rtrim();
  size_t Start = Left.find_last_not_of("0123456789");
  StringRef Digits = Start == StringRef::npos ? Left : Left.substr(Start + 1);
  uint64_t N = 0;
  return Digits.getAsInteger(10, N) ? 0 : N;
}
} // namespace

RegisterReport gpuperf::parsePtxasReport(StringRef Report) {
  std::vector<std::pair<std::string, RegisterUse>> Out;
  std::string Entry;
  RegisterUse Use;
  bool InEntry = false;
  SmallVector<StringRef, 32> Lines;
  Report.split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (Line.contains("Compiling entry function")) {
      Entry = Line.split('\'').second.split('\'').first.str();
      Use = RegisterUse();
      InEntry = false;
    } else if (Line.contains("Function properties for ")) {
      // The report has such a line for functions that the entry calls, too.
      InEntry = Line.split("Function properties for ").second.trim() == Entry;
    } else if (InEntry && Line.contains("bytes stack frame")) {
      Use.StackBytes = numberBefore(Line, " bytes stack frame");
      Use.SpillBytes = numberBefore(Line, " bytes spill stores") +
                       numberBefore(Line, " bytes spill loads");
    } else if (Line.contains("Used ") && Line.contains(" registers") &&
               !Entry.empty()) {
      Use.PerThread = Estimate::exact(
          static_cast<double>(numberBefore(Line, " registers")));
      Use.StaticSharedBytes = numberBefore(Line, " bytes smem");
      Use.From = RegisterSource::Ptxas;
      if (Use.PerThread.Value > 0)
        Out.push_back({Entry, Use});
      Entry.clear();
    }
  }
  return Out;
}

/// Waits for \p Child by asking whether it has ended. An alarm signal would do
/// the same, but signals belong to the process that hosts us. Nothing if the
/// child took too long or was not wanted any more: then it was killed.
static std::optional<int> waitFor(const sys::ProcessInfo &Child,
                                  unsigned TimeoutSeconds,
                                  function_ref<bool()> GoOn) {
  using namespace std::chrono;
  const auto Start = steady_clock::now();
  // Most answers take 10 to 100 ms.
  for (auto Pause = microseconds(500);;) {
    std::string Error;
    sys::ProcessInfo Now =
        sys::Wait(Child, /*SecondsToWait=*/0, &Error, nullptr,
                  /*Polling=*/true);
    if (Now.Pid == Child.Pid)
      return Now.ReturnCode;
    if (steady_clock::now() - Start > seconds(TimeoutSeconds) || !GoOn()) {
      // The killed child must be collected, so this waits without a limit.
      ::kill(Child.Pid, SIGKILL);
      sys::Wait(Child, std::nullopt, &Error);
      return std::nullopt;
    }
    std::this_thread::sleep_for(Pause);
    Pause = std::min<microseconds>(Pause * 2, milliseconds(4));
  }
}

RegisterReport gpuperf::runPtxas(StringRef Ptx, const RegisterOptions &Options,
                                 function_ref<bool()> GoOn) {
  if (Options.PtxasPath.empty() || !sys::fs::can_execute(Options.PtxasPath))
    return {};
  TemporaryFile Input("ptx"), Report("txt"), Cubin("cubin");
  if (!Input.Valid || !Report.Valid || !Cubin.Valid)
    return {};
  {
    std::error_code Error;
    raw_fd_ostream Stream(Input.Path, Error);
    if (Error)
      return {};
    Stream << Ptx;
    Stream.close();
    if (Stream.has_error()) {
      Stream.clear_error();
      return {};
    }
  }
  std::string Arch = "-arch=" + Options.Arch;
  std::string Limit = "-maxrregcount=" + std::to_string(Options.MaxRegCount);
  SmallVector<StringRef, 8> Args = {Options.PtxasPath, "-v", Arch,
                                    Input.Path,        "-o", Cubin.Path};
  if (Options.MaxRegCount)
    Args.push_back(Limit);
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Report.Path),
                                          StringRef(Report.Path)};
  std::string Error;
  bool Failed = false;
  sys::ProcessInfo Child = sys::ExecuteNoWait(
      Options.PtxasPath, Args, std::nullopt, Redirects, 0, &Error, &Failed);
  if (Failed || waitFor(Child, Options.TimeoutSeconds, GoOn) != 0)
    return {};
  auto Text = MemoryBuffer::getFile(Report.Path);
  if (!Text)
    return {};
  return parsePtxasReport((*Text)->getBuffer());
}

RegisterReport gpuperf::registersOfPtx(StringRef Ptx,
                                       const RegisterOptions &Options) {
  RegisterReport Out;
  if (Options.Runner && !Options.PtxasPath.empty())
    Out = Options.Runner->ask(Ptx, Options).value_or(RegisterReport());
  else
    Out = runPtxas(Ptx, Options, [] { return true; });
  for (const PtxFunction &F : measurePtx(Ptx)) {
    if (!F.IsEntry)
      continue;
    bool Known = any_of(Out, [&](const auto &U) { return U.first == F.Name; });
    if (!Known)
      Out.push_back({F.Name, estimateUse(F, Options.MaxRegCount)});
  }
  return Out;
}

Expected<std::string> gpuperf::emitPtx(Module &M) {
  initializeNvptxBackend();
  if (!M.getTargetTriple().isNVPTX())
    return createStringError("module is for '%s', not for nvptx64",
                             M.getTargetTriple().str().c_str());
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
  if (!T)
    return createStringError("no NVPTX back end: %s", Error.c_str());
  std::string Cpu, Features;
  for (const Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute("target-cpu")) {
      Cpu = F.getFnAttribute("target-cpu").getValueAsString().str();
      Features = F.getFnAttribute("target-features").getValueAsString().str();
      break;
    }
  std::unique_ptr<TargetMachine> Machine(T->createTargetMachine(
      M.getTargetTriple(), Cpu, usablePtxFeatures(Features, Cpu),
      TargetOptions(), std::nullopt));
  if (!Machine)
    return createStringError("no NVPTX target machine for '%s'", Cpu.c_str());
  // Code generation changes the module, so it is given a copy.
  std::unique_ptr<Module> Copy = CloneModule(M);
  SmallString<0> Text;
  raw_svector_ostream Stream(Text);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Stream, nullptr,
                                   CodeGenFileType::AssemblyFile))
    return createStringError("the NVPTX back end cannot emit PTX");
  Passes.run(*Copy);
  return Text.str().str();
}
