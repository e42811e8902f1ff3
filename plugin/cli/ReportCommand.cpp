//===- ReportCommand.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/ReportCommand.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/GpuReport.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/report/Html.h"
#include "plugin/cli/report/ModelDigest.h"
#include "plugin/cli/report/PredictRuns.h"
#include "plugin/cli/report/Report.h"
#include "plugin/facts/FactsFile.h"
#include "plugin/nvcc/ClangArgs.h"
#include "plugin/paths/ProjectRoot.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <set>

namespace cl = llvm::cl;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;
using namespace gpuperf;

static cl::OptionCategory Category("report options");
static cl::SubCommand
    ReportCommand("report", "Predict every launch of a project into one file");
static cl::SubCommand MergeCommand("merge",
                                   "Make one report out of those of shards");

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[FILE.cu...]"),
                                    cl::sub(ReportCommand), cl::cat(Category));
static cl::list<std::string> Parts(cl::Positional, cl::desc("REPORT..."),
                                   cl::OneOrMore, cl::sub(MergeCommand),
                                   cl::cat(Category));
static cl::opt<std::string> BuildDir(
    "p", cl::value_desc("BUILD_DIR"),
    cl::desc("Folder of compile_commands.json: all its CUDA and HIP files"),
    cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string>
    Html("html", cl::value_desc("DIR"),
         cl::desc("Write the report to look at into this folder, too"),
         cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string>
    BasePath("base", cl::value_desc("REPORT"),
             cl::desc("With --html: an earlier report; the summary begins with "
                      "what changed since then"),
             cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<unsigned> Jobs("j", cl::value_desc("N"),
                              cl::desc("Files at a time; 0: one a core"),
                              cl::init(0), cl::Prefix, cl::sub(ReportCommand),
                              cl::cat(Category));
static cl::opt<std::string>
    Output("o", cl::value_desc("FILE"),
           cl::desc("Where to write; -: standard output"), cl::init("-"),
           cl::sub(ReportCommand), cl::sub(MergeCommand), cl::cat(Category));
static cl::opt<std::string>
    FilesFrom("files-from", cl::value_desc("FILE"),
              cl::desc("Only the sources that this file names, one a line; -: "
                       "standard input"),
              cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string>
    Since("since", cl::value_desc("REV"),
          cl::desc("Only sources that were changed since this commit, or that "
                   "include a file that was"),
          cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string> Shard(
    "shard", cl::value_desc("I/N"),
    cl::desc("Only part I of N, 1 to N; gpuperf merge puts them together"),
    cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string>
    CacheFolder("cache", cl::value_desc("DIR"),
                cl::desc("Where answers are kept for files that do not change; "
                         "none: nowhere; without it gpuperf in the user's "
                         "folder of caches"),
                cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string>
    Root("root", cl::value_desc("DIR"),
         cl::desc("Names of files begin here; without it the checkout around "
                  "the working folder"),
         cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<bool>
    WholeProgram("whole-program",
                 cl::desc("Look for main and for callers in other files, as "
                          "gpuperf predict does; without it a file stands "
                          "alone, and sizes come from it and from the facts"),
                 cl::sub(ReportCommand), cl::cat(Category));

// What is passed on to gpuperf predict.
static cl::opt<std::string> Gpu("gpu", cl::value_desc("NAME|FILE"),
                                cl::desc("GPU name, YAML file, or a list "
                                         "separated by ','"),
                                cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string> Model("model", cl::value_desc("NAME"),
                                  cl::desc("Model to predict with"),
                                  cl::sub(ReportCommand), cl::cat(Category));
static cl::list<std::string> Arg("arg", cl::value_desc("NAME=VALUE"),
                                 cl::desc("Value of a kernel argument or of a "
                                          "host variable"),
                                 cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string> FactsPath("facts", cl::value_desc("FILE"),
                                      cl::desc("As for gpuperf predict"),
                                      cl::sub(ReportCommand),
                                      cl::cat(Category));
static cl::opt<std::string> Run("run", cl::value_desc("ARGS"),
                                cl::desc("The arguments that the program is "
                                         "run with"),
                                cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string> L1("l1", cl::value_desc("on|bypass"),
                               cl::desc("Plain global loads may hit in L1"),
                               cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string> L2("l2", cl::value_desc("cold|warm"),
                               cl::desc("What L2 holds at the start"),
                               cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string> How("timing",
                                cl::value_desc("kernel|back-to-back|single"),
                                cl::desc("How the time is taken"),
                                cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<std::string>
    ClockName("clock", cl::value_desc("boost|sustained|base|MHZ"),
              cl::desc("Clock of the SMs"), cl::sub(ReportCommand),
              cl::cat(Category));
static cl::opt<std::string> Compiler("compiler", cl::value_desc("nvcc|clang"),
                                     cl::desc("What builds the program"),
                                     cl::sub(ReportCommand), cl::cat(Category));
static cl::opt<bool> NoPtxas("no-ptxas", cl::desc("Estimate registers"),
                             cl::sub(ReportCommand), cl::cat(Category));

bool gpuperf::reportIsAsked() { return static_cast<bool>(ReportCommand); }
bool gpuperf::mergeIsAsked() { return static_cast<bool>(MergeCommand); }
void gpuperf::hideUnrelatedToReport() {
  cl::HideUnrelatedOptions(Category, ReportCommand);
  cl::HideUnrelatedOptions(Category, MergeCommand);
}

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

namespace {
/// A source file of the project.
struct Source {
  std::string Path;      ///< absolute
  std::string Name;      ///< as the report calls it
  std::string Directory; ///< that relative names in it are relative to
  /// Of the build, as a compile_commands.json with one entry; empty: there are
  /// only the flags of this command.
  std::string Command;
};
} // namespace

static std::string workingFolder() {
  llvm::SmallString<256> Path;
  return fs::current_path(Path) ? "" : std::string(Path);
}

/// A compile database with nothing but \p C.
static std::string databaseOf(const clang::tooling::CompileCommand &C) {
  json::Array Words;
  for (const std::string &Word : C.CommandLine)
    Words.push_back(json::fixUTF8(Word));
  return llvm::formatv("{0}", json::Value(json::Array{json::Object{
                                  {"directory", json::fixUTF8(C.Directory)},
                                  {"file", json::fixUTF8(C.Filename)},
                                  {"arguments", std::move(Words)}}}));
}

/// The CUDA and HIP files of the database, each once. A database that is a
/// compile_flags.txt has flags and no files: it is for those that are \p Named.
static llvm::Expected<std::vector<Source>>
sourcesOfDatabase(const std::set<std::string> &Named) {
  std::string Why;
  auto Database =
      clang::tooling::CompilationDatabase::loadFromDirectory(BuildDir, Why);
  if (!Database)
    return llvm::createStringError("-p " + BuildDir + ": " +
                                   llvm::StringRef(Why).trim());
  std::vector<Source> Out;
  std::set<std::string> Seen;
  std::vector<clang::tooling::CompileCommand> Commands =
      Database->getAllCompileCommands();
  const bool Flat = Database->getAllFiles().empty() &&
                    !Database->getCompileCommands("any.cu").empty();
  if (Flat && Named.empty())
    return llvm::createStringError(
        "-p " + BuildDir +
        ": a compile_flags.txt is for no file in particular: name the files");
  if (Flat)
    for (const std::string &Path : Named)
      llvm::append_range(Commands, Database->getCompileCommands(Path));
  for (const auto &C : Commands) {
    std::string Path = absoluteIn(C.Directory, C.Filename);
    if (isGpuCommand(C.CommandLine, C.Filename) && Seen.insert(Path).second)
      Out.push_back({std::move(Path), "", C.Directory, databaseOf(C)});
  }
  if (Out.empty())
    return llvm::createStringError("-p " + BuildDir +
                                   ": there is no CUDA or HIP file in it");
  return Out;
}

/// The lines of a file that are not empty.
static llvm::Expected<std::vector<std::string>> linesOf(llvm::StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFileOrSTDIN(Path);
  if (!Text)
    return llvm::createStringError("--files-from " + Path + ": " +
                                   Text.getError().message());
  std::vector<std::string> Out;
  for (llvm::StringRef Line : llvm::split((*Text)->getBuffer(), '\n'))
    if (!Line.trim().empty())
      Out.push_back(Line.trim().str());
  return Out;
}

/// The sources that are asked for, sorted by name.
static llvm::Expected<std::vector<Source>> findSources(const ProjectRoot &Top) {
  std::vector<std::string> Named(Inputs.begin(), Inputs.end());
  if (!FilesFrom.empty()) {
    auto Lines = linesOf(FilesFrom);
    if (!Lines)
      return Lines.takeError();
    llvm::append_range(Named, *Lines);
  }
  std::set<std::string> Wanted;
  for (const std::string &Name : Named)
    Wanted.insert(absoluteIn(workingFolder(), Name));
  std::vector<Source> All;
  if (!BuildDir.empty()) {
    auto OfDatabase = sourcesOfDatabase(Wanted);
    if (!OfDatabase)
      return OfDatabase.takeError();
    All = std::move(*OfDatabase);
  }
  if (!Inputs.empty() || !FilesFrom.empty()) {
    if (BuildDir.empty())
      for (const std::string &Path : Wanted)
        All.push_back({Path, "", workingFolder(), ""});
    else
      // A list of changed files also has some that are neither.
      llvm::erase_if(All,
                     [&](const Source &S) { return !Wanted.count(S.Path); });
  } else if (BuildDir.empty()) {
    return llvm::createStringError(
        "report needs a project: gpuperf report -p BUILD_DIR, or names of "
        "CUDA or HIP files");
  }
  for (Source &S : All)
    S.Name = Top.relative(S.Path);
  llvm::sort(All,
             [](const Source &A, const Source &B) { return A.Name < B.Name; });
  return All;
}

/// Leaves part I of N of the sources.
static llvm::Error takeShard(std::vector<Source> &Sources) {
  if (Shard.empty())
    return llvm::Error::success();
  auto [Which, Of] = llvm::StringRef(Shard).split('/');
  unsigned I = 0, N = 0;
  if (Which.getAsInteger(10, I) || Of.getAsInteger(10, N) || I < 1 || I > N)
    return llvm::createStringError("--shard is '" + Shard +
                                   "'; it must be I/N with I from 1 to N, "
                                   "such as 2/8");
  std::vector<Source> Left;
  for (size_t K = I - 1; K < Sources.size(); K += N)
    Left.push_back(std::move(Sources[K]));
  Sources = std::move(Left);
  return llvm::Error::success();
}

/// The files that are not as they were in the commit --since, absolute.
static llvm::Expected<std::set<std::string>> changedFiles(llvm::StringRef Top) {
  std::set<std::string> Out;
  const std::string In = Top.str();
  for (const std::vector<std::string> &Asked :
       {std::vector<std::string>{"-C", In, "diff", "--name-only",
                                 "--no-renames", "--relative", "-z", Since,
                                 "--"},
        std::vector<std::string>{"-C", In, "ls-files", "--others",
                                 "--exclude-standard", "-z"}}) {
    auto Names = outputOf("git", Asked);
    if (!Names)
      return llvm::createStringError("--since=" + Since + ": " +
                                     llvm::toString(Names.takeError()));
    for (llvm::StringRef Name : llvm::split(*Names, '\0'))
      if (!Name.empty())
        Out.insert(absoluteIn(Top, Name));
  }
  return Out;
}

/// Of the walk through each program whose arguments nobody gave, where they
/// suffice. With ten times as many, which a walk has otherwise, most programs
/// only make more of the same launches, and some files take twice as long.
static constexpr uint64_t StepsOfReport = 6'000'000;

/// In the picture of a launch.
static constexpr unsigned BlocksShown = 8;

/// Options of predict that change times, sorted.
static std::vector<std::string> optionsOfTimes() {
  std::vector<std::string> Out;
  auto Add = [&](const char *Name, const std::string &Value) {
    if (!Value.empty())
      Out.push_back("--" + std::string(Name) + "=" + Value);
  };
  Add("model", Model);
  Add("l1", L1);
  Add("l2", L2);
  Add("timing", How);
  Add("clock", ClockName);
  Add("compiler", Compiler);
  for (const std::string &A : Arg)
    Add("arg", A);
  if (Run.getNumOccurrences())
    Out.push_back("--run=" + Run);
  if (NoPtxas)
    Out.push_back("--no-ptxas");
  if (!WholeProgram)
    Out.push_back("--alone");
  llvm::sort(Out);
  return Out;
}

/// The message of a file that has no answer: the first error; after a crash,
/// what it was.
static std::string firstError(llvm::StringRef Errors, bool Crashed,
                              llvm::StringRef Top) {
  llvm::StringRef Best;
  for (llvm::StringRef Line : llvm::split(Errors, '\n')) {
    Line.consume_front("gpuperf: ");
    if (Line.trim().empty())
      continue;
    if (Best.empty() || (!Crashed && Line.contains("error:")))
      Best = Line.trim();
    if (Crashed || Line.contains("error:"))
      break;
  }
  std::string Text = Best.str();
  const std::string Prefix = Top.str() + "/";
  for (size_t At; (At = Text.find(Prefix)) != std::string::npos;)
    Text.erase(At, Prefix.size());
  return Text;
}

/// Adds what \p Run says of \p S.
static void addRun(const PredictRun &Run, const Source &S,
                   const ProjectRoot &Top, Report &R) {
  ReportedFile F{S.Name, "ok", ""};
  if (Run.ExitCode < 0)
    F.Status = "crashed";
  else if (Run.ExitCode >= ExitUnusable)
    F.Status = "failed";
  if (F.Status != "ok")
    F.Message = firstError(Run.Errors, F.Status == "crashed", Top.folder());
  R.Files.push_back(std::move(F));
  for (llvm::StringRef Line : llvm::split(Run.Output, '\n')) {
    if (Line.empty())
      continue;
    auto Value = json::parse(Line);
    json::Object *O = Value ? Value->getAsObject() : nullptr;
    if (!Value)
      llvm::consumeError(Value.takeError());
    if (!O)
      continue;
    (*O)["file"] = Top.relative(
        absoluteIn(S.Directory, O->getString("file").value_or("")));
    R.Launches.push_back(std::move(*O));
  }
}

static int write(const Report &R) {
  std::error_code Why;
  llvm::raw_fd_ostream OS(Output, Why);
  if (Why)
    return fail(Output + ": " + Why.message());
  writeReport(OS, R);
  OS.close();
  if (OS.has_error()) {
    OS.clear_error();
    return fail(Output + ": cannot be written");
  }
  return ExitDone;
}

static void sayTotals(const Report &R) {
  size_t Timed = 0;
  for (const json::Object &O : R.Launches)
    Timed += O.get("time_us") != nullptr;
  llvm::errs() << llvm::formatv(
      "gpuperf: {0} {1}, {2} {3}, {4} of them with a time\n", R.Files.size(),
      R.Files.size() == 1 ? "file" : "files", R.Launches.size(),
      R.Launches.size() == 1 ? "launch" : "launches", Timed);
  for (const ReportedFile &F : R.Files)
    if (F.Status != "ok")
      llvm::errs() << "gpuperf: " << F.File << ": " << F.Status << ": "
                   << F.Message << '\n';
}

int gpuperf::runReport(std::vector<std::string> ClangFlags) {
  const ProjectRoot Top = Root.empty()
                              ? ProjectRoot::around(workingFolder())
                              : ProjectRoot(absoluteIn(workingFolder(), Root));
  auto Sources = findSources(Top);
  if (!Sources)
    return fail(llvm::toString(Sources.takeError()));
  if (llvm::Error Why = takeShard(*Sources))
    return fail(llvm::toString(std::move(Why)));
  std::set<std::string> Changed;
  if (!Since.empty()) {
    auto Files = changedFiles(Top.folder());
    if (!Files)
      return fail(llvm::toString(Files.takeError()));
    Changed = std::move(*Files);
  }

  Report R;
  R.Tool = "gpuperf " GPUPERF_VERSION ", LLVM " LLVM_VERSION_STRING;
  R.Model = Model.empty() ? modelName(defaultModel()).str() : Model;
  R.Digest = modelDigest();
  R.Options = optionsOfTimes();
  std::string GpuKey;
  if (!Gpu.empty()) {
    auto Gpus = findGpus(Gpu);
    if (!Gpus)
      return fail(llvm::toString(Gpus.takeError()));
    for (const GpuModel &G : *Gpus) {
      R.Gpus.emplace_back(G.Name,
                          hashText(llvm::formatv("{0}", gpuToJson(G)).str()));
      GpuKey += R.Gpus.back().second + "\n";
    }
  }

  std::optional<Report> Base;
  if (!BasePath.empty()) {
    if (Html.empty())
      return fail("--base is what --html=DIR shows the changes since; reports "
                  "are compared by gpuperf diff");
    auto Earlier = readReport(BasePath);
    if (!Earlier)
      return fail(llvm::toString(Earlier.takeError()));
    if (std::string Why = differentOrigin(*Earlier, R); !Why.empty())
      return fail("--base: made in a different way: " + Why);
    Base = std::move(*Earlier);
  }

  static int Anchor;
  const std::string Program = fs::getMainExecutable(nullptr, &Anchor);
  // Another build of this program may answer otherwise.
  fs::file_status Own;
  std::string BuildKey = R.Tool;
  if (!fs::status(Program, Own))
    BuildKey +=
        llvm::formatv(" {0} {1}", Own.getSize(),
                      Own.getLastModificationTime().time_since_epoch().count());
  std::vector<PredictTask> Tasks;
  for (const Source &S : *Sources) {
    PredictTask T;
    T.File = S.Name;
    T.Arguments = {"predict", S.Path, "--format=json"};
    // The other files of a program are found in the whole database only.
    if (!BuildDir.empty() && WholeProgram) {
      T.Arguments.insert(T.Arguments.end(), {"-p", BuildDir});
    } else if (!BuildDir.empty()) {
      T.Database = S.Command;
      T.DatabaseFolder = BuildDir;
    }
    if (!Gpu.empty())
      T.Arguments.push_back("--gpu=" + Gpu);
    if (!FactsPath.empty())
      T.Arguments.push_back("--facts=" + FactsPath);
    llvm::append_range(T.Arguments, R.Options);
    if (!Html.empty())
      T.Arguments.push_back("--other-blocks=" + std::to_string(BlocksShown));
    if (!Run.getNumOccurrences())
      T.Arguments.push_back("--walk-steps=" + std::to_string(StepsOfReport));
    if (!ClangFlags.empty()) {
      T.Arguments.push_back("--");
      llvm::append_range(T.Arguments, ClangFlags);
    }
    T.KeyOfRest = BuildKey + "\n" + GpuKey + factsState(S.Path, FactsPath) +
                  "\n" + BuildDir + "\n" + S.Directory + "\n" + S.Command;
    Tasks.push_back(std::move(T));
  }

  llvm::SmallString<256> Folder;
  // Whether a caller in another file is found also hangs on files that were
  // looked at and not parsed, so that such an answer cannot be kept.
  if (WholeProgram)
    Folder.clear();
  else if (CacheFolder.empty() && llvm::sys::path::cache_directory(Folder))
    llvm::sys::path::append(Folder, "gpuperf", "report");
  else if (CacheFolder != "none")
    Folder = CacheFolder;
  ReportCache Cache{std::string(Folder)};
  const bool OnTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  auto Progress = [&](size_t Done, const PredictTask &T) {
    if (OnTerminal)
      llvm::errs() << llvm::formatv("\r\x1b[K[{0}/{1}] {2}", Done, Tasks.size(),
                                    T.File);
  };
  const std::vector<PredictRun> Runs =
      runPredictions(Program, Tasks, Jobs, Cache, Progress);
  if (OnTerminal)
    llvm::errs() << "\r\x1b[K";

  for (const auto &[S, One] : llvm::zip_equal(*Sources, Runs)) {
    // A file that could not be read in full may include what was changed.
    const bool Touched = Since.empty() || One.ExitCode != ExitDone ||
                         Changed.count(S.Path) ||
                         llvm::any_of(One.Reads, [&](const std::string &Path) {
                           return Changed.count(Path) != 0;
                         });
    if (Touched)
      addRun(One, S, Top, R);
  }
  normalize(R);
  if (!Html.empty())
    if (llvm::Error Why =
            writeHtml(Html, R, Top.folder(), Base ? &*Base : nullptr))
      return fail(llvm::toString(std::move(Why)));
  // The report is the same with pictures and without.
  for (json::Object &O : R.Launches)
    O.erase("sweep");
  // Whoever wants to look at it does not want it on the screen as well.
  if (Html.empty() || Output != "-")
    if (int Exit = write(R))
      return Exit;
  sayTotals(R);
  const bool AnyFine = llvm::any_of(
      R.Files, [](const ReportedFile &F) { return F.Status == "ok"; });
  return R.Files.empty() || AnyFine ? ExitDone : ExitUnusable;
}

int gpuperf::runMerge() {
  std::vector<Report> All;
  for (const std::string &Path : Parts) {
    auto Part = readReport(Path);
    if (!Part)
      return fail(llvm::toString(Part.takeError()));
    All.push_back(std::move(*Part));
  }
  auto Merged = mergeReports(std::move(All));
  if (!Merged)
    return fail(llvm::toString(Merged.takeError()));
  return write(*Merged);
}
