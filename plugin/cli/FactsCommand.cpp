//===- FactsCommand.cpp - How a project launches its kernels --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/FactsCommand.h"
#include "gpumodel/Occupancy.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/SmArch.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/parse/CommandReader.h"
#include "plugin/cli/parse/ProgramModules.h"
#include "plugin/device/CrashGuard.h"
#include "plugin/facts/FactsFile.h"
#include "plugin/others/OtherFiles.h"
#include "plugin/program/Walk.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace gpuperf {

static cl::OptionCategory Category("facts options");
static cl::SubCommand Command("facts", "Walk a program from main and write how "
                                       "it launches kernels");
static cl::opt<std::string> Input(cl::Positional, cl::desc("FILE.cu"),
                                  cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    BuildDir("p", cl::value_desc("BUILD_DIR"),
             cl::desc("Folder of compile_commands.json: all its files"),
             cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    Run("run", cl::value_desc("ARGS"),
        cl::desc("The arguments that the program is run with; without them: "
                 "what it does when it is run without arguments"),
        cl::sub(Command), cl::cat(Category));
static cl::opt<std::string> Output(
    "o", cl::value_desc("FILE"), cl::desc("Where to write; -: standard output"),
    cl::init(".gpuperf/facts.jsonl"), cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    GpuName("gpu", cl::value_desc("NAME|FILE"),
            cl::desc("The GPU whose numbers the program gets when it asks for "
                     "them; without it, the one that stands for the "
                     "architecture in the flags"),
            cl::sub(Command), cl::cat(Category));
static cl::opt<unsigned> Jobs("j", cl::value_desc("N"),
                              cl::desc("Files parsed at a time; 0: one a core"),
                              cl::init(0), cl::sub(Command), cl::cat(Category));

bool factsIsAsked() { return static_cast<bool>(Command); }
void hideUnrelatedToFacts() { cl::HideUnrelatedOptions(Category, Command); }

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

/// The GPU that is named, or else the one that stands for the architecture and
/// the language of a file.
static llvm::Expected<GpuModel> gpuFor(llvm::StringRef FlagArch) {
  return findGpu(GpuName.empty() ? defaultGpuForArch(FlagArch)
                                 : GpuName.getValue());
}

/// The files of the database, as they are to be parsed.
static llvm::Expected<std::vector<ParseRequest>>
requestsOfDatabase(llvm::ArrayRef<std::string> MoreFlags) {
  std::string Why;
  auto Database =
      clang::tooling::CompilationDatabase::loadFromDirectory(BuildDir, Why);
  if (!Database)
    return llvm::createStringError("-p " + BuildDir + ": " +
                                   llvm::StringRef(Why).trim());
  std::vector<std::string> Files = Database->getAllFiles();
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
  std::vector<ParseRequest> Out;
  for (const std::string &File : Files) {
    if (!isProgramSource(File))
      continue;
    auto Flags = flagsFromDatabase(BuildDir, File, GpuName, /*Quiet=*/true);
    if (!Flags) {
      llvm::errs() << "gpuperf: " << llvm::toString(Flags.takeError()) << '\n';
      continue;
    }
    llvm::append_range(*Flags, MoreFlags);
    const std::string FlagArch = namedArch(readFlags(*Flags, File));
    auto Gpu = gpuFor(FlagArch);
    if (!Gpu)
      return Gpu.takeError();
    Out.push_back({File, std::move(*Flags), irArchFor(*Gpu, FlagArch), ""});
  }
  if (Out.empty())
    return llvm::createStringError("-p " + BuildDir +
                                   ": there is no C++, CUDA or HIP file in it");
  return Out;
}

static const char *describe(const program::WalkResult &W) {
  if (!W.Ended || *W.Ended == program::End::Returned)
    return "to its end";
  switch (*W.Ended) {
  case program::End::Exited:
    return "until it exits";
  case program::End::Failed:
    return "until it fails";
  case program::End::OutOfSteps:
    return "until the walk was stopped, since it took too many steps";
  default:
    return "until the walk was stopped";
  }
}

/// The facts of the program whose main is in \p Main.
static void walk(const ProgramModule &Main,
                 llvm::ArrayRef<const ProgramModule *> Others,
                 const GpuModel &Gpu, std::vector<LaunchFact> &Facts) {
  std::vector<const program::HostModule *> Hosts = {Main.Host.get()};
  for (const ProgramModule *Other : Others)
    Hosts.push_back(Other->Host.get());
  program::WalkOptions Options;
  Options.Gpu = &Gpu;
  Options.Limits = program::budgetOf(program::CommandSteps);
  if (Run.getNumOccurrences())
    Options.Arguments = program::splitCommandLine(Run);
  Options.BlocksPerSm = [&](const std::string &, unsigned Threads,
                            uint64_t SharedBytes) {
    BlockResources Block;
    Block.ThreadsPerBlock = Threads;
    Block.DynamicSharedBytes = SharedBytes;
    return computeOccupancy(Gpu, Block).BlocksPerSm;
  };
  std::optional<program::WalkResult> Result;
  if (!runGuarded([&] { Result = program::walkProgram(Hosts, Options); }) ||
      !Result) {
    llvm::errs() << "gpuperf: " << Main.File
                 << ": gpuperf crashed while walking the program\n";
    return;
  }
  std::vector<LaunchFact> &Found = Result->Facts.Launches;
  nameFacts(Found, Main.Launches);
  for (const ProgramModule *Other : Others)
    nameFacts(Found, Other->Launches);
  llvm::errs() << "gpuperf: " << Main.File << ": walked from main "
               << describe(*Result) << ": " << Found.size()
               << (Found.size() == 1 ? " launch" : " different launches")
               << '\n';
  for (const auto &Unknown : Result->NotKnown)
    if (Found.empty())
      llvm::errs() << "gpuperf:   it calls '" << Unknown.getKey()
                   << "', which is in no file\n";
  uint64_t Offset = Facts.size();
  for (LaunchFact &F : Found) {
    F.Order += Offset;
    Facts.push_back(std::move(F));
  }
}

int runFacts(const std::vector<std::string> &ClangFlags) {
  if (Input.empty() == BuildDir.empty())
    return fail("facts needs a program: either the file that has main, gpuperf "
                "facts FILE.cu -- CLANG_FLAGS, or a compile database, gpuperf "
                "facts -p BUILD_DIR");
  const std::string FlagArch = namedArch(readFlags(ClangFlags, Input));
  auto Gpu = gpuFor(FlagArch);
  if (!Gpu)
    return fail(llvm::toString(Gpu.takeError()));

  std::vector<ProgramModule> Modules;
  std::vector<LaunchFact> Facts;
  auto canWalk = [](const ProgramModule &M) {
    return M.Host && M.Host->Offered.contains("main");
  };
  size_t Programs = 0;
  if (!Input.empty()) {
    ParseRequest Request{Input, ClangFlags, irArchFor(*Gpu, FlagArch), ""};
    ProgramModule First = parseModule(Request);
    if (!First.Host) {
      // Once more, for what clang says of it.
      llvm::consumeError(
          parseCudaFile(Request, /*Quiet=*/false, [](auto &&...) {
          }).takeError());
      return fail(llvm::StringRef(First.Error).starts_with(Input)
                      ? First.Error
                      : Input + ": " + First.Error);
    }
    const CommandReader Reader(Request, "");
    OtherFiles Others(Reader);
    (void)Others.complete(*First.Host);
    std::vector<const ProgramModule *> All = {&First};
    for (const ProgramModule &M : Others.read())
      All.push_back(&M);
    auto Main =
        llvm::find_if(All, [&](const ProgramModule *M) { return canWalk(*M); });
    if (Main != All.end()) {
      std::swap(*Main, All.front());
      walk(*All.front(), llvm::ArrayRef(All).drop_front(), *Gpu, Facts);
      ++Programs;
    }
  } else {
    auto Requests = requestsOfDatabase(ClangFlags);
    if (!Requests)
      return fail(llvm::toString(Requests.takeError()));
    const size_t Total = Requests->size();
    Modules =
        parseModules(*Requests, Jobs, [&](size_t Done, const ProgramModule &M) {
          llvm::errs() << '[' << Done << '/' << Total << "] " << M.File
                       << (M.Host ? "" : ": left out, " + M.Error) << '\n';
        });
    std::vector<const ProgramModule *> Library;
    for (const ProgramModule &M : Modules)
      if (M.Host && !canWalk(M))
        Library.push_back(&M);
    for (const ProgramModule &M : Modules)
      if (canWalk(M)) {
        auto OfMain = gpuFor(namedArch(readFlags(M.Flags, M.File)));
        if (!OfMain)
          return fail(llvm::toString(OfMain.takeError()));
        walk(M, Library, *OfMain, Facts);
        ++Programs;
      }
  }
  if (Programs == 0)
    return fail("there is no main to start from: it must be in a file that "
                "clang can parse");
  if (Output == "-") {
    writeFacts(llvm::outs(), Facts);
    return ExitDone;
  }
  if (auto Error = writeFactsFile(Output, Facts))
    return fail(llvm::toString(std::move(Error)));
  llvm::errs() << "gpuperf: " << Facts.size()
               << (Facts.size() == 1 ? " fact" : " facts") << " written to "
               << Output << '\n';
  return ExitDone;
}

} // namespace gpuperf
