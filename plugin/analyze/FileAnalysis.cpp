//===- FileAnalysis.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/FileAnalysis.h"
#include "analysis/kernel/VariableArguments.h"
#include "analysis/predict/AssumedArguments.h"
#include "gpumodel/Occupancy.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/analyze/DataComments.h"
#include "plugin/analyze/GridSizes.h"
#include "plugin/analyze/ProgramContexts.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/SmArch.h"
#include "plugin/device/CrashGuard.h"
#include "plugin/device/DeviceIr.h"
#include "plugin/device/Toolkit.h"
#include "plugin/editor/FileStore.h"
#include "plugin/launch/OpenNames.h"
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
  /// Of a kernel that a module is asked for: the one of another file of the
  /// program that has this symbol. Null: none has, or several do.
  const CompiledKernel *compiledElsewhere(llvm::StringRef Symbol,
                                          const GpuModel &Gpu);
  /// The same, with a kernel that may have come up later than the others.
  const KernelCache::Entry &compiledWith(const FunctionDecl &Kernel,
                                         const std::string &Mangled,
                                         const GpuModel &Gpu);
  std::string irArch(const GpuModel &Gpu) const;
  void takeSizes(const FunctionDecl *Kernel, const LaunchSite &Site,
                 BoundLaunch &Bound);
  /// Whether the parse at hand is not to be trusted with the launch, or with
  /// its kernel where that is not read once more.
  bool isBroken(const LaunchSite &Site) const {
    return Site.ContainsErrors ||
           (Site.KernelContainsErrors && !Options.MendText);
  }
  /// A launch of \p Kernel, which is null where it is not known; then
  /// \p Symbol is what a module is asked for, or empty.
  GpuAnswer answer(const FunctionDecl *Kernel, const BoundLaunch &Bound,
                   bool ContainsErrors, const GpuModel &Gpu,
                   llvm::StringRef Symbol = "");
  void predictContexts(LaunchAnswer &LA);
  /// Names the sizes that decide the times of \p LA, asked by itself, and that
  /// nobody gives.
  void findOpenSizes(LaunchAnswer &LA);
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
  /// Kernels, with the GPU, that other files of the program were asked for.
  std::set<std::string> LookedElsewhere;
};
} // namespace

/// HIP code for GPUs of both makers is answered for AMD's, and the rest is
/// named. If none is AMD's, each says why there is no answer.
static std::vector<GpuModel> amdsOf(llvm::ArrayRef<GpuModel> Named,
                                    std::string &Note) {
  std::vector<GpuModel> Amds;
  std::string Others;
  for (const GpuModel &Gpu : Named)
    if (Gpu.Arch.Maker == Vendor::Amd)
      Amds.push_back(Gpu);
    else
      Others += (Others.empty() ? "" : ", ") + Gpu.Name;
  if (Amds.empty())
    return Named;
  if (!Others.empty())
    Note = "HIP code is answered for AMD's GPUs, not for " + Others;
  return Amds;
}

std::vector<GpuModel> FileAnalyzer::chooseGpus(FileAnalysis &Out) {
  GpuNamed = !Options.Gpus.empty();
  const bool IsAmd = isAmdArch(ParsedArch);
  if (GpuNamed)
    return IsAmd ? amdsOf(Options.Gpus, Out.GpuChoiceNote) : Options.Gpus;
  unsigned Sm = smNumber(ParsedArch);
  // Clang compiles for sm_52 where no architecture is named, and HIP code for
  // gfx906.
  const bool NoArch = IsAmd ? ParsedArch == "gfx" || !Options.ArchNamed
                            : Sm == 0 || (Sm == 52 && !Options.ArchNamed);
  const std::string Name = IsAmd
                               ? defaultGpuForArch(NoArch ? "gfx" : ParsedArch)
                               : defaultGpuForSm(NoArch ? 0 : Sm);
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
  return !GpuNamed && !ParsedArch.empty() && ParsedArch != "gfx"
             ? ParsedArch
             : irArchFor(Gpu, ParsedArch);
}

const KernelCache::Entry &FileAnalyzer::compiledWith(const FunctionDecl &Kernel,
                                                     const std::string &Mangled,
                                                     const GpuModel &Gpu) {
  KernelCache::Entry &Entry = compiledFor(Gpu);
  if (Entry.Table && !Kernel.isDefined() && Options.Program &&
      Options.Program->KernelElsewhere &&
      !Entry.Table->ByMangled.count(Mangled) &&
      LookedElsewhere.insert(Mangled + Gpu.Name).second)
    if (auto There =
            Options.Program->KernelElsewhere(Mangled, irArch(Gpu), Gpu)) {
      for (const auto &Found : There->ByMangled)
        Entry.Table->Unusable.erase(Found.first);
      Entry.Table->ByMangled.merge(There->ByMangled);
    }
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
  llvm::append_range(Entry.Table->Comments, Late->Comments);
  return Entry;
}

const CompiledKernel *FileAnalyzer::compiledElsewhere(llvm::StringRef Symbol,
                                                      const GpuModel &Gpu) {
  if (Symbol.empty() || !Options.Program || !Options.Program->KernelElsewhere)
    return nullptr;
  KernelCache::Entry &Entry = compiledFor(Gpu);
  const std::string Name = Symbol.str();
  if (LookedElsewhere.insert(Name + Gpu.Name).second)
    if (auto There = Options.Program->KernelElsewhere(Name, irArch(Gpu), Gpu)) {
      if (!Entry.Table)
        Entry.Table.emplace();
      Entry.Table->ByMangled.merge(There->ByMangled);
    }
  if (!Entry.Table)
    return nullptr;
  const auto It = Entry.Table->ByMangled.find(Name);
  return It == Entry.Table->ByMangled.end() ? nullptr : &It->second;
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

/// Sizes that the launch leaves open, where its grid tells them.
void FileAnalyzer::takeSizes(const FunctionDecl *Kernel, const LaunchSite &Site,
                             BoundLaunch &Bound) {
  if (!Kernel || isBroken(Site) || !Bound.L || Gpus.empty())
    return;
  const std::string Mangled = deviceMangledName(*Kernel);
  const KernelCache::Entry &Code = compiledWith(*Kernel, Mangled, Gpus.front());
  if (!Code.Table)
    return;
  const auto It = Code.Table->ByMangled.find(Mangled);
  if (It == Code.Table->ByMangled.end() || !It->second.Summary)
    return;
  runGuarded([&] { takeSizesFromGrid(*It->second.Summary, Site, *Bound.L); });
}

GpuAnswer FileAnalyzer::answer(const FunctionDecl *Kernel,
                               const BoundLaunch &Bound, bool ContainsErrors,
                               const GpuModel &Gpu, llvm::StringRef Symbol) {
  GpuAnswer A;
  A.Gpu = Gpu.Name;
  A.Maker = Gpu.Arch.Maker;
  A.WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);

  const CompiledKernel *Compiled = nullptr;
  if (isAmdArch(ParsedArch) && Gpu.Arch.Maker != Vendor::Amd) {
    A.WhyNot = "HIP code is answered for AMD's GPUs: " + Gpu.Name +
               " is none of them (mi300x is)";
    return A;
  }
  if (!Kernel && Symbol.empty()) {
    A.WhyNot = "the kernel is not named at the launch";
  } else if (!Kernel) {
    if (ContainsErrors)
      A.WhyNot = "the launch contains an error";
    else if (!Bound.L)
      A.WhyNot = Bound.WhyNot;
    else if (Compiled = compiledElsewhere(Symbol, Gpu); !Compiled)
      A.WhyNot = ("no kernel '" + Symbol + "' is in this file" +
                  (Options.Program && Options.Program->KernelElsewhere
                       ? ", or in one alone of the program's others"
                       : "") +
                  ": a module is asked for it by name")
                     .str();
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
    static const KernelSummary NotKnown;
    A.Violations =
        launchLimitViolations(Summary ? *Summary : NotKnown, Known, Gpu);
  }
  if (!Summary)
    return A;
  Launch L = *Bound.L;
  addVariableArguments(*Summary, L);
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
  const std::string Mangled = deviceMangledName(Kernel);
  const KernelCache::Entry &Code = compiledWith(Kernel, Mangled, Gpu);
  return gpuperf::residentBlocks(Code.Table ? &*Code.Table : nullptr, Mangled,
                                 Threads, SharedBytes, Gpu);
}

/// So many sizes are named.
static constexpr size_t MostOpen = 2;

void FileAnalyzer::predictContexts(LaunchAnswer &LA) {
  for (LaunchContext &C : LA.Contexts) {
    if (C.From == Provenance::UserAssumed) {
      C.PerGpu = LA.PerGpu;
      continue;
    }
    for (const GpuModel &Gpu : Gpus) {
      GpuAnswer &On =
          C.PerGpu.emplace_back(answer(C.Kernel, C.Bound, false, Gpu));
      for (const FactValue &V : C.Values)
        if (On.P && On.Open.size() < MostOpen &&
            (V.From == "assumed" || !C.Bound.GridKnown)) {
          OpenSize Size;
          Size.Name = V.Name;
          Size.Value = V.Value;
          On.Open.push_back(std::move(Size));
        }
    }
  }
  auto total = [](const LaunchContext &C) {
    const GpuAnswer &First = C.PerGpu.front();
    return First.P ? First.P->TimeUs.Value * static_cast<double>(C.Count) : -1;
  };
  llvm::stable_sort(LA.Contexts,
                    [&](const LaunchContext &A, const LaunchContext &B) {
                      return total(A) > total(B);
                    });
}

void FileAnalyzer::findOpenSizes(LaunchAnswer &LA) {
  constexpr size_t MostTried = 4;
  std::vector<std::string> Names = openNames(LA.Site, LA.Bound, Options.Assume);
  Names.resize(std::min(Names.size(), MostTried));
  if (Names.empty())
    return;
  for (size_t I = 0; I < LA.PerGpu.size(); ++I) {
    GpuAnswer &On = LA.PerGpu[I];
    if (!On.P || !On.Kernel)
      continue;
    for (const std::string &Name : Names) {
      const llvm::ArrayRef<Assumption> Known = LA.Bound.L->Why.named();
      auto Taken = llvm::find_if(Known, [&](const Assumption &A) {
        return A.Name == Name && std::holds_alternative<int64_t>(A.Value);
      });
      if (Taken == Known.end())
        continue;
      auto timeAt = [&](double Value) -> std::optional<double> {
        HostBindings Given = Options.Assume;
        Given[Name].Integer = static_cast<int64_t>(Value);
        BoundLaunch Other = bindLaunch(LA.Site, Given);
        if (!Other.L || !(Other.L->Block == LA.Bound.L->Block))
          return std::nullopt;
        Other.L->Conditions = Options.Conditions;
        auto P = predictLaunch(*On.Kernel, *Other.L, Gpus[I], Predict);
        if (!P) {
          llvm::consumeError(P.takeError());
          return std::nullopt;
        }
        return P->TimeUs.Value;
      };
      const auto Value = static_cast<double>(std::get<int64_t>(Taken->Value));
      std::optional<OpenSize> Found;
      if (runGuarded([&] {
            Found = findOpenSize(Name, Value, On.P->TimeUs.Value, timeAt);
          }) &&
          Found)
        On.Open.push_back(std::move(*Found));
    }
    llvm::stable_sort(On.Open, [](const OpenSize &A, const OpenSize &B) {
      return A.Influence > B.Influence;
    });
    On.Open.resize(std::min(On.Open.size(), MostOpen));
  }
}

/// Gives the launch the sizes of arrays that all that the program makes of it
/// have in common and that no open value decides.
static void takeFixedArrays(LaunchAnswer &LA) {
  if (!LA.Bound.L || LA.Contexts.empty() || LA.MoreContexts != 0)
    return;
  std::vector<uint64_t> Common = LA.Contexts.front().Bound.FixedBytes;
  for (const LaunchContext &C : LA.Contexts)
    for (size_t I = 0; I < Common.size(); ++I)
      if (C.Kernel != LA.Site.Kernel || I >= C.Bound.FixedBytes.size() ||
          C.Bound.FixedBytes[I] != Common[I])
        Common[I] = 0;
  LA.Bound.FixedBytes = Common;
  LA.Bound.L->PointerBytes = std::move(Common);
}

FileAnalysis FileAnalyzer::analyze() {
  FileAnalysis Out;
  Out.Code = Own;
  std::vector<LaunchSite> Sites = readLaunchSites(Ctx);
  if (Sites.empty())
    return Out;

  Out.MinimalStd = PP.isMacroDefined(MinimalStdMacro);
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
    if (LA.Site.Kernel && !isBroken(LA.Site))
      Launched.insert(LA.Site.Kernel);
  }
  Kernels.assign(Launched.begin(), Launched.end());
  Gpus = Out.Gpus;
  if ((Options.Program || Options.Facts) && !Out.Gpus.empty()) {
    addProgramContexts(
        {Ctx, PP, Options,
         [&](const FunctionDecl &Kernel, unsigned Threads, uint64_t Shared) {
           return residentBlocks(Kernel, Threads, Shared, Out.Gpus.front());
         }},
        Out);
    for (const LaunchAnswer &LA : Out.Launches)
      for (const LaunchContext &C : LA.Contexts)
        if (!llvm::is_contained(Kernels, C.Kernel))
          Kernels.push_back(C.Kernel);
    llvm::for_each(Out.Launches, takeFixedArrays);
  }

  for (LaunchAnswer &LA : Out.Launches) {
    if (Options.Wanted && !Options.Wanted()) {
      Out.Stopped = true;
      Out.Launches.clear();
      return Out;
    }
    takeSizes(LA.Site.Kernel, LA.Site, LA.Bound);
    for (LaunchContext &C : LA.Contexts)
      takeSizes(C.Kernel, LA.Site, C.Bound);
    unsigned SmallestWarp = MaxLanes;
    for (const GpuModel &Gpu : Out.Gpus) {
      LA.PerGpu.push_back(answer(LA.Site.Kernel, LA.Bound, isBroken(LA.Site),
                                 Gpu,
                                 LA.Site.Kernel ? "" : LA.Site.KernelName));
      SmallestWarp = std::min(SmallestWarp, LA.PerGpu.back().WarpSize);
    }
    if (LA.Bound.L && LA.Bound.BlockKnown && !isBroken(LA.Site))
      LA.IdleLanes =
          findPartialWarp(*LA.Bound.L, LA.Bound.GridKnown, SmallestWarp);
    findOpenSizes(LA);
    predictContexts(LA);
  }
  std::vector<CommentUse> Uses;
  for (const GpuModel &Gpu : Out.Gpus)
    if (const KernelCache::Entry &Code = compiledFor(Gpu); Code.Table)
      llvm::append_range(Uses, Code.Table->Comments);
  Out.Remarks = remarksOn(Uses);
  for (const LaunchAnswer &LA : Out.Launches)
    for (const std::string &Error : LA.Bound.CommentErrors)
      Out.Remarks.push_back(
          {LA.Site.Where, "an assume comment is not used: " + Error});
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
