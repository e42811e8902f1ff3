//===- FileAnalysis.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/FileAnalysis.h"
#include "analysis/predict/AssumedArguments.h"
#include "gpumodel/Occupancy.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/SmArch.h"
#include "plugin/device/CrashGuard.h"
#include "plugin/device/DeviceIr.h"
#include "plugin/editor/FileStore.h"
#include "plugin/launch/BindFact.h"
#include "plugin/program/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace clang;

namespace gpuperf {

namespace {
/// Analyses one file: chooses the GPUs, compiles the kernels once per
/// architecture and predicts each launch on each GPU.
class FileAnalyzer {
public:
  FileAnalyzer(ASTContext &Ctx, Preprocessor &PP, const FileOptions &Options)
      : Ctx(Ctx), PP(PP), Options(Options), Predict(Options.Predict),
        ParsedArch(parsedSmArch(Ctx)) {
    if (Options.Store)
      Predict.Memo = &Options.Store->predictions();
  }

  FileAnalysis analyze();

private:
  std::vector<GpuModel> chooseGpus(FileAnalysis &Out);
  KernelCache::Entry &compiledFor(const GpuModel &Gpu);
  /// The same, with a kernel that may have come up later than the others.
  const KernelCache::Entry &compiledWith(const FunctionDecl &Kernel,
                                         const std::string &Mangled,
                                         const GpuModel &Gpu);
  std::string irArch(const GpuModel &Gpu) const;
  /// A launch of \p Kernel, which is null where it is not known.
  GpuAnswer answer(const FunctionDecl *Kernel, const BoundLaunch &Bound,
                   bool ContainsErrors, const GpuModel &Gpu);
  void walk(FileAnalysis &Out);
  /// Adds to \p Placed which of \p Facts are of this launch.
  void addContexts(LaunchAnswer &LA, llvm::ArrayRef<LaunchFact> Facts,
                   const llvm::StringMap<const FunctionDecl *> &Named,
                   std::set<const LaunchFact *> &Placed);
  void predictContexts(LaunchAnswer &LA);
  unsigned residentBlocks(const FunctionDecl &Kernel, unsigned Threads,
                          uint64_t SharedBytes, const GpuModel &Gpu);

  ASTContext &Ctx;
  Preprocessor &PP;
  const FileOptions &Options;
  PredictOptions Predict;
  std::string ParsedArch;
  std::vector<GpuModel> Gpus;
  std::vector<const FunctionDecl *> Kernels;
  /// Compiled kernels by the architecture of their IR and of the GPU; used
  /// where FileOptions::Cache is null.
  std::shared_ptr<KernelCache> Own = std::make_shared<KernelCache>();
  bool GpuNamed = false;
};
} // namespace

/// Two launches that no prediction tells apart.
static bool sameLaunch(const BoundLaunch &A, const BoundLaunch &B) {
  if (!A.L || !B.L)
    return !A.L && !B.L && A.WhyNot == B.WhyNot;
  auto sameArg = [](const ArgValue &X, const ArgValue &Y) {
    return X.K == Y.K && X.Integer == Y.Integer && X.Floating == Y.Floating &&
           llvm::equal(X.Fields, Y.Fields, [](const auto &F, const auto &G) {
             return F.first == G.first && F.second.K == G.second.K &&
                    F.second.Integer == G.second.Integer &&
                    F.second.Floating == G.second.Floating;
           });
  };
  return A.L->Grid == B.L->Grid && A.L->Block == B.L->Block &&
         A.L->DynamicSharedBytes == B.L->DynamicSharedBytes &&
         llvm::equal(A.L->Args, B.L->Args, sameArg);
}

std::vector<GpuModel> FileAnalyzer::chooseGpus(FileAnalysis &Out) {
  GpuNamed = !Options.Gpus.empty();
  if (GpuNamed)
    return Options.Gpus;
  unsigned Sm = smNumber(ParsedArch);
  // Clang compiles for sm_52 where no architecture is named.
  bool NoArch = Sm == 0 || (Sm == 52 && !Options.ArchNamed);
  std::string Name = defaultGpuForSm(NoArch ? 0 : Sm);
  Out.GpuChoiceNote =
      NoArch ? llvm::formatv("no GPU and no architecture is named; {0} is "
                             "assumed (set GpuperfGpu)",
                             Name)
                   .str()
             : llvm::formatv("no GPU is named; {0} stands for {1} (set "
                             "GpuperfGpu)",
                             Name, ParsedArch)
                   .str();
  auto Gpu = findGpu(Name);
  if (!Gpu) {
    Out.FileError = llvm::toString(Gpu.takeError());
    return {};
  }
  std::vector<GpuModel> Result;
  Result.push_back(std::move(*Gpu));
  return Result;
}

std::string FileAnalyzer::irArch(const GpuModel &Gpu) const {
  // A GPU that was chosen for the architecture of the parse is predicted from
  // the AST at hand, without another parse.
  return !GpuNamed && !ParsedArch.empty() ? ParsedArch
                                          : irArchFor(Gpu, ParsedArch);
}

const KernelCache::Entry &FileAnalyzer::compiledWith(const FunctionDecl &Kernel,
                                                     const std::string &Mangled,
                                                     const GpuModel &Gpu) {
  KernelCache::Entry &Entry = compiledFor(Gpu);
  if (!Entry.Table || Entry.Table->ByMangled.count(Mangled) ||
      Entry.Table->Unusable.count(Mangled))
    return Entry;
  auto Late =
      summarizeKernels({Ctx, PP}, {&Kernel}, {irArch(Gpu), &Gpu}, Options);
  if (!Late) {
    Entry.Table->Unusable[Mangled] = llvm::toString(Late.takeError());
    return Entry;
  }
  Entry.Table->ByMangled.merge(Late->ByMangled);
  Entry.Table->Unusable.merge(Late->Unusable);
  return Entry;
}

KernelCache::Entry &FileAnalyzer::compiledFor(const GpuModel &Gpu) {
  std::string IrArch = irArch(Gpu);
  auto [It, Inserted] = (Options.Cache ? *Options.Cache : *Own)
                            .ByArch.try_emplace(IrArch + "/" + Gpu.Arch.Name);
  if (!Inserted)
    return It->second;
  auto Table = summarizeKernels({Ctx, PP}, Kernels, {IrArch, &Gpu}, Options);
  if (Table)
    It->second.Table = std::move(*Table);
  else
    It->second.Error = llvm::toString(Table.takeError());
  return It->second;
}

GpuAnswer FileAnalyzer::answer(const FunctionDecl *Kernel,
                               const BoundLaunch &Bound, bool ContainsErrors,
                               const GpuModel &Gpu) {
  GpuAnswer A;
  A.Gpu = Gpu.Name;
  A.WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);

  const CompiledKernel *Compiled = nullptr;
  if (!Kernel) {
    A.WhyNot = "the kernel is not named at the launch";
  } else if (ContainsErrors) {
    A.WhyNot = "the launch or the kernel contains an error";
  } else if (!Bound.L) {
    A.WhyNot = Bound.WhyNot;
  } else {
    std::string Mangled = deviceMangledName(*Kernel);
    const KernelCache::Entry &Code = compiledWith(*Kernel, Mangled, Gpu);
    if (!Code.Table)
      A.WhyNot = Code.Error;
    else if (auto It = Code.Table->ByMangled.find(Mangled);
             It != Code.Table->ByMangled.end())
      Compiled = &It->second;
    else if (auto U = Code.Table->Unusable.find(Mangled);
             U != Code.Table->Unusable.end())
      A.WhyNot = U->second;
    else
      A.WhyNot = "the kernel has no body in this file";
  }

  const KernelSummary *Summary = Compiled ? Compiled->Summary.get() : nullptr;
  if (Bound.L && Bound.BlockKnown && !ContainsErrors) {
    // Only what the source says can break a limit.
    Launch Known = *Bound.L;
    if (!Bound.GridKnown)
      Known.Grid = Dim3();
    A.Violations =
        launchLimitViolations(Summary ? *Summary : KernelSummary(), Known, Gpu);
  }
  if (!Summary)
    return A;
  const Launch &L = *Bound.L;
  std::optional<llvm::Expected<Prediction>> P;
  if (!runGuarded(
          [&] { P.emplace(predictLaunch(*Summary, L, Gpu, Predict)); })) {
    if (Options.Store) {
      Options.Store->poison();
      Predict.Memo = nullptr;
    }
    A.WhyNot = "gpuperf crashed while predicting the launch";
    return A;
  }
  if (!*P) {
    A.WhyNot = llvm::toString(P->takeError());
    return A;
  }
  A.P = std::move(**P);
  A.Kernel = Summary;
  // Advice compares this launch with others: the band of what it compares
  // holds other values of the arguments that were assumed.
  A.Asked = L;
  A.Asked.Why |= assumedArguments(*Summary, L);
  A.Compiled = Compiled;
  A.Counts = countLaunch(*Summary, A.P->Profile);
  A.P->TimeUs.Why |= Options.Assumed;
  return A;
}

/// Resident blocks of a kernel, for a program that asks the occupancy API.
unsigned FileAnalyzer::residentBlocks(const FunctionDecl &Kernel,
                                      unsigned Threads, uint64_t SharedBytes,
                                      const GpuModel &Gpu) {
  BlockResources Block;
  Block.ThreadsPerBlock = Threads;
  Block.DynamicSharedBytes = SharedBytes;
  const std::string Mangled = deviceMangledName(Kernel);
  const KernelCache::Entry &Code = compiledWith(Kernel, Mangled, Gpu);
  if (Code.Table)
    if (auto It = Code.Table->ByMangled.find(Mangled);
        It != Code.Table->ByMangled.end()) {
      const KernelSummary &K = *It->second.Summary;
      Block.RegistersPerThread =
          static_cast<unsigned>(K.RegistersPerThread.Value);
      Block.StaticSharedBytes = K.StaticSharedBytes;
    }
  return computeOccupancy(Gpu, Block).BlocksPerSm;
}

static RunEnd endOf(const program::WalkResult &Walk) {
  if (!Walk.FoundMain)
    return RunEnd::NoMain;
  if (!Walk.Ended)
    return RunEnd::Returned;
  switch (*Walk.Ended) {
  case program::End::Returned:
    return RunEnd::Returned;
  case program::End::Exited:
    return RunEnd::Exited;
  case program::End::Failed:
    return RunEnd::Failed;
  case program::End::OutOfSteps:
    return RunEnd::OutOfSteps;
  case program::End::Stopped:
    return RunEnd::Stopped;
  }
  llvm_unreachable("an end of a walk without a name");
}

void FileAnalyzer::walk(FileAnalysis &Out) {
  std::string Why;
  std::unique_ptr<program::HostModule> Host;
  if (!runGuarded([&] { Host = program::emitHostModule(Ctx, PP, Why); })) {
    (void)Host.release(); // half made: it must not be touched again
    Why = "gpuperf crashed while compiling it";
    Host = nullptr;
  }
  if (!Host) {
    Out.Program.Notes.push_back(std::move(Why));
    return;
  }
  std::vector<const program::HostModule *> Files = {Host.get()};
  if (Options.Program->OtherFiles)
    llvm::append_range(Files, Options.Program->OtherFiles(*Host));
  llvm::StringMap<const FunctionDecl *> Named;
  for (const auto &Entry : Host->Kernels)
    Named[Entry.getValue().Mangled] = Entry.getValue().Decl;
  program::WalkOptions Walk;
  Walk.Arguments = Options.Program->Arguments;
  Walk.Gpu = &Out.Gpus.front();
  if (Options.Program->MaxSteps) {
    Walk.Limits.Steps = Options.Program->MaxSteps;
    Walk.Limits.LoopSteps = Options.Program->MaxSteps / 40;
  }
  for (const auto &Entry : Options.Assume)
    Walk.Given[Entry.getKey()] =
        Entry.getValue().IsFloating
            ? Entry.getValue().Floating
            : static_cast<double>(Entry.getValue().Integer);
  Walk.BlocksPerSm = [&](const std::string &Mangled, unsigned Threads,
                         uint64_t SharedBytes) {
    const FunctionDecl *Kernel = Named.lookup(Mangled);
    return Kernel
               ? residentBlocks(*Kernel, Threads, SharedBytes, Out.Gpus.front())
               : 1;
  };
  std::optional<program::WalkResult> Result;
  if (!runGuarded([&] { Result = program::walkProgram(Files, Walk); }) ||
      !Result) {
    Out.Program.Notes.push_back("gpuperf crashed while walking it");
    return;
  }
  std::set<const LaunchFact *> Placed;
  for (LaunchAnswer &LA : Out.Launches)
    addContexts(LA, Result->Facts.Launches, Named, Placed);
  std::vector<LaunchFact> Elsewhere;
  for (LaunchFact &F : Result->Facts.Launches)
    if (!Placed.count(&F))
      Elsewhere.push_back(std::move(F));
  Out.Program = std::move(Result->Facts);
  Out.Program.Launches = std::move(Elsewhere);
  Out.Program.Ended = endOf(*Result);
  Out.Program.ExitCode = Result->ExitCode;
  Out.Program.Steps = Result->Steps;
  for (const auto &Entry : Result->NotKnown)
    Out.Program.NotKnown.emplace_back(Entry.getKey().str(), Entry.getValue());
  llvm::sort(Out.Program.NotKnown);
}

void FileAnalyzer::addContexts(
    LaunchAnswer &LA, llvm::ArrayRef<LaunchFact> Facts,
    const llvm::StringMap<const FunctionDecl *> &Named,
    std::set<const LaunchFact *> &Placed) {
  const size_t Most = Options.Program->MaxContexts
                          ? Options.Program->MaxContexts
                          : MostContexts;
  if (LA.Site.ContainsErrors)
    return;
  const FactPlace Place = factPlaceOf(LA.Site, Ctx);
  const std::string Wanted =
      LA.Site.Kernel ? deviceMangledName(*LA.Site.Kernel) : "";
  std::vector<const LaunchFact *> Here;
  for (const LaunchFact &F : Facts)
    if (F.Line == Place.Line && F.Column == Place.Column && Place.Line &&
        isSameFile(F.File, Place.File) &&
        (Wanted.empty() ? Named.contains(F.Mangled) : F.Mangled == Wanted))
      Here.push_back(&F);
  llvm::stable_sort(Here, [](const LaunchFact *A, const LaunchFact *B) {
    return A->Count > B->Count;
  });
  for (const LaunchFact *F : Here) {
    const FunctionDecl *Kernel = Named.lookup(F->Mangled);
    if (!Kernel)
      continue;
    Placed.insert(F);
    BoundLaunch Bound =
        bindFact(LA.Site, *Kernel, *F, Provenance::CommandLine, Options.Assume);
    // Facts may differ in what is not an argument: where pointers point to.
    auto Same = llvm::find_if(LA.Contexts, [&](const LaunchContext &C) {
      return C.Kernel == Kernel && sameLaunch(C.Bound, Bound);
    });
    if (Same != LA.Contexts.end()) {
      Same->Count += F->Count;
      Same->Order = std::min(Same->Order, F->Order);
      continue;
    }
    if (LA.Contexts.size() >= Most) {
      ++LA.MoreContexts;
      continue;
    }
    LaunchContext &C = LA.Contexts.emplace_back();
    C.Kernel = Kernel;
    C.KernelName = F->Kernel;
    C.Bound = std::move(Bound);
    C.Count = F->Count;
    C.Order = F->Order;
    C.Values = F->Values;
    if (C.Bound.L)
      C.Bound.L->Conditions = Options.Conditions;
  }
}

void FileAnalyzer::predictContexts(LaunchAnswer &LA) {
  for (LaunchContext &C : LA.Contexts)
    for (const GpuModel &Gpu : Gpus)
      C.PerGpu.push_back(answer(C.Kernel, C.Bound, false, Gpu));
  auto total = [](const LaunchContext &C) {
    const GpuAnswer &First = C.PerGpu.front();
    return First.P ? First.P->TimeUs.Value * static_cast<double>(C.Count) : -1;
  };
  llvm::stable_sort(LA.Contexts,
                    [&](const LaunchContext &A, const LaunchContext &B) {
                      return total(A) > total(B);
                    });
}

FileAnalysis FileAnalyzer::analyze() {
  FileAnalysis Out;
  Out.Code = Own;
  if (Ctx.getLangOpts().HIP) {
    Out.FileError = "HIP code is not modelled yet";
    return Out;
  }
  std::vector<LaunchSite> Sites = readLaunchSites(Ctx);
  if (Sites.empty())
    return Out;

  Out.Gpus = chooseGpus(Out);
  // A launch whose block is not known gets no prediction, so its kernel does
  // not have to be compiled.
  llvm::SetVector<const FunctionDecl *> Launched;
  for (LaunchSite &Site : Sites) {
    LaunchAnswer &LA = Out.Launches.emplace_back();
    LA.Bound = bindLaunch(Site, Options.Assume);
    LA.Site = std::move(Site);
    if (!LA.Bound.L)
      continue;
    LA.Bound.L->Conditions = Options.Conditions;
    if (LA.Site.Kernel && !LA.Site.ContainsErrors)
      Launched.insert(LA.Site.Kernel);
  }
  Kernels.assign(Launched.begin(), Launched.end());
  Gpus = Out.Gpus;
  if (Options.Program && !Out.Gpus.empty()) {
    walk(Out);
    for (const LaunchAnswer &LA : Out.Launches)
      for (const LaunchContext &C : LA.Contexts)
        if (!llvm::is_contained(Kernels, C.Kernel))
          Kernels.push_back(C.Kernel);
  }

  for (LaunchAnswer &LA : Out.Launches) {
    if (Options.Wanted && !Options.Wanted()) {
      Out.Stopped = true;
      Out.Launches.clear();
      return Out;
    }
    unsigned SmallestWarp = MaxLanes;
    for (const GpuModel &Gpu : Out.Gpus) {
      LA.PerGpu.push_back(
          answer(LA.Site.Kernel, LA.Bound, LA.Site.ContainsErrors, Gpu));
      SmallestWarp = std::min(SmallestWarp, LA.PerGpu.back().WarpSize);
    }
    if (LA.Bound.L && LA.Bound.BlockKnown && !LA.Site.ContainsErrors)
      LA.IdleLanes =
          findPartialWarp(*LA.Bound.L, LA.Bound.GridKnown, SmallestWarp);
    predictContexts(LA);
  }
  Out.Predict = Predict;
  if (Options.Store && Options.Store->isPoisoned())
    Out.Predict.Memo = nullptr;
  return Out;
}

FileAnalysis analyzeFile(ASTContext &Ctx, Preprocessor &PP,
                         const FileOptions &Options) {
  std::optional<FileAnalysis> Result;
  if (runGuarded([&] { Result = FileAnalyzer(Ctx, PP, Options).analyze(); }))
    return std::move(*Result);
  if (Options.Store)
    Options.Store->poison();
  FileAnalysis Failed;
  Failed.FileError = "gpuperf crashed while reading the launches of this file";
  return Failed;
}

} // namespace gpuperf
