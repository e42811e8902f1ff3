//===- LaunchCheck.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/LaunchCheck.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/SmArch.h"
#include "plugin/checks/base/SpacedLaunches.h"
#include "plugin/editor/EditorSession.h"
#include "plugin/facts/FactsFile.h"
#include "plugin/findings/weight/HeaviestContext.h"
#include "plugin/host/Assume.h"
#include "plugin/host/LaunchValues.h"
#include "plugin/nvcc/FileFacts.h"
#include "plugin/others/BesideReader.h"
#include "plugin/others/OtherFiles.h"
#include "plugin/program/Walk.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace clang;
using namespace clang::ast_matchers;

namespace gpuperf {

/// The analysis of one file under one set of options.
struct SharedAnalysis {
  const ASTContext *Ctx = nullptr;
  std::string OptionsKey;
  /// For a file that is open in an editor: what its earlier texts left, held
  /// until the checks have reported.
  std::shared_ptr<FileStore> Store;
  std::unique_lock<std::mutex> InUse;
  FileAnalysis File;
  std::optional<FileAnalysis> AtContexts; ///< for LaunchCheck::isAboutContexts
  FileOptions Options;                    ///< that File was analysed with
  /// For the program's other files, which Options ask; null in an editor.
  std::unique_ptr<BesideReader> Reader;
  std::unique_ptr<OtherFiles> Others;
  FileOptions OfOthers; ///< that kernels there are compiled with
  /// Made when a check asks first.
  std::optional<std::vector<WithGuessedBlocks>> Guessed;
  /// Likewise, by the file that it is about and the gain that was wanted.
  std::map<std::pair<const FileAnalysis *, double>,
           std::vector<LaunchConfigFinding>>
      LaunchConfigs;
  std::map<std::pair<const FileAnalysis *, double>, std::vector<TunedConstant>>
      TunedConstants;
  HostBindings Assume;
  std::string OptionError;
  bool OptionErrorShown = false;
  bool FactsProblemShown = false;
  bool Postponed = false; ///< nothing was analysed: EditorSession::postpones
};

/// The analysis that another check has just made on this thread. The reference
/// is weak: the analysis is gone with the last check that uses it, so that a
/// thread of clangd never finds the analysis of another file.
static std::weak_ptr<SharedAnalysis> &lastAnalysis() {
  thread_local std::weak_ptr<SharedAnalysis> Last;
  return Last;
}

LaunchCheck::LaunchCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context),
      GpuOption(Options.getLocalOrGlobal("GpuperfGpu", "")),
      AssumeOption(Options.getLocalOrGlobal("GpuperfAssume", "")),
      ModelOption(
          Options.getLocalOrGlobal("GpuperfModel", modelName(defaultModel()))),
      RunOption(Options.getLocalOrGlobal("GpuperfRun", "")),
      FactsOption(Options.getLocalOrGlobal("GpuperfFacts", "")),
      ClockOption(Options.getLocalOrGlobal("GpuperfClock", "boost")),
      ObjectOption(Options.getLocalOrGlobal("GpuperfObject", "")),
      OtherFilesOption(Options.getLocalOrGlobal("GpuperfOtherFiles", true)) {}

void LaunchCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "GpuperfGpu", GpuOption);
  Options.store(Opts, "GpuperfAssume", AssumeOption);
  Options.store(Opts, "GpuperfModel", ModelOption);
  Options.store(Opts, "GpuperfRun", RunOption);
  Options.store(Opts, "GpuperfFacts", FactsOption);
  Options.store(Opts, "GpuperfClock", ClockOption);
  Options.store(Opts, "GpuperfObject", ObjectOption);
  Options.store(Opts, "GpuperfOtherFiles", OtherFilesOption);
}

void LaunchCheck::registerPPCallbacks(const SourceManager &Sources,
                                      Preprocessor *P, Preprocessor *) {
  PP = P;
  acceptSpacedLaunches(*P);
  ParseBegan = std::chrono::steady_clock::now();
  // This is called before the parse begins: an edit that arrives during the
  // parse makes this text an old one.
  if (auto File = Sources.getFileEntryRefForID(Sources.getMainFileID()))
    Wanted = wantedNow(File->getName());
}

namespace {
AST_MATCHER(CallExpr, launchesKernel) { return isLaunchApi(&Node); }
} // namespace

void LaunchCheck::registerMatchers(MatchFinder *Finder) {
  // The matchers only find out whether there is a launch at all. The analysis
  // walks over the file by itself to read the launches.
  Finder->addMatcher(cudaKernelCallExpr().bind("launch"), this);
  Finder->addMatcher(callExpr(launchesKernel()).bind("launch"), this);
}

void LaunchCheck::onStartOfTranslationUnit() { Analysis.reset(); }
void LaunchCheck::onEndOfTranslationUnit() {
  Analysis.reset();
  PP = nullptr;
}

/// Takes the store with what earlier texts of an open file left, unless another
/// thread is using it.
static void takeStore(SharedAnalysis &For, const TextWanted &Wanted,
                      llvm::StringRef OptionsKey) {
  if (Wanted.Text == 0)
    return;
  For.Store = editorSession().storeOf(Wanted.Path);
  if (!For.Store)
    return;
  For.InUse = std::unique_lock<std::mutex>(For.Store->Mu, std::try_to_lock);
  if (For.InUse)
    For.Store->begin(OptionsKey);
  else
    For.Store.reset();
}

/// Size and modification time of the GPU files in the list: they tell that a
/// file was changed.
static std::string stateOfFiles(llvm::StringRef Gpus) {
  std::string Out;
  llvm::SmallVector<llvm::StringRef> Names;
  Gpus.split(Names, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Name : Names) {
    llvm::sys::fs::file_status Status;
    if (!llvm::sys::fs::status(Name.trim(), Status))
      Out += std::to_string(Status.getSize()) + "@" +
             std::to_string(
                 Status.getLastModificationTime().time_since_epoch().count());
  }
  return Out;
}

std::string LaunchCheck::optionsKey() const {
  return llvm::join(
      std::initializer_list<llvm::StringRef>{
          GpuOption, AssumeOption, ModelOption, RunOption, FactsOption,
          ClockOption, ObjectOption, OtherFilesOption ? "others" : ""},
      "\n");
}

/// Whether the text of the file that is analysed is another one than the file
/// has on disk: then nothing that was built is of this text.
static bool isUnsaved(const SourceManager &Sources, llvm::StringRef MainFile) {
  auto OnDisk = llvm::MemoryBuffer::getFile(MainFile);
  return !OnDisk || (*OnDisk)->getBuffer() !=
                        Sources.getBufferData(Sources.getMainFileID());
}

/// The objects whose registers count for the file.
static llvm::Expected<BuiltObjects> objectsFor(const SourceManager &Sources,
                                               llvm::StringRef MainFile,
                                               llvm::StringRef Option,
                                               llvm::StringRef OfBuild) {
  llvm::SmallVector<llvm::StringRef> Names;
  Option.split(Names, ';', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Paths;
  for (llvm::StringRef Name : Names)
    Paths.push_back(Name.trim().str());
  if ((Paths.empty() && OfBuild.empty()) || isUnsaved(Sources, MainFile))
    return BuiltObjects();
  auto Out = readNamedObjects(Paths);
  if (Out)
    seekBuildObject(*Out, OfBuild, MainFile);
  return Out;
}

/// Keeps the first of several errors in the options.
static void noteError(SharedAnalysis &In, llvm::StringRef Option,
                      llvm::Error Error) {
  std::string Text = llvm::toString(std::move(Error));
  if (In.OptionError.empty())
    In.OptionError = (Option + ": " + Text).str();
}

std::shared_ptr<SharedAnalysis>
LaunchCheck::makeAnalysis(ASTContext &Ctx) const {
  auto Made = std::make_shared<SharedAnalysis>();
  Made->OptionsKey = optionsKey();
  if (Wanted.Text != 0 &&
      editorSession().postpones(Wanted.Path, Wanted.Text, &Ctx)) {
    Made->Postponed = true;
    return Made;
  }
  const BuildFacts Build = buildFactsOf(*PP);
  const SourceManager &Sources = Ctx.getSourceManager();
  std::string MainFile;
  if (auto File = Sources.getFileEntryRefForID(Sources.getMainFileID()))
    MainFile = File->getName().str();
  // The state is that of before the facts are read, so that a change meanwhile
  // is seen.
  const std::string Facts = factsState(MainFile, FactsOption);
  takeStore(*Made, Wanted,
            Made->OptionsKey + stateOfFiles(GpuOption) + Facts +
                llvm::join(macrosOf(Build), " "));
  if (Wanted.Text != 0)
    editorSession().noteFacts({Wanted.Path, FactsOption, Facts});
  FileOptions Options;
  Options.Store = Made->Store.get();
  if (Wanted.Text != 0)
    Options.Wanted = Wanted;
  // Checks run in every build and after every edit. Kernels that would take
  // seconds are analysed completely only by the command.
  Options.MaxFullInstructions = 20'000;
  Options.MostInlinedThousands = Wanted.Text == 0 ? 4'000 : 2'000;
  Options.MaxPtxInstructions = 12'000;
  Options.MaxPtxasBytes = 256 << 10;
  applyBuildFacts(Build, Options);
  // While one types, kernels lack words all the time.
  Options.MendText = Wanted.Text == 0;
  Options.Program.emplace();
  // After an edit the walk is short. In a build it may be longer where the user
  // says how the program is run: nearly all programs fill their arrays before
  // the first launch.
  Options.Program->MaxSteps =
      Wanted.Text == 0 && !RunOption.empty() ? 300'000'000 : 6'000'000;
  if (!RunOption.empty())
    Options.Program->Arguments = program::splitCommandLine(RunOption);
  if (auto Read = factsFor(MainFile, FactsOption))
    Options.Facts = std::move(*Read);
  else
    noteError(*Made, "GpuperfFacts", Read.takeError());
  if (auto Objects = objectsFor(Sources, MainFile, ObjectOption, Build.Object))
    Options.Objects = std::move(*Objects);
  else
    noteError(*Made, "GpuperfObject", Objects.takeError());
  if (!GpuOption.empty()) {
    if (auto Gpus = findGpus(GpuOption))
      Options.Gpus = std::move(*Gpus);
    else
      noteError(*Made, "GpuperfGpu", Gpus.takeError());
  }
  if (auto Bindings = parseAssume(AssumeOption))
    Made->Assume = Options.Assume = std::move(*Bindings);
  else
    noteError(*Made, "GpuperfAssume", Bindings.takeError());
  if (auto RunsAt = parseClock(ClockOption))
    Options.Conditions.RunsAt = *RunsAt;
  else
    noteError(*Made, "GpuperfClock", RunsAt.takeError());
  if (auto M = modelFromName(ModelOption)) {
    Options.Predict.Model = *M;
  } else if (Made->OptionError.empty()) {
    std::vector<std::string> Names;
    for (ModelKind M : availableModels())
      Names.push_back(modelName(M).str());
    Made->OptionError = ("GpuperfModel: no model is named '" + ModelOption +
                         "'; there are " + llvm::join(Names, ", "));
  }
  // In an editor there is no time for other files. Facts know them already.
  if (OtherFilesOption && Wanted.Text == 0 && !Options.Facts &&
      !Ctx.getLangOpts().HIP) {
    Made->Reader = std::make_unique<BesideReader>(
        Ctx, *PP,
        Options.Gpus.empty()
            ? parsedSmArch(Ctx)
            : irArchFor(Options.Gpus.front(), parsedSmArch(Ctx)));
    Made->Others = std::make_unique<OtherFiles>(*Made->Reader);
    Made->OfOthers = Options;
    Made->OfOthers.Program.reset();
    Made->Others->answer(*Options.Program, Made->OfOthers);
    Options.Program->OthersIfOpen = true;
  }
  // Where an option cannot be read, nothing is analysed: the time for another
  // GPU than the one that was meant would mislead.
  if (Made->OptionError.empty()) {
    Made->File = analyzeFile(Ctx, *PP, Options);
    Made->AtContexts = withHeaviestContexts(Made->File);
    Made->Options = std::move(Options);
  }
  if (Made->File.Stopped)
    editorSession().noteStopped(Wanted.Path, Wanted.Text);
  return Made;
}

std::shared_ptr<SharedAnalysis>
LaunchCheck::timedAnalysis(ASTContext &Ctx) const {
  using namespace std::chrono;
  const auto Began = steady_clock::now();
  std::shared_ptr<SharedAnalysis> Made = makeAnalysis(Ctx);
  // An analysis that was not made or stopped took less than others will.
  if (Wanted.Text != 0 && !Made->Postponed && !Made->File.Stopped)
    editorSession().noteBuild(
        Wanted.Path,
        {duration_cast<milliseconds>(Began - ParseBegan),
         duration_cast<milliseconds>(steady_clock::now() - Began)});
  return Made;
}

/// The maker in whose words all of the file is spoken of.
static Vendor makerOfAll(llvm::ArrayRef<GpuModel> Gpus) {
  const bool Amd = !Gpus.empty() && llvm::all_of(Gpus, [](const GpuModel &G) {
    return G.Arch.Maker == Vendor::Amd;
  });
  return Amd ? Vendor::Amd : Vendor::Nvidia;
}

void LaunchCheck::check(const MatchFinder::MatchResult &Result) {
  if (Analysis || !PP)
    return;
  Analysis = lastAnalysis().lock();
  if (!Analysis || Analysis->Ctx != Result.Context ||
      Analysis->OptionsKey != optionsKey()) {
    Analysis = timedAnalysis(*Result.Context);
    Analysis->Ctx = Result.Context;
    lastAnalysis() = Analysis;
  }
  if (Analysis->Postponed)
    return;
  if (!Analysis->OptionError.empty()) {
    if (!Analysis->OptionErrorShown)
      diag(Result.SourceManager->getFileLoc(
               Result.Nodes.getNodeAs<Expr>("launch")->getBeginLoc()),
           "%0")
          << Analysis->OptionError;
    Analysis->OptionErrorShown = true;
    return;
  }
  // A line of the facts that cannot be used hides no other.
  if (const auto &Facts = Analysis->Options.Facts;
      Facts && !Facts->Problems.empty() && !Analysis->FactsProblemShown) {
    diag(Result.SourceManager->getFileLoc(
             Result.Nodes.getNodeAs<Expr>("launch")->getBeginLoc()),
         "%0%1")
        << Facts->Problems.front()
        << (Facts->Problems.size() == 1
                ? ""
                : "; " + std::to_string(Facts->Problems.size() - 1) +
                      " more lines cannot be used");
    Analysis->FactsProblemShown = true;
  }
  SM = Result.SourceManager;
  Ctx = Result.Context;
  Assume = Analysis->Assume;
  // The report itself may take longer than the analysis did, so the text has to
  // be the newest now.
  if (!Wanted()) {
    editorSession().noteStopped(Wanted.Path, Wanted.Text);
    return;
  }
  Maker = makerOfAll(Analysis->File.Gpus);
  reportFile(reportedFile());
}

const FileAnalysis &LaunchCheck::reportedFile() const {
  return isAboutContexts() && Analysis->AtContexts ? *Analysis->AtContexts
                                                   : Analysis->File;
}

const std::vector<LaunchConfigFinding> &
LaunchCheck::launchConfigs(double MinGainPercent) const {
  const FileAnalysis &File = reportedFile();
  auto [It, New] = Analysis->LaunchConfigs.try_emplace({&File, MinGainPercent});
  if (New) {
    AdviceOptions Options;
    Options.MinGainPercent = MinGainPercent;
    It->second = findLaunchConfigs(*Ctx, File, Assume, Options);
  }
  return It->second;
}

const std::vector<TunedConstant> &
LaunchCheck::tunedConstants(double MinGainPercent) const {
  const FileAnalysis &File = reportedFile();
  auto [It, New] =
      Analysis->TunedConstants.try_emplace({&File, MinGainPercent});
  if (New && Wanted.Text == 0) {
    AdviceOptions Options;
    Options.MinGainPercent = MinGainPercent;
    auto Analyze = [&](const ParseChange &Change,
                       llvm::function_ref<void(const FileAnalysis &)> Use) {
      analyzeAsIf(Change, Use);
    };
    It->second = findTunedConstants(*Ctx, File, Assume, Options, Analyze);
  }
  return It->second;
}

void LaunchCheck::analyzeAsIf(
    const ParseChange &Change,
    llvm::function_ref<void(const FileAnalysis &)> Use) const {
  if (Wanted.Text != 0 || !Analysis || !PP)
    return;
  FileOptions Options = Analysis->Options;
  Options.Gpus = Analysis->File.Gpus;
  // Several texts are tried, so that a walk may take less time.
  constexpr uint64_t MostSteps = 30'000'000;
  if (Options.Program)
    Options.Program->MaxSteps = std::min(Options.Program->MaxSteps, MostSteps);
  llvm::Error Failed =
      analyzeChanged(*Ctx, *PP, Options, Change, [&](const FileAnalysis &F) {
        const auto AtContexts = isAboutContexts()
                                    ? withHeaviestContexts(F)
                                    : std::optional<FileAnalysis>();
        Use(AtContexts ? *AtContexts : F);
      });
  llvm::consumeError(std::move(Failed));
}

const std::vector<WithGuessedBlocks> &LaunchCheck::withGuessedBlocks() const {
  static const std::vector<WithGuessedBlocks> None;
  if (Wanted.Text != 0 || !Analysis || !PP)
    return None;
  if (Analysis->Guessed)
    return *Analysis->Guessed;
  Analysis->Guessed.emplace();
  for (const HostBindings &Blocks : guessedBlocks(Analysis->File, *Ctx)) {
    WithGuessedBlocks Out;
    FileOptions Options = Analysis->Options;
    Options.Gpus = Analysis->File.Gpus;
    Options.Program.reset();
    Options.Cache = Analysis->File.Code.get();
    for (const auto &Entry : Blocks)
      Options.Assume.try_emplace(Entry.getKey(), Entry.getValue());
    Out.File =
        onlyGuessed(analyzeFile(*Ctx, *PP, Options), Analysis->File, Blocks);
    Out.Assume = Options.Assume;
    Analysis->Guessed->push_back(std::move(Out));
  }
  return *Analysis->Guessed;
}

void LaunchCheck::reportFile(const FileAnalysis &File) {
  for (const LaunchAnswer &Answer : File.Launches)
    report(Answer, File);
}

} // namespace gpuperf
