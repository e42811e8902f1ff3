//===- main.cpp - The command gpuperf -------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Terms.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/GpuReport.h"
#include "gpumodel/files/ShippedFiles.h"
#include "plugin/ast/SmArch.h"
#include "plugin/cli/CalibrateImport.h"
#include "plugin/cli/DiffCommand.h"
#include "plugin/cli/FactsCommand.h"
#include "plugin/cli/Notes.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/ProgramCommand.h"
#include "plugin/cli/RecordCommand.h"
#include "plugin/cli/ReportCommand.h"
#include "plugin/cli/mcp/McpCommand.h"
#include "plugin/cli/parse/ClangRun.h"
#include "plugin/cli/report/ModelDigest.h"
#include "plugin/facts/FactsFile.h"
#include "plugin/host/Assume.h"
#include "plugin/nvcc/FileFacts.h"
#include "plugin/program/Walk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>

using namespace gpuperf;
namespace cl = llvm::cl;

static cl::OptionCategory Category("gpuperf options");
static cl::SubCommand PredictCommand(
    "predict",
    "Predict the time of every launch in a CUDA file, of one launch, "
    "or of a batch");
static cl::SubCommand
    SweepCommand("sweep",
                 "Predict every launch in a CUDA file, or one, with every "
                 "block that covers the same threads, best first");
static cl::SubCommand GpusCommand("gpus", "List the GPUs, or print one");
static cl::SubCommand
    FlagsCommand("flags", "Print the clang flags that make stock clang-tidy "
                          "and clangd parse CUDA here");

static cl::opt<std::string> InputFile(cl::Positional, cl::desc("FILE.cu"),
                                      cl::sub(PredictCommand),
                                      cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string>
    Gpu("gpu", cl::desc("GPU name, YAML file, or a list separated by ','"),
        cl::value_desc("NAME|FILE"), cl::sub(PredictCommand),
        cl::sub(SweepCommand), cl::sub(FlagsCommand), cl::cat(Category));
static cl::opt<std::string> Kernel("kernel",
                                   cl::desc("Predict this kernel, launched as "
                                            "--grid and --block say; `sweep` "
                                            "without them: as the file does"),
                                   cl::value_desc("NAME"),
                                   cl::sub(PredictCommand),
                                   cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string> Grid("grid", cl::value_desc("X,Y,Z"),
                                 cl::desc("Blocks"), cl::sub(PredictCommand),
                                 cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string> BlockSize("block", cl::value_desc("X,Y,Z"),
                                      cl::desc("Threads per block"),
                                      cl::sub(PredictCommand),
                                      cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<uint64_t>
    DynamicSmem("dynamic-smem", cl::value_desc("BYTES"),
                cl::desc("Dynamic shared memory per block"),
                cl::sub(PredictCommand), cl::sub(SweepCommand),
                cl::cat(Category));
static cl::list<std::string>
    Arg("arg", cl::value_desc("NAME=VALUE"),
        cl::desc("Value of a kernel argument or of a host variable"),
        cl::sub(PredictCommand), cl::sub(SweepCommand), cl::cat(Category));
static cl::list<std::string>
    ModelArg("model-arg", cl::value_desc("NAME=VALUE"),
             cl::desc("Model input: l1pct, l2pct, spef, warp_time_ns, alpha, "
                      "beta; without_TERM=1 leaves a term of the gpuperf "
                      "model out"),
             cl::sub(PredictCommand), cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string> Model("model", cl::value_desc("NAME|all"),
                                  cl::desc("Model to predict with"),
                                  cl::sub(PredictCommand),
                                  cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string> L1("l1", cl::value_desc("on|bypass"),
                               cl::desc("Plain global loads may hit in L1"),
                               cl::init("on"), cl::sub(PredictCommand),
                               cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string> L2("l2", cl::value_desc("cold|warm"),
                               cl::desc("What L2 holds at the start"),
                               cl::init("warm"), cl::sub(PredictCommand),
                               cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string> How("timing",
                                cl::value_desc("kernel|back-to-back|single"),
                                cl::desc("How the time is taken"),
                                cl::init("kernel"), cl::sub(PredictCommand),
                                cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string>
    ClockName("clock", cl::value_desc("boost|sustained|base|MHZ"),
              cl::desc("Clock of the SMs; profilers hold base"),
              cl::init("boost"), cl::sub(PredictCommand), cl::sub(SweepCommand),
              cl::cat(Category));
static cl::opt<std::string> Format(
    "format", cl::value_desc("text|json|csv"),
    cl::desc("Output; `flags` also knows lines (one flag a line), `sweep` svg"),
    cl::init("text"), cl::sub(PredictCommand), cl::sub(SweepCommand),
    cl::sub(GpusCommand), cl::sub(FlagsCommand), cl::cat(Category));
static cl::opt<std::string> Batch("batch", cl::value_desc("IN.jsonl"),
                                  cl::desc("One launch per line (`sweep`: the "
                                           "launches of one sweep); - reads "
                                           "standard input"),
                                  cl::sub(PredictCommand),
                                  cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string>
    FactsPath("facts", cl::value_desc("FILE"),
              cl::desc("Launches that gpuperf facts or gpuperf record has "
                       "written; without it .gpuperf/facts.jsonl at or above "
                       "the file; none: no facts"),
              cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<std::string> BuildDir("p", cl::value_desc("BUILD_DIR"),
                                     cl::desc("Folder of "
                                              "compile_commands.json"),
                                     cl::sub(PredictCommand),
                                     cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<bool> Explain("explain",
                             cl::desc("Print the symbolic expressions"),
                             cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<std::string>
    ErrorOn("error-on", cl::value_desc("CHECKS"),
            cl::desc("Exit with 1 if one of these checks finds something "
                     "(comma separated)"),
            cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<DeviceCompiler>
    Compiler("compiler", cl::desc("What builds the program"),
             cl::values(clEnumValN(DeviceCompiler::Nvcc, "nvcc", "nvcc"),
                        clEnumValN(DeviceCompiler::Clang, "clang", "clang")),
             cl::init(DeviceCompiler::Nvcc), cl::sub(PredictCommand),
             cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<bool> NoPtxas("no-ptxas",
                             cl::desc("Estimate registers even where ptxas "
                                      "is there"),
                             cl::sub(PredictCommand), cl::sub(SweepCommand),
                             cl::cat(Category));
static cl::list<std::string>
    Object("object", cl::value_desc("FILE"),
           cl::desc("What nvcc has written of the kernels, for their "
                    "registers: object file, cubin, fatbin, library or "
                    "program; without it, with -p, what the build's command "
                    "writes; none: neither"),
           cl::sub(PredictCommand), cl::sub(SweepCommand), cl::cat(Category));
static cl::opt<std::string>
    Run("run", cl::value_desc("ARGS"),
        cl::desc("The arguments that the program is run with; without them: "
                 "what it does when it is run without arguments"),
        cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<bool>
    Alone("alone",
          cl::desc("The file is the whole program: main and the functions that "
                   "it calls are not looked for in other files"),
          cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<uint64_t>
    WalkSteps("walk-steps", cl::value_desc("N"),
              cl::desc("Operations of the walk through the program, if they "
                       "suffice for all launches of the file"),
              cl::init(program::CommandSteps), cl::Hidden,
              cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<unsigned>
    OtherBlocks("other-blocks", cl::value_desc("N"),
                cl::desc("JSON: the N best other blocks of each launch, too "
                         "(for gpuperf report)"),
                cl::init(0), cl::Hidden, cl::sub(PredictCommand),
                cl::cat(Category));
static cl::opt<std::string>
    ReadFilesTo("read-files", cl::value_desc("OUT"),
                cl::desc("Write the names of the files that were read, one a "
                         "line (for gpuperf report)"),
                cl::Hidden, cl::sub(PredictCommand), cl::cat(Category));
static cl::opt<std::string> GpuName(cl::Positional, cl::desc("[NAME]"),
                                    cl::sub(GpusCommand), cl::cat(Category));

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

/// Moves the value out of \p Value, or prints its error and sets the exit code.
template <typename T>
static bool take(T &To, llvm::Expected<T> Value, int &Exit) {
  if (Value) {
    To = std::move(*Value);
    return true;
  }
  Exit = fail(llvm::toString(Value.takeError()));
  return false;
}

/// The facts of --facts, or those that are found; bad lines are told.
static llvm::Expected<std::shared_ptr<const FactsFile>>
factsOfOption(llvm::StringRef File) {
  auto Facts = factsFor(File, FactsPath);
  if (Facts && *Facts)
    for (const std::string &Problem : (*Facts)->Problems)
      llvm::errs() << "gpuperf: " << Problem << '\n';
  return Facts;
}

static llvm::Expected<OutputFormat> parseFormat(llvm::StringRef Text) {
  if (Text == "text")
    return OutputFormat::Text;
  if (Text == "json")
    return OutputFormat::Json;
  if (Text == "csv")
    return OutputFormat::Csv;
  return llvm::createStringError(
      "--format is '%s'; it must be text, json or csv", Text.str().c_str());
}

static llvm::Expected<std::vector<ModelKind>>
parseModels(llvm::StringRef Name) {
  if (Name.empty())
    return std::vector<ModelKind>{defaultModel()};
  if (Name == "all")
    return std::vector<ModelKind>(availableModels());
  if (auto M = modelFromName(Name))
    return std::vector<ModelKind>{*M};
  std::vector<std::string> Names;
  for (ModelKind M : availableModels())
    Names.push_back(modelName(M).str());
  return llvm::createStringError("no model is named '%s'; there are %s and all",
                                 Name.str().c_str(),
                                 llvm::join(Names, ", ").c_str());
}

static llvm::Expected<ModelArgs> parseModelArgs() {
  ModelArgs Args;
  const std::pair<llvm::StringLiteral, std::optional<double> *> Known[] = {
      {"l1pct", &Args.L1Pct}, {"l2pct", &Args.L2Pct},
      {"spef", &Args.Spef},   {"warp_time_ns", &Args.WarpTimeNs},
      {"alpha", &Args.Alpha}, {"beta", &Args.Beta},
  };
  for (llvm::StringRef Text : ModelArg) {
    auto [Name, Value] = Text.split('=');
    double V = 0;
    llvm::StringRef Term = Name;
    if (Term.consume_front("without_") && !Value.getAsDouble(V))
      if (auto R = resourceFromName(Term)) {
        Args.WithoutTerms |= (V != 0 ? 1u : 0u) << static_cast<unsigned>(*R);
        continue;
      }
    auto *It = llvm::find_if(Known, [&](auto &K) { return K.first == Name; });
    if (It == std::end(Known) || Value.getAsDouble(V))
      return llvm::createStringError(
          "--model-arg '%s' is not NAME=NUMBER with NAME one of l1pct, l2pct, "
          "spef, warp_time_ns, alpha, beta, without_TERM (a term of the "
          "gpuperf model, such as without_latency)",
          Text.str().c_str());
    bool Share = Name == "l1pct" || Name == "l2pct" || Name == "spef";
    if (!(V >= 0) || (Share && V > 1))
      return llvm::createStringError(
          "--model-arg %s is out of range: %s", Text.str().c_str(),
          Share ? "it is a share from 0 to 1" : "it must not be negative");
    *It->second = V;
  }
  return Args;
}

/// Values given with --arg, in the order given.
static llvm::Expected<std::vector<std::pair<std::string, ArgValue>>>
namedArgs(HostBindings &All) {
  std::vector<std::pair<std::string, ArgValue>> Out;
  for (const std::string &Text : Arg) {
    auto Bindings = parseAssume(Text);
    if (!Bindings)
      return llvm::createStringError(
          "--arg '%s': %s", Text.c_str(),
          llvm::toString(Bindings.takeError()).c_str());
    for (auto &Entry : *Bindings) {
      const HostValue &V = Entry.getValue();
      All[Entry.getKey()] = V;
      Out.emplace_back(Entry.getKey().str(),
                       V.IsFloating ? ArgValue::floating(V.Floating)
                                    : ArgValue::integer(V.Integer));
    }
  }
  return Out;
}

/// Predicts every launch of the file, and writes which files that took.
static int predictFileNotingReads(PredictRequest &R, llvm::StringRef Object) {
  R.Reads = std::make_shared<ReadFiles>();
  const int Exit = predictFile(R);
  // Whether or not it is there: another one means other registers.
  if (!Object.empty())
    R.Reads->insert(Object.str());
  std::error_code Why;
  llvm::raw_fd_ostream OS(ReadFilesTo, Why);
  if (Why)
    return fail("--read-files " + ReadFilesTo + ": " + Why.message());
  for (const std::string &Path : *R.Reads)
    OS << Path << '\n';
  return Exit;
}

static int runPredict(std::vector<std::string> ClangFlags) {
  int Exit = ExitDone;
  PredictRequest R;
  R.File = InputFile;
  if (R.File.empty())
    return fail("predict needs a CUDA file: gpuperf predict FILE.cu [options] "
                "-- CLANG_FLAGS");
  R.ClangFlags = std::move(ClangFlags);
  if (!llvm::sys::fs::exists(R.File))
    return fail(R.File + ": no such file");
  if (!BuildDir.empty()) {
    std::vector<std::string> FromDatabase;
    if (!take(FromDatabase, flagsFromDatabase(BuildDir, R.File, Gpu), Exit))
      return Exit;
    R.ClangFlags.insert(R.ClangFlags.begin(), FromDatabase.begin(),
                        FromDatabase.end());
  }
  if (!Gpu.empty() && !take(R.Gpus, findGpus(Gpu), Exit))
    return Exit;
  HostBindings Bindings;
  std::vector<std::pair<std::string, ArgValue>> Args;
  LaunchRecord Record;
  R.Svg = SweepCommand && Format == "svg";
  if ((!R.Svg && !take(R.Format, parseFormat(Format), Exit)) ||
      !take(R.Models, parseModels(Model), Exit) ||
      !take(R.Options.Predict.Args, parseModelArgs(), Exit) ||
      !take(Args, namedArgs(Bindings), Exit) ||
      !take(R.Options.Conditions.L1, parseL1(L1), Exit) ||
      !take(R.Options.Conditions.L2, parseL2(L2), Exit) ||
      !take(R.Options.Conditions.How, parseTiming(How), Exit) ||
      !take(R.Options.Conditions.RunsAt, parseClock(ClockName), Exit) ||
      !take(R.Options.Objects, readNamedObjects(Object), Exit))
    return Exit;
  R.Options.Assume = Bindings;
  R.BuildDir = BuildDir;
  R.Options.Program.emplace();
  if (Run.getNumOccurrences())
    R.Options.Program->Arguments = program::splitCommandLine(Run);
  R.Options.Program->MaxSteps = WalkSteps;
  R.MostSteps = program::CommandSteps;
  if (!take(R.Options.Facts, factsOfOption(R.File), Exit))
    return Exit;
  R.Options.UsePtxas = !NoPtxas;
  R.Options.Compiler = Compiler;
  R.Options.ArchNamed = true;
  FlagFacts Facts = readFlags(R.ClangFlags, R.File);
  R.Options.CudaPath = Facts.CudaPath;
  // An option of this command counts more than a flag of the build.
  if (L1.getNumOccurrences())
    Facts.Build.L1Bypass.reset();
  applyBuildFacts(Facts.Build, R.Options);
  seekBuildObject(R.Options.Objects, Facts.Build.Object, R.File);
  R.Options.OnNote = noteOnce();
  R.Explain = Explain;
  R.OtherBlocks = OtherBlocks;
  for (llvm::StringRef Check : llvm::split(ErrorOn, ','))
    if (!Check.trim().empty())
      R.ErrorOn.push_back(Check.trim().str());
  for (llvm::StringRef Check : R.ErrorOn)
    if (Check != "gpuperf-invalid-launch" && Check != "gpuperf-partial-warp")
      return fail("--error-on names '" + Check +
                  "'; it knows gpuperf-invalid-launch and "
                  "gpuperf-partial-warp");

  if (!Batch.empty()) {
    if (!Kernel.empty())
      return fail("--batch and --kernel exclude each other");
    return SweepCommand ? sweepBatch(R, Batch) : predictBatch(R, Batch);
  }
  if (SweepCommand && R.Models.size() > 1)
    return fail("sweep ranks by one model: give its name with --model");
  if (Kernel.empty()) {
    if (!Grid.empty() || !BlockSize.empty())
      return fail("--grid and --block describe the launch of a kernel: name it "
                  "with --kernel");
    if (SweepCommand)
      return predictSweepFile(R, "");
    R.Alone = Alone;
    return ReadFilesTo.empty() ? predictFile(R)
                               : predictFileNotingReads(R, Facts.Build.Object);
  }
  // Without a grid and a block, the launches of this kernel in the file are
  // meant.
  if (SweepCommand && Grid.empty() && BlockSize.empty())
    return predictSweepFile(R, Kernel);
  if (Grid.empty() || BlockSize.empty())
    return fail("--kernel needs --grid=X,Y,Z and --block=X,Y,Z");
  if (R.Gpus.empty()) {
    if (!take(R.Gpus, findGpus(defaultGpuForArch(namedArch(Facts))), Exit))
      return Exit;
    llvm::errs() << "gpuperf: no GPU is named; " << R.Gpus.front().Name
                 << " is assumed (choose with --gpu)\n";
  }
  Record.Kernel = Kernel;
  if (!take(Record.L.Grid, parseDim(Grid, "--grid"), Exit) ||
      !take(Record.L.Block, parseDim(BlockSize, "--block"), Exit))
    return Exit;
  Record.L.DynamicSharedBytes = DynamicSmem;
  Record.L.Conditions = R.Options.Conditions;
  Record.Args = std::move(Args);
  return SweepCommand ? predictSweep(R, Record)
                      : predictLaunchByName(R, std::move(Record));
}

static int runGpus() {
  bool Json = Format == "json";
  if (!Json && Format != "text")
    return fail("--format of gpus must be text or json");
  if (GpuName.empty()) {
    if (Json) {
      llvm::json::Array All;
      for (const std::string &Name : shippedGpuNames())
        All.push_back(Name);
      llvm::outs() << llvm::json::Value(std::move(All)) << '\n';
    } else {
      llvm::outs() << listGpus();
    }
    return ExitDone;
  }
  auto G = findGpu(GpuName);
  if (!G)
    return fail(llvm::toString(G.takeError()));
  if (Json)
    llvm::outs() << llvm::formatv("{0:2}", gpuToJson(*G)) << '\n';
  else
    llvm::outs() << describeGpu(*G);
  return ExitDone;
}

static int runFlags() {
  auto G = findGpu(Gpu.empty() ? std::string("h100-sxm") : Gpu);
  if (!G)
    return fail(llvm::toString(G.takeError()));
  auto Kit = findToolkit();
  std::vector<std::string> Flags = cudaFlags(Kit, irArchFor(*G, ""), true);
  if (!Kit)
    llvm::errs() << "gpuperf: no CUDA toolkit was found; these flags use the "
                    "bundled minimal CUDA declarations\n";
  llvm::outs() << llvm::join(Flags, Format == "lines" ? "\n" : " ") << '\n';
  return ExitDone;
}

/// In a build with assertions, the environment variable GPUPERF_DEBUG_ONLY
/// names the DEBUG_TYPEs whose output is written to standard error, separated
/// by commas. LLVM's option -debug-only exists only where LLVM has assertions,
/// too.
static void enableDebugOutput() {
#ifndef NDEBUG
  const char *Wanted = std::getenv("GPUPERF_DEBUG_ONLY");
  if (!Wanted)
    return;
  llvm::SmallVector<llvm::StringRef, 4> Types;
  llvm::StringRef(Wanted).split(Types, ',');
  std::vector<std::string> Names(Types.begin(), Types.end());
  std::vector<const char *> Texts;
  for (const std::string &Name : Names)
    Texts.push_back(Name.c_str());
  llvm::DebugFlag = true;
  llvm::setCurrentDebugTypes(Texts.data(), Texts.size());
#endif
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  enableDebugOutput();
  // Arguments after "--" are for clang. LLVM's option parser would take them
  // for files.
  std::vector<const char *> Ours;
  std::vector<std::string> ClangFlags;
  bool AfterDashes = false;
  for (int I = 0; I < Argc; ++I) {
    if (AfterDashes)
      ClangFlags.push_back(Argv[I]);
    else if (llvm::StringRef(Argv[I]) == "--")
      AfterDashes = true;
    else
      Ours.push_back(Argv[I]);
  }
  cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "gpuperf " GPUPERF_VERSION ", with LLVM " LLVM_VERSION_STRING
          ", model "
       << modelDigest() << '\n';
  });
  cl::HideUnrelatedOptions(Category);
  for (cl::SubCommand *Sub :
       {&PredictCommand, &SweepCommand, &GpusCommand, &FlagsCommand})
    cl::HideUnrelatedOptions(Category, *Sub);
  hideUnrelatedToCalibrateImport();
  hideUnrelatedToDiff();
  hideUnrelatedToFacts();
  hideUnrelatedToMcp();
  hideUnrelatedToProgram();
  hideUnrelatedToRecord();
  hideUnrelatedToReport();
  if (!cl::ParseCommandLineOptions(
          static_cast<int>(Ours.size()), Ours.data(),
          "gpuperf: how long a CUDA kernel launch takes, without running it\n",
          &llvm::errs()))
    return ExitUnusable;
  if (PredictCommand || SweepCommand)
    return runPredict(std::move(ClangFlags));
  if (GpusCommand)
    return runGpus();
  if (FlagsCommand)
    return runFlags();
  if (factsIsAsked())
    return runFacts(ClangFlags);
  if (programIsAsked())
    return runProgram(std::move(ClangFlags));
  if (recordIsAsked())
    return runRecord(std::move(ClangFlags));
  if (reportIsAsked())
    return runReport(std::move(ClangFlags));
  if (diffIsAsked())
    return runDiff();
  if (mergeIsAsked())
    return runMerge();
  if (mcpIsAsked())
    return runMcp();
  if (calibrateImportIsAsked())
    return runCalibrateImport();
  return fail("name a command: predict, sweep, program, report, diff, merge, "
              "facts, record, gpus, flags, mcp or calibrate-import; `gpuperf "
              "--help` lists "
              "their options");
}
