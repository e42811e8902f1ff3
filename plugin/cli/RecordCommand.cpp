//===- RecordCommand.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/RecordCommand.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/SmArch.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/parse/ClangRun.h"
#include "plugin/facts/FactsFile.h"
#include "plugin/nvcc/NvccDatabase.h"
#include "plugin/program/Walk.h"
#include "plugin/program/library/DeviceNumbers.h"
#include "plugin/record/FactsFromNotes.h"
#include "plugin/record/HostBuild.h"
#include "plugin/record/KernelLayouts.h"
#include "plugin/record/ProgramRun.h"
#include "plugin/record/RuntimeOf.h"
#include "plugin/record/SourceLayouts.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

using namespace gpuperf;
using namespace gpuperf::record;
namespace cl = llvm::cl;

static cl::OptionCategory Category("record options");
static cl::SubCommand Command("record",
                              "Run a program and write how it launches "
                              "kernels: with which grid, block and arguments");

static cl::list<std::string> Files(cl::Positional, cl::desc("[FILE.cu...]"),
                                   cl::sub(Command), cl::cat(Category));
static cl::opt<std::string> Output("o", cl::value_desc("FILE"),
                                   cl::sub(Command), cl::cat(Category),
                                   cl::desc("Where the facts go"),
                                   cl::init(".gpuperf/facts.jsonl"));
static cl::opt<unsigned> Timeout("timeout", cl::value_desc("SECONDS"),
                                 cl::desc("End the program after this time"),
                                 cl::init(60), cl::sub(Command),
                                 cl::cat(Category));
static cl::opt<uint64_t>
    Repeats("repeats", cl::value_desc("N"), cl::init(100000),
            cl::desc("End the program when it makes one launch more often in a "
                     "row and looks for its result: kernels are not run, and a "
                     "loop may wait for what they compute"),
            cl::sub(Command), cl::cat(Category));
static cl::opt<bool> Passthrough("passthrough",
                                 cl::desc("Run on the real runtime, CUDA's or "
                                          "HIP's, and GPU (default where there "
                                          "is one)"),
                                 cl::sub(Command), cl::cat(Category));
static cl::opt<bool> StandIn(
    "stand-in",
    cl::desc("Run on a stand-in for the runtimes of CUDA and HIP, which "
             "runs no kernels and needs no GPU (default where there is "
             "none)"),
    cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    BuildDir("p", cl::value_desc("BUILD_DIR"), cl::sub(Command),
             cl::cat(Category),
             cl::desc("Build the program from this compile database"));
static cl::list<std::string>
    Only("only", cl::value_desc("FILES"), cl::CommaSeparated, cl::sub(Command),
         cl::cat(Category), cl::desc("-p: only these files of the database"));
static cl::opt<std::string> Run("run", cl::value_desc("ARGS"),
                                cl::desc("The arguments of a program that is "
                                         "built from source"),
                                cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    Gpu("gpu", cl::value_desc("NAME|FILE"), cl::sub(Command), cl::cat(Category),
        cl::desc("The GPU that the stand-in says it is"));
static cl::opt<std::string>
    LayoutsOf("layouts-of", cl::Hidden, cl::sub(Command), cl::cat(Category),
              cl::desc("Print what the kernels in this binary take"));

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

static int fail(llvm::Error E) { return fail(llvm::toString(std::move(E))); }

static void say(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
}

static std::string ownPath() {
  return llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&recordIsAsked));
}

/// The folder of the stand-in libraries, beside this command's.
static std::string libraryFolder() {
  llvm::SmallString<256> Path(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(ownPath())));
  llvm::sys::path::append(Path, "lib", "gpuperf-cudart");
  return std::string(Path);
}

static bool hasNvidiaGpu() {
  void *Driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (Driver)
    dlclose(Driver);
  return Driver != nullptr;
}

/// Whether there is a GPU that the program \p Command can run on.
static bool hasRealGpu(llvm::StringRef Command) {
  const GpuRuntimes Needed = runtimesOf(Command);
  // What starts a program, a script for instance, may start either kind.
  const bool Either = !Needed.Cuda && !Needed.Hip;
  // The driver of AMD's GPUs is a device.
  return ((Needed.Cuda || Either) && hasNvidiaGpu()) ||
         ((Needed.Hip || Either) && llvm::sys::fs::exists("/dev/kfd"));
}

/// The GPU's numbers as the stand-in reads them (record/runtime/Device.cpp).
static std::string gpuText(const GpuModel &G) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << G.FullName;
  for (const program::DeviceNumber &N : program::deviceNumbers())
    OS << ';' << N.Attribute << ':' << N.Field << '=' << N.Value(G);
  OS << ";0:totalGlobalMem=" << program::DeviceMemory
     << ";37:memoryBusWidth=256";
  for (const char *One :
       {"canMapHostMemory", "deviceOverlap", "asyncEngineCount"})
    OS << ";0:" << One << "=1";
  for (auto *Extent : {&G.Arch.MaxBlockX, &G.Arch.MaxBlockY, &G.Arch.MaxBlockZ})
    OS << ";0:maxThreadsDim=" << uint64_t(Extent->Value);
  for (auto *Extent : {&G.Arch.MaxGridX, &G.Arch.MaxGridY, &G.Arch.MaxGridZ})
    OS << ";0:maxGridSize=" << uint64_t(Extent->Value);
  return Text;
}

/// What hipDeviceGetAttribute answers (record/runtime/Hip.cpp).
static std::string hipAttributeText(const GpuModel &G) {
  std::string Text;
  for (const program::HipAttribute &A : program::hipAttributes())
    for (const program::DeviceNumber &N : program::deviceNumbers())
      if (N.Attribute == A.Cuda)
        Text += std::to_string(A.Hip) + "=" + std::to_string(N.Value(G)) + ";";
  return Text;
}

/// Where the CUDA headers for files are that are not CUDA; the bundled ones can
/// only be read as CUDA.
static std::string cudaInclude(llvm::StringRef CudaPath) {
  auto Kit = findToolkit(CudaPath);
  return Kit ? Kit->Root + "/include" : "";
}

/// The files of the compile database, with the flags that clang gets for each.
static llvm::Expected<std::vector<HostSource>> sourcesOfDatabase() {
  llvm::SmallString<256> Json(BuildDir);
  llvm::sys::path::append(Json, "compile_commands.json");
  if (!llvm::sys::fs::exists(Json))
    return llvm::createStringError(
        "-p %s: no compile_commands.json in this folder (CMake writes it with "
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON)",
        BuildDir.c_str());
  std::string Why;
  auto Database =
      clang::tooling::CompilationDatabase::loadFromDirectory(BuildDir, Why);
  if (std::string Problem = databaseProblem(BuildDir); !Problem.empty())
    return llvm::createStringError(Problem);
  if (!Database)
    return llvm::createStringError("-p %s: %s", BuildDir.c_str(),
                                   llvm::StringRef(Why).trim().str().c_str());
  DatabaseOptions Options;
  Options.GpuListFor = [](llvm::StringRef) { return Gpu.getValue(); };
  auto Translated = translatedDatabase(*Database, Options);
  const std::string Include = cudaInclude("");
  std::vector<HostSource> Sources;
  for (const std::string &File : Translated->getAllFiles()) {
    if (!Only.empty() && llvm::none_of(Only, [&](llvm::StringRef Wanted) {
          return llvm::StringRef(File).ends_with(Wanted);
        }))
      continue;
    auto Commands = Translated->getCompileCommands(File);
    if (Commands.empty())
      continue;
    const clang::tooling::CompileCommand &C = Commands.front();
    HostSource &Source = Sources.emplace_back();
    Source.File = File;
    Source.CudaInclude = Include;
    // The commands are complete: nothing is added to them.
    for (const std::string &Word : llvm::drop_begin(C.CommandLine))
      if (Word != C.Filename && Word != "--" && Word != File)
        Source.Flags.push_back(Word);
    Source.Flags.push_back("-working-directory=" + C.Directory);
  }
  if (Sources.empty())
    return llvm::createStringError("-p %s: %s", BuildDir.c_str(),
                                   Only.empty()
                                       ? "the database names no files"
                                       : "no file of the database is named by "
                                         "--only");
  return Sources;
}

/// The files on the command line, all with the same flags.
static std::vector<HostSource>
sourcesOfFiles(const std::vector<std::string> &Flags) {
  FlagFacts Facts = readFlags(Flags, Files.empty() ? "" : Files.front());
  auto Kit = findToolkit(Facts.CudaPath);
  const std::string Include = cudaInclude(Facts.CudaPath);
  std::vector<HostSource> Sources;
  for (const std::string &File : Files) {
    HostSource &Source = Sources.emplace_back();
    Source.File = File;
    Source.Flags = Flags;
    Source.CudaInclude = Include;
    const FlagFacts OfFile = readFlags(Flags, File);
    Source.CudaFlags =
        OfFile.IsHip
            ? hipFlags(findRocm(OfFile.RocmPath),
                       OfFile.SmArch.empty() ? "gfx90a" : OfFile.SmArch)
            : cudaFlags(Kit, Facts.SmArch.empty() ? "sm_90" : Facts.SmArch,
                        /*DeviceOnly=*/false);
  }
  return Sources;
}

/// Writes what the kernels of the HIP files take, for the stand-in. A file that
/// cannot be parsed is named when it is compiled.
static void writeSourceLayouts(llvm::ArrayRef<HostSource> Sources,
                               llvm::StringRef Path) {
  BinaryLayouts Layouts;
  for (const HostSource &Source : Sources) {
    const FlagFacts Facts = readFlags(Source.Flags, Source.File);
    if (!Facts.IsHip)
      continue;
    ParseRequest Request;
    Request.File = Source.File;
    Request.UserFlags = Source.Flags;
    Request.SmArch = Facts.SmArch.empty() ? "gfx90a" : Facts.SmArch;
    auto Parsed =
        parseCudaFile(Request, /*Quiet=*/true,
                      [&](clang::ASTContext &Ctx, clang::Preprocessor &) {
                        addSourceLayouts(Ctx, Layouts);
                      });
    if (!Parsed)
      llvm::consumeError(Parsed.takeError());
  }
  std::error_code Code;
  llvm::raw_fd_ostream OS(Path, Code);
  if (!Code)
    printLayouts(OS, Layouts);
}

static std::string describeEnd(const RunResult &R) {
  switch (R.How) {
  case RunResult::End::Exited:
    return R.Code == 0
               ? ""
               : "the program ended with exit code " + std::to_string(R.Code);
  case RunResult::End::Signalled:
    return "the program was ended by signal " + std::to_string(R.Code);
  case RunResult::End::TimedOut:
    return "the program was ended after " + std::to_string(Timeout) +
           " s (--timeout): the counts are what it did until then";
  case RunResult::End::OutOfMemory:
    return "the program was ended before it used up this machine's memory";
  case RunResult::End::Interrupted:
    return "interrupted";
  }
  return "";
}

static std::string layoutsFile(llvm::StringRef Folder) {
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, "layouts");
  return std::string(Path);
}

/// Runs the program and writes what it launched.
static int runAndWrite(std::vector<std::string> Program, llvm::StringRef Folder,
                       const GpuModel &G, bool Real, bool FromSource) {
  const std::string Libraries = libraryFolder();
  llvm::SmallString<256> Library(Libraries);
  llvm::sys::path::append(Library, Real ? "libgpuperf_cudanotes.so"
                                        : "libgpuperf_cudart.so");
  if (!llvm::sys::fs::exists(Library))
    return fail("'" + Library + "' is missing; build the target " +
                (Real ? "gpuperf_cudanotes" : "gpuperf_cudart"));
  RunRequest Request;
  Request.Command = std::move(Program);
  Request.MostSeconds = Timeout;
  Request.Environment = {"LD_PRELOAD=" + std::string(Library),
                         "GPUPERF_RECORD_FOLDER=" + Folder.str(),
                         "GPUPERF_RECORD_LAYOUTS=" + layoutsFile(Folder),
                         "GPUPERF_RECORD_COMMAND=" + ownPath()};
  if (!Real) {
    std::string Path = Libraries;
    if (auto Old = llvm::sys::Process::GetEnv("LD_LIBRARY_PATH"))
      Path += ":" + *Old;
    Request.Environment.insert(
        Request.Environment.end(),
        {"LD_LIBRARY_PATH=" + Path, "GPUPERF_RECORD_GPU=" + gpuText(G),
         "GPUPERF_RECORD_HIP_ATTRIBUTES=" + hipAttributeText(G),
         "GPUPERF_RECORD_REPEATS=" + std::to_string(Repeats)});
  }
  say("running " + llvm::join(Request.Command, " ") +
      (Real ? std::string(" on the GPU")
            : ", kernels left out, as if on " + G.Name) +
      ", for at most " + llvm::Twine(Timeout) + " s");
  llvm::Expected<RunResult> Result = runProgram(Request);
  if (!Result)
    return fail(Result.takeError());
  if (std::string How = describeEnd(*Result); !How.empty())
    say(How);
  RunNotes Notes = readNotes(Folder);
  if (Notes.RepeatLimit)
    say("the program was ended since it made one launch more than " +
        llvm::Twine(Repeats) +
        " times in a row (--repeats), as a loop does that waits for a result");
  if (Notes.Full)
    say("there were more different launches than can be kept: the last ones "
        "are missing");
  std::vector<LaunchFact> Facts = factsFromNotes(Notes.Launches);
  if (Facts.empty()) {
    say("no launch was seen, so " + Output + " is not written" +
        (FromSource ? ""
                    : ". A program that links the CUDA runtime statically has "
                      "to be linked with -cudart shared, or built by this "
                      "command from its sources"));
    return ExitDone;
  }
  if (llvm::Error E = writeFactsFile(Output, Facts))
    return fail(std::move(E));
  uint64_t Count = 0;
  for (const LaunchFact &F : Facts)
    Count += F.Count;
  say("wrote " + llvm::Twine(Facts.size()) +
      (Facts.size() == 1 ? " different launch, " : " different launches, ") +
      llvm::Twine(Count) + " in all, to " + Output);
  return ExitDone;
}

bool gpuperf::recordIsAsked() { return static_cast<bool>(Command); }

void gpuperf::hideUnrelatedToRecord() {
  cl::HideUnrelatedOptions(Category, Command);
}

int gpuperf::runRecord(std::vector<std::string> AfterDashes) {
  if (!LayoutsOf.empty()) {
    auto Layouts = readLayouts(LayoutsOf);
    if (!Layouts)
      return fail(Layouts.takeError());
    printLayouts(llvm::outs(), *Layouts);
    return ExitDone;
  }
  const bool FromSource = !Files.empty() || !BuildDir.empty();
  if (!FromSource && AfterDashes.empty())
    return fail("record needs a program: `gpuperf record -- COMMAND ARGS...`, "
                "or FILE.cu... or -p BUILD_DIR to build one from source");
  if (!FromSource && Run.getNumOccurrences())
    return fail("--run is for a program that is built from source: give the "
                "arguments after the command");
  if (!Files.empty() && !BuildDir.empty())
    return fail("name files or a build folder, not both: --only=FILES takes "
                "some files of -p");
  if (Passthrough && StandIn)
    return fail("--passthrough and --stand-in exclude each other");
  if (Passthrough && FromSource)
    return fail("--passthrough runs a program that is built already: "
                "`gpuperf record --passthrough -- COMMAND`");
  if (Timeout == 0)
    return fail("--timeout is 0; it must be at least 1 second");

  llvm::SmallString<128> Folder;
  if (std::error_code Code =
          llvm::sys::fs::createUniqueDirectory("gpuperf-record", Folder))
    return fail("cannot make a temporary folder: " + Code.message());
  auto Clean =
      llvm::make_scope_exit([&] { llvm::sys::fs::remove_directories(Folder); });

  std::string SmArch;
  std::vector<std::string> Program = AfterDashes;
  if (FromSource) {
    llvm::Expected<std::vector<HostSource>> Sources =
        BuildDir.empty() ? sourcesOfFiles(AfterDashes) : sourcesOfDatabase();
    if (!Sources)
      return fail(Sources.takeError());
    for (const HostSource &Source : *Sources)
      if (SmArch.empty())
        SmArch = namedArch(readFlags(Source.Flags, Source.File));
    say("building the host side of " + llvm::Twine(Sources->size()) +
        (Sources->size() == 1 ? " file" : " files"));
    llvm::Expected<HostProgram> Built =
        buildHost(*Sources, Folder, libraryFolder());
    if (!Built)
      return fail(Built.takeError());
    for (const std::string &Problem : Built->Problems)
      say(Problem);
    writeSourceLayouts(*Sources, layoutsFile(Folder));
    Program = {Built->Executable};
    llvm::append_range(Program, program::splitCommandLine(Run));
  }
  auto G = findGpu(Gpu.empty() ? defaultGpuForArch(SmArch) : Gpu.getValue());
  if (!G)
    return fail(G.takeError());
  const bool Real =
      !FromSource && (Passthrough || (!StandIn && hasRealGpu(Program.front())));
  return runAndWrite(std::move(Program), Folder, *G, Real, FromSource);
}
