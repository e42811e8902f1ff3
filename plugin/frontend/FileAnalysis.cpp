//===- FileAnalysis.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/FileAnalysis.h"
#include "analysis/kernel/MachineText.h"
#include "analysis/kernel/Registers.h"
#include "analysis/kernel/SummarizeKernel.h"
#include "gpumodel/GpuRegistry.h"
#include "plugin/frontend/CrashGuard.h"
#include "plugin/frontend/DevicePipeline.h"
#include "plugin/frontend/GuardedCompile.h"
#include "plugin/frontend/Toolkit.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace gpuperf {

std::string parsedSmArch(const ASTContext &Ctx) {
  if (!Ctx.getLangOpts().CUDAIsDevice || Ctx.getLangOpts().HIP)
    return "";
  return Ctx.getTargetInfo().getTargetOpts().CPU;
}

std::string irArchFor(const GpuModel &Gpu, llvm::StringRef ParsedArch) {
  unsigned Parsed = smNumber(ParsedArch);
  if (Gpu.Arch.Maker != Vendor::Nvidia)
    return Parsed ? ParsedArch.str() : "sm_80";
  unsigned Wanted = Gpu.Arch.CcMajor * 10 + Gpu.Arch.CcMinor;
  // sm_90 and sm_90a are one GPU; the parse at hand is as good.
  if (Wanted == Parsed)
    return ParsedArch.str();
  // The oldest that this clang compiles for.
  return llvm::formatv("sm_{0}", std::max(Wanted, 50u)).str();
}

/// How ptxas is asked about a GPU's registers: PTX is forward compatible, so
/// code for an older architecture is assembled for the GPU's own.
static RegisterOptions registerOptions(const GpuModel *Gpu,
                                       llvm::StringRef IrArch,
                                       const FileOptions &Options,
                                       const std::optional<Toolkit> &Found) {
  RegisterOptions RO;
  RO.MaxRegCount = Options.MaxRegCount;
  RO.Arch = IrArch.str();
  if (Gpu && Gpu->Arch.Maker == Vendor::Nvidia &&
      Gpu->Arch.CcMajor * 10 + Gpu->Arch.CcMinor > smNumber(IrArch))
    RO.Arch = Gpu->Arch.Name;
  if (Options.UsePtxas && Found)
    RO.PtxasPath = Found->PtxasPath;
  return RO;
}

/// The module whose PTX tells the registers; null if both are over \p Limit.
static llvm::Module *moduleForPtx(const DeviceIr &Ir, unsigned Limit) {
  for (llvm::Module *M : {Ir.Full.get(), Ir.Shape.get()})
    if (Limit == 0 || M->getInstructionCount() <= Limit)
      return M;
  return nullptr;
}

static llvm::Expected<KernelTable>
compileKernels(ASTContext &Ctx, Preprocessor &PP, KernelList Kernels,
               llvm::StringRef SmArch, const FileOptions &Options,
               const GpuModel *RegisterGpu,
               const std::optional<Toolkit> &Found) {
  DeviceIrOptions IrOptions;
  IrOptions.SmArch = SmArch.str();
  if (Found)
    IrOptions.LibdevicePath = Found->LibdevicePath;
  IrOptions.MinimalCudaFolder = bundledCudaFolder();
  IrOptions.MaxFullInstructions = Options.MaxFullInstructions;
  IrOptions.FlushDenormals = Options.FlushDenormals;
  auto Ir = buildDeviceIr(Ctx, PP, Kernels, IrOptions);
  if (!Ir)
    return Ir.takeError();

  KernelTable Table;
  for (auto &Entry : Ir->Unusable)
    Table.Unusable[Entry.getKey().str()] = Entry.getValue();

  std::vector<std::pair<std::string, RegisterUse>> Registers;
  if (llvm::Module *M = moduleForPtx(*Ir, Options.MaxPtxInstructions)) {
    RegisterOptions RO = registerOptions(RegisterGpu, SmArch, Options, Found);
    if (auto Ptx = emitPtx(*M)) {
      // Code that was not unrolled has other registers than nvcc's.
      if (M != Ir->Full.get() ||
          (Options.MaxPtxasBytes && Ptx->size() > Options.MaxPtxasBytes))
        RO.PtxasPath.clear();
      Registers = registersOfPtx(*Ptx, RO);
      for (auto &[Symbol, Use] : Registers)
        if (Use.From == RegisterSource::Ptxas)
          Table.Ptxas.emplace(Symbol, Use);
      // What is kept for a second question.
      constexpr size_t MostPtxBytes = 1 << 20;
      if (!Table.Ptxas.empty() && Ptx->size() <= MostPtxBytes) {
        Table.Ptx = std::move(*Ptx);
        Table.PtxasOptions = RO;
      }
    } else {
      llvm::consumeError(Ptx.takeError());
    }
  }

  reduceAddresses(*Ir->Full, *Ir->Machine);

  for (const FunctionDecl *FD : Kernels) {
    std::string Mangled = deviceMangledName(*FD);
    Table.Names.emplace_back(writtenName(*FD), Mangled);
    if (Table.Unusable.count(Mangled) || Table.ByMangled.count(Mangled))
      continue;
    llvm::Function *Shape = Ir->Shape->getFunction(Mangled);
    if (!Shape || Shape->isDeclaration()) {
      Table.Unusable[Mangled] = "the kernel has no body in this file";
      continue;
    }
    auto Summary = summarizeKernel(*Shape);
    if (!Summary) {
      Table.Unusable[Mangled] = llvm::toString(Summary.takeError());
      continue;
    }
    Summary->Name = writtenName(*FD);
    Summary->Mangled = Mangled;
    // IR argument names are lost for by-value structs and unnamed in headers;
    // the declaration is what the user reads.
    for (unsigned I = 0; I < FD->getNumParams() && I < Summary->Params.size();
         ++I)
      if (!FD->getParamDecl(I)->getName().empty())
        Summary->Params[I].Name = FD->getParamDecl(I)->getName().str();
    if (llvm::Function *Full = Ir->Full->getFunction(Mangled))
      addMachineCounts(*Summary, *Full);
    for (auto &[Symbol, Use] : Registers) {
      if (Symbol != Mangled)
        continue;
      Summary->RegistersPerThread = Use.PerThread;
      Summary->RegistersFrom = Use.From;
      Summary->SpillBytesPerThread = Use.SpillBytes;
      if (Use.From == RegisterSource::Ptxas && Use.StaticSharedBytes)
        Summary->StaticSharedBytes = Use.StaticSharedBytes;
    }
    if (Summary->RegistersFrom != RegisterSource::Ptxas)
      Summary->Why |= Assumptions::RegistersEstimated;
    Table.ByMangled.emplace(Mangled, std::move(*Summary));
  }
  return Table;
}

llvm::Expected<KernelTable> summarizeKernels(ASTContext &Ctx, Preprocessor &PP,
                                             KernelList Kernels,
                                             llvm::StringRef SmArch,
                                             const FileOptions &Options,
                                             const GpuModel *RegisterGpu) {
  const std::optional<Toolkit> Found = findToolkit(Options.CudaPath);
  // Where the AST at hand cannot be used, each try parses the file once more.
  const unsigned MaxRetries = parsedSmArch(Ctx) == SmArch ? 32 : 4;
  return compileGuarded(Kernels, MaxRetries, [&](KernelList Some) {
    return compileKernels(Ctx, PP, Some, SmArch, Options, RegisterGpu, Found);
  });
}

namespace {
/// Chooses GPUs and compiles once per architecture for one file.
class FileAnalyzer {
public:
  FileAnalyzer(ASTContext &Ctx, Preprocessor &PP, const FileOptions &Options)
      : Ctx(Ctx), PP(PP), Options(Options), ParsedArch(parsedSmArch(Ctx)) {}

  FileAnalysis run();

private:
  std::vector<GpuModel> chooseGpus(FileAnalysis &Out);
  const KernelCache::Entry &compiledFor(const GpuModel &Gpu);
  GpuAnswer answer(const LaunchAnswer &LA, const GpuModel &Gpu);

  ASTContext &Ctx;
  Preprocessor &PP;
  const FileOptions &Options;
  std::string ParsedArch;
  std::vector<const FunctionDecl *> Kernels;
  /// By IR architecture and register architecture.
  std::shared_ptr<KernelCache> Own = std::make_shared<KernelCache>();
  bool GpuNamed = false;
};
} // namespace

std::vector<GpuModel> FileAnalyzer::chooseGpus(FileAnalysis &Out) {
  GpuNamed = !Options.Gpus.empty();
  if (GpuNamed)
    return Options.Gpus;
  unsigned Sm = smNumber(ParsedArch);
  // Clang itself puts sm_52 where no architecture was named.
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

const KernelCache::Entry &FileAnalyzer::compiledFor(const GpuModel &Gpu) {
  // A GPU that only stands in for the parse's architecture is predicted from
  // the AST at hand.
  std::string IrArch = !GpuNamed && !ParsedArch.empty()
                           ? ParsedArch
                           : irArchFor(Gpu, ParsedArch);
  auto [It, Inserted] = (Options.Cache ? *Options.Cache : *Own)
                            .ByArch.try_emplace(IrArch + "/" + Gpu.Arch.Name);
  if (!Inserted)
    return It->second;
  auto Table = summarizeKernels(Ctx, PP, Kernels, IrArch, Options, &Gpu);
  if (!Table) {
    It->second.Error = llvm::toString(Table.takeError());
    return It->second;
  }
  if (smNumber(IrArch) != Gpu.Arch.CcMajor * 10 + Gpu.Arch.CcMinor)
    for (auto &[Mangled, Summary] : Table->ByMangled)
      Summary.Why |= Assumptions::OtherArchitecture;
  It->second.Table = std::move(*Table);
  return It->second;
}

GpuAnswer FileAnalyzer::answer(const LaunchAnswer &LA, const GpuModel &Gpu) {
  GpuAnswer A;
  A.Gpu = Gpu.Name;
  A.WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);

  const KernelSummary *Summary = nullptr;
  const KernelTable *Table = nullptr;
  if (!LA.Site.Kernel) {
    A.WhyNot = "the kernel is not named at the launch";
  } else if (LA.Site.ContainsErrors) {
    A.WhyNot = "the launch or the kernel contains an error";
  } else if (!LA.Bound.L) {
    A.WhyNot = LA.Bound.WhyNot;
  } else {
    const KernelCache::Entry &Code = compiledFor(Gpu);
    std::string Mangled = deviceMangledName(*LA.Site.Kernel);
    if (!Code.Table)
      A.WhyNot = Code.Error;
    else if (auto It = Code.Table->ByMangled.find(Mangled);
             It != Code.Table->ByMangled.end())
      Summary = &It->second, Table = &*Code.Table;
    else if (auto U = Code.Table->Unusable.find(Mangled);
             U != Code.Table->Unusable.end())
      A.WhyNot = U->second;
    else
      A.WhyNot = "the kernel has no body in this file";
  }

  if (LA.Bound.L && LA.Bound.BlockKnown && !LA.Site.ContainsErrors) {
    // Only what the source says can break a limit.
    Launch Known = *LA.Bound.L;
    if (!LA.Bound.GridKnown)
      Known.Grid = Dim3();
    A.Violations =
        launchLimitViolations(Summary ? *Summary : KernelSummary(), Known, Gpu);
  }
  if (!Summary)
    return A;
  // Defaults are told by the names that the host code uses.
  Launch L = *LA.Bound.L;
  for (ArgValue &Arg : L.Args)
    Arg.Assumed = false;
  std::optional<llvm::Expected<Prediction>> P;
  if (!runGuarded([&] {
        P.emplace(predictLaunch(*Summary, L, Gpu, Options.Predict));
      })) {
    A.WhyNot = "gpuperf crashed while predicting the launch";
    return A;
  }
  if (!*P) {
    A.WhyNot = llvm::toString(P->takeError());
    return A;
  }
  A.P = std::move(**P);
  A.Kernel = Summary;
  A.Asked = *LA.Bound.L; // with what is assumed
  A.Table = Table;
  A.Counts = countLaunch(*Summary, A.P->Profile);
  A.P->AssumptionNotes.insert(A.P->AssumptionNotes.begin(),
                              LA.Bound.Assumed.begin(), LA.Bound.Assumed.end());
  llvm::append_range(A.P->AssumptionNotes, Options.Notes);
  if (!LA.Bound.Assumed.empty())
    A.P->TimeUs.Why |= Assumptions::ArgumentAssumed;
  return A;
}

FileAnalysis FileAnalyzer::run() {
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
  // A launch without a block gets no time: its kernel is not compiled for it.
  llvm::SetVector<const FunctionDecl *> Launched;
  for (LaunchSite &Site : Sites) {
    LaunchAnswer &LA = Out.Launches.emplace_back();
    LA.Bound = bindLaunch(Site, Options.Assume);
    LA.Site = std::move(Site);
    if (!LA.Bound.L)
      continue;
    LA.Bound.L->L1 = Options.L1;
    LA.Bound.L->L2 = Options.L2;
    LA.Bound.L->How = Options.How;
    if (LA.Site.Kernel && !LA.Site.ContainsErrors)
      Launched.insert(LA.Site.Kernel);
  }
  Kernels.assign(Launched.begin(), Launched.end());

  for (LaunchAnswer &LA : Out.Launches) {
    unsigned SmallestWarp = MaxLanes;
    for (const GpuModel &Gpu : Out.Gpus) {
      LA.PerGpu.push_back(answer(LA, Gpu));
      SmallestWarp = std::min(SmallestWarp, LA.PerGpu.back().WarpSize);
    }
    if (LA.Bound.L && LA.Bound.BlockKnown && !LA.Site.ContainsErrors)
      LA.IdleLanes =
          findPartialWarp(*LA.Bound.L, LA.Bound.GridKnown, SmallestWarp);
  }
  return Out;
}

FileAnalysis analyzeFile(ASTContext &Ctx, Preprocessor &PP,
                         const FileOptions &Options) {
  std::optional<FileAnalysis> Result;
  if (runGuarded([&] { Result = FileAnalyzer(Ctx, PP, Options).run(); }))
    return std::move(*Result);
  FileAnalysis Failed;
  Failed.FileError = "gpuperf crashed while reading the launches of this file";
  return Failed;
}

} // namespace gpuperf
