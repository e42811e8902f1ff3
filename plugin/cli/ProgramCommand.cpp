//===- ProgramCommand.cpp - The GPU time of a program's run ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/ProgramCommand.h"
#include "analysis/report/AssumptionText.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/cli/Notes.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/parse/CommandReader.h"
#include "plugin/cli/parse/ProgramModules.h"
#include "plugin/cli/program/ProgramReport.h"
#include "plugin/host/Assume.h"
#include "plugin/launch/LaunchIdentity.h"
#include "plugin/nvcc/FileFacts.h"
#include "plugin/others/OtherFiles.h"
#include "plugin/program/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

namespace cl = llvm::cl;

namespace gpuperf {

static cl::OptionCategory Category("program options");
static cl::SubCommand Command("program",
                              "Predict the GPU time of a program's run: its "
                              "kernels by calls, total, mean and share");
static cl::opt<std::string> Input(cl::Positional, cl::desc("FILE.cu"),
                                  cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    Gpu("gpu", cl::desc("GPU name, YAML file, or a list separated by ','"),
        cl::value_desc("NAME|FILE"), cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    Run("run", cl::value_desc("ARGS"),
        cl::desc("The arguments that the program is run with; without them: "
                 "what it does when it is run without arguments"),
        cl::sub(Command), cl::cat(Category));
static cl::list<std::string>
    Arg("arg", cl::value_desc("NAME=VALUE"),
        cl::desc("Value of a kernel argument or of a host variable"),
        cl::sub(Command), cl::cat(Category));
static cl::opt<std::string> BuildDir("p", cl::value_desc("BUILD_DIR"),
                                     cl::desc("Folder of "
                                              "compile_commands.json, for the "
                                              "flags of FILE.cu"),
                                     cl::sub(Command), cl::cat(Category));
static cl::opt<std::string> Model("model", cl::value_desc("NAME"),
                                  cl::desc("Model to predict with"),
                                  cl::sub(Command), cl::cat(Category));
static cl::opt<std::string> L1("l1", cl::value_desc("on|bypass"),
                               cl::desc("Plain global loads may hit in L1"),
                               cl::init("on"), cl::sub(Command),
                               cl::cat(Category));
static cl::opt<std::string> L2("l2", cl::value_desc("cold|warm"),
                               cl::desc("What L2 holds before each launch"),
                               cl::init("warm"), cl::sub(Command),
                               cl::cat(Category));
static cl::opt<std::string>
    ClockName("clock", cl::value_desc("boost|sustained|base|MHZ"),
              cl::desc("Clock of the SMs; profilers hold base"),
              cl::init("boost"), cl::sub(Command), cl::cat(Category));
static cl::opt<double>
    BusGbs("bus-gbs", cl::value_desc("GB/S"),
           cl::desc("What copies between host and device reach (25: PCIe 4.0 "
                    "x16 and pinned memory)"),
           cl::init(DefaultBusGbs), cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    Sort("sort", cl::value_desc("time|calls|mean|name|first"),
         cl::desc("Order of the kernels; first: as they are launched"),
         cl::init("time"), cl::sub(Command), cl::cat(Category));
static cl::opt<std::string> Format("format",
                                   cl::value_desc("text|json|csv|svg"),
                                   cl::desc("Output"), cl::init("text"),
                                   cl::sub(Command), cl::cat(Category));
static cl::opt<DeviceCompiler>
    Compiler("compiler", cl::desc("What builds the program"),
             cl::values(clEnumValN(DeviceCompiler::Nvcc, "nvcc", "nvcc"),
                        clEnumValN(DeviceCompiler::Clang, "clang", "clang")),
             cl::init(DeviceCompiler::Nvcc), cl::sub(Command),
             cl::cat(Category));
static cl::opt<bool> NoPtxas("no-ptxas",
                             cl::desc("Estimate registers even where ptxas "
                                      "is there"),
                             cl::sub(Command), cl::cat(Category));
static cl::list<std::string>
    Object("object", cl::value_desc("FILE"),
           cl::desc("What nvcc has written of the kernels, for their "
                    "registers: object file, cubin, fatbin, library or "
                    "program; without it, with -p, what the build's command "
                    "writes; none: neither"),
           cl::sub(Command), cl::cat(Category));

bool programIsAsked() { return static_cast<bool>(Command); }
void hideUnrelatedToProgram() { cl::HideUnrelatedOptions(Category, Command); }

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

/// What the options say; the error is a sentence for the user.
static llvm::Expected<PredictRequest>
readOptions(std::vector<std::string> ClangFlags) {
  PredictRequest R;
  R.File = Input;
  R.ClangFlags = std::move(ClangFlags);
  if (R.File.empty())
    return llvm::createStringError(
        "program needs the CUDA file that has main: gpuperf program FILE.cu "
        "--run='ARGS' [options] -- CLANG_FLAGS");
  if (!llvm::sys::fs::exists(R.File))
    return llvm::createStringError(R.File + ": no such file");
  if (Format != "text" && Format != "json" && Format != "csv" &&
      Format != "svg")
    return llvm::createStringError(
        "--format is '%s'; it must be text, json, csv or svg", Format.c_str());
  if (!kernelOrderFromName(Sort))
    return llvm::createStringError(
        "--sort is '%s'; it must be time, calls, mean, name or first",
        Sort.c_str());
  if (!(BusGbs > 0))
    return llvm::createStringError(
        "--bus-gbs is %g; it must be a positive number of GB/s",
        static_cast<double>(BusGbs));
  R.BuildDir = BuildDir;
  if (!BuildDir.empty()) {
    auto Flags = flagsFromDatabase(BuildDir, R.File, Gpu);
    if (!Flags)
      return Flags.takeError();
    R.ClangFlags.insert(R.ClangFlags.begin(), Flags->begin(), Flags->end());
  }
  if (!Gpu.empty()) {
    auto Gpus = findGpus(Gpu);
    if (!Gpus)
      return Gpus.takeError();
    R.Gpus = std::move(*Gpus);
  }
  R.Models = {defaultModel()};
  if (!Model.empty()) {
    auto M = modelFromName(Model);
    if (!M)
      return llvm::createStringError("no model is named '%s'", Model.c_str());
    R.Models = {*M};
  }
  for (const std::string &Text : Arg) {
    auto Bindings = parseAssume(Text);
    if (!Bindings)
      return llvm::createStringError(
          "--arg '%s': %s", Text.c_str(),
          llvm::toString(Bindings.takeError()).c_str());
    for (auto &Entry : *Bindings)
      R.Options.Assume[Entry.getKey()] = Entry.getValue();
  }
  auto ParsedL1 = parseL1(L1);
  if (!ParsedL1)
    return ParsedL1.takeError();
  auto ParsedL2 = parseL2(L2);
  if (!ParsedL2)
    return ParsedL2.takeError();
  auto RunsAt = parseClock(ClockName);
  if (!RunsAt)
    return RunsAt.takeError();
  R.Options.Conditions.L1 = *ParsedL1;
  R.Options.Conditions.L2 = *ParsedL2;
  R.Options.Conditions.RunsAt = *RunsAt;
  R.Options.Program.emplace();
  if (Run.getNumOccurrences())
    R.Options.Program->Arguments = program::splitCommandLine(Run);
  R.Options.Program->MaxSteps = program::CommandSteps;
  // A total leaves nothing out.
  R.Options.Program->MaxContexts = ~size_t(0);
  R.Options.UsePtxas = !NoPtxas;
  R.Options.Compiler = Compiler;
  R.Options.ArchNamed = true;
  R.Options.Predict.Model = R.Models.front();
  FlagFacts Facts = readFlags(R.ClangFlags, R.File);
  R.Options.CudaPath = Facts.CudaPath;
  // An option of this command counts more than a flag of the build.
  if (L1.getNumOccurrences())
    Facts.Build.L1Bypass.reset();
  applyBuildFacts(Facts.Build, R.Options);
  auto Objects = readNamedObjects(Object);
  if (!Objects)
    return Objects.takeError();
  R.Options.Objects = std::move(*Objects);
  R.Options.OnNote = noteOnce();
  return R;
}

namespace {
/// One file of the program that launches something, or that was asked for.
struct ProgramPart {
  std::string File;
  std::vector<std::string> Flags;
};
} // namespace

/// A launch of the run that no prediction was made for.
static RunLaunch untimed(const LaunchFact &F) {
  RunLaunch L;
  L.Kernel = F.Kernel.empty() ? "?" : F.Kernel;
  L.Grid = F.Grid;
  L.Block = F.Block;
  L.Count = F.Count;
  L.Order = F.Order;
  L.WhyNot = F.Kernel.empty()
                 ? "which kernel is launched is not known"
                 : "the launch or the kernel is in no file that was read";
  return L;
}

/// Adds the launches of a run that stand in \p File, on its one GPU.
static void addLaunches(const FileAnalysis &File, ProgramReport &Report) {
  // What the functions of a library hand to each other is no run.
  if (File.Program.Ended == RunEnd::NoMain)
    return;
  for (const LaunchAnswer &LA : File.Launches)
    for (const LaunchContext &C : LA.Contexts) {
      const GpuAnswer &On = C.PerGpu.front();
      RunLaunch &L = Report.Launches.emplace_back();
      L.Kernel = C.KernelName;
      L.Count = C.Count;
      L.Order = C.Order;
      if (C.Bound.L) {
        L.Grid = C.Bound.L->Grid;
        L.Block = C.Bound.L->Block;
      }
      for (const FactValue &V : C.Values)
        if (!llvm::any_of(Report.Values, [&](const FactValue &Known) {
              return Known.Name == V.Name;
            }))
          Report.Values.push_back(V);
      if (!On.P) {
        L.WhyNot = On.Violations.empty()
                       ? On.WhyNot
                       : "the launch fails: " + llvm::join(On.Violations, "; ");
        continue;
      }
      L.TimeUs = On.P->TimeUs;
      L.BoundBy = On.P->BoundBy;
      L.Assumptions = assumptionClauses(*On.P);
      Report.ClockText = On.P->ClockText;
    }
}

/// Adds what one file says of the run; every file's analysis has walked all of
/// the program.
static void addPart(const FileAnalysis &File, const GpuModel &G,
                    ProgramReport &Report) {
  if (Report.Gpu.empty()) {
    Report.Gpu = G.Name;
    Report.Costs = runCosts(G, Report.BusGiven ? std::optional<double>(BusGbs)
                                               : std::nullopt);
    Report.Walk = File.Program;
    Report.Values = Report.Walk.Arguments;
  }
  if (!File.FileError.empty())
    Report.Walk.Notes.push_back(File.FileError);
  addLaunches(File, Report);
}

/// Adds up a report that all parts were added to.
static void finish(ProgramReport &Report, llvm::ArrayRef<ProgramPart> Parts) {
  for (const LaunchFact &F : Report.Walk.Launches)
    if (F.Kernel.empty() ||
        llvm::none_of(
            Parts,
            [&](const ProgramPart &P) { return isSameFile(F.File, P.File); }) ||
        llvm::none_of(Report.Launches,
                      [&](const RunLaunch &L) { return L.Order == F.Order; }))
      Report.Launches.push_back(untimed(F));
  llvm::stable_sort(
      Report.Launches,
      [](const RunLaunch &A, const RunLaunch &B) { return A.Order < B.Order; });
  Report.Totals = totalOf(Report.Launches, Report.Walk.Copies, Report.Costs,
                          *kernelOrderFromName(Sort));
}

/// The files whose launches are to be predicted: of the program that the file
/// of \p R belongs to those that have one. If none has, the file itself, which
/// tells why.
static std::vector<ProgramPart> partsOf(const PredictRequest &R,
                                        const std::string &Arch) {
  const ParseRequest Request{R.File, R.ClangFlags, Arch, ""};
  const CommandReader Reader(Request, R.BuildDir);
  OtherFiles Others(Reader);
  std::vector<ProgramPart> Parts;
  ProgramModule First = parseModule(Request);
  if (First.Host)
    (void)Others.complete(*First.Host);
  if (!First.Launches.empty())
    Parts.push_back({R.File, R.ClangFlags});
  for (const ProgramModule &M : Others.read())
    if (!M.Launches.empty())
      Parts.push_back({M.File, M.Flags});
  if (Parts.empty())
    Parts.push_back({R.File, R.ClangFlags});
  return Parts;
}

static void print(llvm::ArrayRef<ProgramReport> Reports) {
  if (Format == "svg")
    return printProgramSvg(llvm::outs(), Reports);
  if (Format == "csv")
    return printProgramCsv(llvm::outs(), Reports);
  for (const ProgramReport &Report : Reports)
    if (Format == "json")
      llvm::outs() << llvm::json::Value(programToJson(Report)) << '\n';
    else
      printProgramText(llvm::outs(), Report);
}

int runProgram(std::vector<std::string> ClangFlags) {
  auto R = readOptions(std::move(ClangFlags));
  if (!R)
    return fail(llvm::toString(R.takeError()));
  std::string ChoiceNote, Error;
  auto Groups = groupByArch(*R, ChoiceNote, Error);
  if (!Error.empty())
    return fail(Error);
  std::vector<ProgramReport> Reports;
  unsigned Errors = 0;
  StandIns Used;
  bool FirstParse = true;
  for (auto &[Arch, Gpus] : Groups) {
    const size_t Begin = Reports.size();
    for (size_t I = 0; I < Gpus.size(); ++I) {
      ProgramReport &Report = Reports.emplace_back();
      Report.File = R->File;
      if (Run.getNumOccurrences())
        Report.Run = Run;
      Report.Model = modelName(R->Models.front()).str();
      Report.BusGiven = BusGbs.getNumOccurrences() > 0;
    }
    const std::vector<ProgramPart> Parts = partsOf(*R, Arch);
    for (const ProgramPart &Part : Parts) {
      const ParseRequest Request{Part.File, Part.Flags, Arch, ""};
      const CommandReader Reader(Request, R->BuildDir);
      OtherFiles Others(Reader);
      seekBuildObject(R->Options.Objects,
                      readFlags(Part.Flags, Part.File).Build.Object, Part.File);
      auto Visit = [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
        // The program asks for the properties of its GPU: it is walked for
        // each.
        for (size_t I = 0; I < Gpus.size(); ++I) {
          FileOptions Options = R->Options;
          Options.Gpus = {Gpus[I]};
          Others.answer(*Options.Program, R->Options);
          addPart(analyzeFile(Ctx, PP, Options), Gpus[I], Reports[Begin + I]);
        }
      };
      auto Result = parseCudaFile(Request, /*Quiet=*/!FirstParse, Visit);
      if (!Result)
        return fail(llvm::toString(Result.takeError()));
      Errors = std::max(Errors, Result->Errors);
      Used |= Result->Used;
    }
    FirstParse = false;
    for (ProgramReport &Report : llvm::drop_begin(Reports, Begin))
      finish(Report, Parts);
  }
  noteStandIns(Used);
  if (!ChoiceNote.empty())
    llvm::errs() << "gpuperf: " << ChoiceNote << '\n';
  // Clang has told what is wrong with a file that it cannot read.
  for (const ProgramReport &Report : Reports)
    if (!Report.Totals.Launches && !Report.Totals.UntimedLaunches)
      return Errors ? ExitUnusable : fail(whyNoLaunch(Report));
  print(Reports);
  const bool Timed = llvm::all_of(Reports, [](const ProgramReport &Report) {
    return Report.Totals.Launches > 0;
  });
  return Timed ? ExitDone : ExitUnusable;
}

} // namespace gpuperf
