//===- CompileKernels.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/CompileKernels.h"
#include "analysis/machine/MachineText.h"
#include "analysis/registers/AmdBackend.h"
#include "analysis/summarize/SummarizeKernel.h"
#include "gpumodel/Occupancy.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/analyze/DataComments.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/SmArch.h"
#include "plugin/device/DeviceIr.h"
#include "plugin/device/GuardedCompile.h"
#include "plugin/device/Pipeline.h"
#include "plugin/device/Toolkit.h"
#include "plugin/editor/FileStore.h"
#include "plugin/program/ir/HostIr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace gpuperf {

/// The compute capability of \p Gpu as the number that "sm_90" has.
static unsigned smNumber(const GpuModel &Gpu) {
  return Gpu.Arch.CcMajor * 10 + Gpu.Arch.CcMinor;
}

/// Where the parsed file stands among those of \p Kernel; it is added if none
/// of the kernel's code is in it.
static uint32_t mainFileIn(const SourceManager &SM, KernelSummary &Kernel) {
  const auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main)
    return NoId;
  const uint32_t There = fileIn(SM, Kernel, SM.getMainFileID());
  if (There != NoId)
    return There;
  Kernel.Files.push_back(Main->getName().str());
  return static_cast<uint32_t>(Kernel.Files.size() - 1);
}

/// How ptxas is asked about a GPU's registers: PTX is forward compatible, so
/// code for an older architecture is assembled for the GPU's own.
static RegisterOptions registerOptions(const KernelTarget &Target,
                                       const FileOptions &Options,
                                       const std::optional<Toolkit> &Kit) {
  RegisterOptions RO;
  RO.MaxRegCount = Options.MaxRegCount;
  RO.Arch = Target.IrArch;
  if (Target.Gpu && Target.Gpu->Arch.Maker == Vendor::Nvidia &&
      smNumber(*Target.Gpu) > smNumber(Target.IrArch))
    RO.Arch = Target.Gpu->Arch.Name;
  if (Options.UsePtxas && Kit)
    RO.PtxasPath = Kit->PtxasPath;
  if (Options.Store)
    RO.Runner = Options.Store->Ptxas.get();
  return RO;
}

/// The module whose PTX tells the registers; null if both have more than \p
/// Limit instructions. 0: no limit.
static llvm::Module *moduleForPtx(const DeviceIr &Ir, unsigned Limit) {
  for (llvm::Module *M : {Ir.Full.get(), Ir.Shape.get()})
    if (Limit == 0 || M->getInstructionCount() <= Limit)
      return M;
  return nullptr;
}

static bool hasKernels(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) {
    return !F.isDeclaration() &&
           (F.getCallingConv() == llvm::CallingConv::PTX_Kernel ||
            F.getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL);
  });
}

namespace {
/// What a store holds of the kernels that are asked for, and what it is given
/// of those that had to be compiled.
class KnownKernels {
public:
  KnownKernels(FileStore *Store, llvm::StringRef IrArch,
               const RegisterOptions &RO)
      : Store(Store) {
    Target = llvm::formatv("{0}/{1}/{2}/{3}", IrArch, RO.Arch, RO.MaxRegCount,
                           RO.PtxasPath);
  }

  /// Takes the kernels that the store knows out of the unoptimised module \p M:
  /// what is left has to be compiled.
  void takeFrom(llvm::Module &M, KernelList Kernels, bool Unrolled) {
    Target += Unrolled ? "/unrolled" : "/shape";
    for (const FunctionDecl *FD : Kernels) {
      std::string Mangled = deviceMangledName(*FD);
      llvm::Function *F = M.getFunction(Mangled);
      if (!F || F->isDeclaration())
        continue;
      KernelFingerprint Code = fingerprint(*F);
      // A summary names the parameters, and the IR does not hold the name of
      // a parameter that the body does not use.
      for (const ParmVarDecl *P : FD->parameters())
        Code.Code += ":" + P->getName().str();
      if (const CompiledKernel *Kernel = Store->find(Target, Code)) {
        Found.emplace(Mangled, *Kernel);
        F->deleteBody();
      } else {
        New.emplace(Mangled, std::move(Code));
      }
    }
    removeUnused(M);
  }
  const CompiledKernel *find(const std::string &Mangled) const {
    auto It = Found.find(Mangled);
    return It == Found.end() ? nullptr : &It->second;
  }
  void add(const std::string &Mangled, const CompiledKernel &Kernel) {
    if (auto It = New.find(Mangled); It != New.end())
      Store->add(Target, std::move(It->second), Kernel);
  }

private:
  static void removeUnused(llvm::Module &M) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (llvm::Function &F : llvm::make_early_inc_range(M))
        if (F.hasLocalLinkage() && F.use_empty()) {
          F.eraseFromParent();
          Changed = true;
        }
    }
  }

  FileStore *Store;
  std::string Target;
  std::map<std::string, CompiledKernel> Found;
  std::map<std::string, KernelFingerprint> New;
};
} // namespace

namespace {
/// Compiles some kernels of one file for one target.
class KernelCompiler {
public:
  KernelCompiler(ParsedFile File, const KernelTarget &Target,
                 const FileOptions &Options, const std::optional<Toolkit> &Kit)
      : File(File), Target(Target), Options(Options), Kit(Kit) {}

  llvm::Expected<KernelTable> compile(KernelList Kernels);

private:
  /// What the PTX of a module tells.
  struct Registers {
    RegisterReport Report;
    /// The text that ptxas was asked about, where it may be asked again.
    std::shared_ptr<const PtxQuestion> Asked;
  };

  DeviceIrOptions irOptions() const;
  Registers registersOf(const DeviceIr &Ir, RegisterOptions RO) const;
  static llvm::Expected<CompiledKernel> summarize(const FunctionDecl &FD,
                                                  const DeviceIr &Ir,
                                                  const Registers &Regs,
                                                  bool AsksLater);

  ParsedFile File;
  const KernelTarget &Target;
  const FileOptions &Options;
  const std::optional<Toolkit> &Kit;
};
} // namespace

DeviceIrOptions KernelCompiler::irOptions() const {
  DeviceIrOptions Out;
  Out.SmArch = Target.IrArch;
  if (Kit)
    Out.LibdevicePath = Kit->LibdevicePath;
  Out.MinimalCudaFolder = bundledCudaFolder();
  Out.MaxFullInstructions = Options.MaxFullInstructions;
  Out.MostInlinedThousands = Options.MostInlinedThousands;
  Out.FlushDenormals = Options.FlushDenormals;
  // AMD's compiler is clang, which takes no text that lacks a word.
  Out.MendText = Options.MendText && !isAmdArch(Target.IrArch);
  Out.Compiler =
      isAmdArch(Target.IrArch) ? DeviceCompiler::Clang : Options.Compiler;
  return Out;
}

KernelCompiler::Registers
KernelCompiler::registersOf(const DeviceIr &Ir, RegisterOptions RO) const {
  Registers Out;
  if (Ir.ForBackEnd) {
    if (hasKernels(*Ir.ForBackEnd))
      Out.Report = amdRegisters(*Ir.ForBackEnd, *Ir.Machine);
    return Out;
  }
  llvm::Module *M = moduleForPtx(Ir, Options.MaxPtxInstructions);
  if (!M || !hasKernels(*M))
    return Out;
  auto Ptx = emitPtx(*M);
  if (!Ptx) {
    llvm::consumeError(Ptx.takeError());
    return Out;
  }
  // Code that was not unrolled as nvcc does has other registers than nvcc's:
  // there is no use in asking ptxas.
  if (M != Ir.Full.get() ||
      (Options.MaxPtxasBytes && Ptx->size() > Options.MaxPtxasBytes))
    RO.PtxasPath.clear();
  Out.Report = registersOfPtx(*Ptx, RO);
  // The text is kept for a second question, or until the first is answered.
  constexpr size_t MostPtxBytes = 1 << 20;
  const bool Answered = llvm::any_of(Out.Report, [](const auto &R) {
    return R.second.From == RegisterSource::Ptxas;
  });
  if ((Answered || (RO.Runner && !RO.PtxasPath.empty())) &&
      Ptx->size() <= MostPtxBytes)
    Out.Asked = std::make_shared<PtxQuestion>(PtxQuestion{std::move(*Ptx), RO});
  return Out;
}

/// Gives parameters, and the pointers in structs that are passed by value, the
/// names of the declaration: those that the user reads. The IR has neither the
/// names of fields nor, for such structs, that of the parameter.
static void nameParameters(const FunctionDecl &FD, KernelSummary &K) {
  for (unsigned I = 0; I < FD.getNumParams() && I < K.Params.size(); ++I) {
    const ParmVarDecl *P = FD.getParamDecl(I);
    const std::string Lifted =
        (K.Params[I].Name.empty() ? "arg" + std::to_string(I)
                                  : K.Params[I].Name) +
        "+";
    if (!P->getName().empty())
      K.Params[I].Name = P->getName().str();
    if (P->getName().empty() || !P->getType()->isRecordType())
      continue;
    for (const program::ParameterField &F : program::parameterFields(
             FD.getASTContext(), P->getType(), K.Params[I].Name))
      for (Variable &V : K.Variables)
        // A field without a name stays a number of bytes.
        if (V.IsField && V.Name == Lifted + std::to_string(F.Offset) &&
            !llvm::StringRef(F.Name + ".").contains(".."))
          V.Name = F.Name;
  }
}

/// \p AsksLater: ptxas may answer after the kernel was summed up.
llvm::Expected<CompiledKernel> KernelCompiler::summarize(const FunctionDecl &FD,
                                                         const DeviceIr &Ir,
                                                         const Registers &Regs,
                                                         bool AsksLater) {
  const std::string Mangled = deviceMangledName(FD);
  llvm::Function *Shape = Ir.Shape->getFunction(Mangled);
  if (!Shape || Shape->isDeclaration())
    return llvm::createStringError("the kernel has no body in this file");
  auto Summary = summarizeKernel(*Shape);
  if (!Summary)
    return Summary.takeError();
  Summary->Name = writtenName(FD);
  Summary->Mangled = Mangled;
  nameParameters(FD, *Summary);
  if (llvm::Function *Full = Ir.Full->getFunction(Mangled))
    addMachineCounts(*Summary, *Full);
  CompiledKernel Kernel;
  Kernel.Summary = std::make_shared<KernelSummary>(std::move(*Summary));
  // Until something says how many they are.
  Kernel.Summary->RegistersPerThread.Why |= AssumptionKind::RegistersEstimated;
  for (const auto &[Symbol, Use] : Regs.Report)
    if (Symbol == Mangled)
      setRegisters(Kernel, Use);
  if (Kernel.Ptxas || AsksLater)
    Kernel.Asked = Regs.Asked;
  return Kernel;
}

llvm::Expected<KernelTable> KernelCompiler::compile(KernelList Kernels) {
  DeviceIrOptions IrOptions = irOptions();
  const RegisterOptions RO = registerOptions(Target, Options, Kit);
  KnownKernels Known(Options.Store, Target.IrArch, RO);
  if (Options.Store)
    IrOptions.Before = [&](llvm::Module &M, bool Unrolled) {
      Known.takeFrom(M, Kernels, Unrolled);
    };
  auto Ir = buildDeviceIr(File.Ctx, File.PP, Kernels, IrOptions);
  if (!Ir)
    return Ir.takeError();

  KernelTable Table;
  for (auto &Entry : Ir->Unusable)
    Table.Unusable[Entry.getKey().str()] = Entry.getValue();
  const Registers Regs = registersOf(*Ir, RO);
  reduceAddresses(*Ir->Full, *Ir->Machine, IrOptions.Compiler);

  for (const FunctionDecl *FD : Kernels) {
    const std::string Mangled = deviceMangledName(*FD);
    Table.Names.emplace_back(writtenName(*FD), Mangled);
    if (Table.Unusable.count(Mangled) || Table.ByMangled.count(Mangled))
      continue;
    if (const CompiledKernel *K = Known.find(Mangled)) {
      Table.ByMangled.emplace(Mangled, *K);
      continue;
    }
    auto Kernel = summarize(*FD, *Ir, Regs, RO.Runner != nullptr);
    if (!Kernel) {
      Table.Unusable[Mangled] = llvm::toString(Kernel.takeError());
      continue;
    }
    Kernel->Summary->MainFile =
        mainFileIn(File.Ctx.getSourceManager(), *Kernel->Summary);
    Known.add(Mangled, *Kernel);
    Table.ByMangled.emplace(Mangled, std::move(*Kernel));
  }
  return Table;
}

llvm::Expected<KernelTable> summarizeKernels(ParsedFile File,
                                             KernelList Kernels,
                                             const KernelTarget &Target,
                                             const FileOptions &Options) {
  const std::optional<Toolkit> Kit = findToolkit(Options.CudaPath);
  // Where the AST at hand cannot be used, each try parses the file once more.
  const unsigned MaxRetries = parsedSmArch(File.Ctx) == Target.IrArch ? 32 : 4;
  // A crash may have left the store half-way changed: it is given up, and the
  // tries that follow go without it.
  FileOptions Own = Options;
  bool Running = false;
  auto GiveUpStoreAfterCrash = [&] {
    if (Running && Own.Store) {
      Own.Store->poison();
      Own.Store = nullptr;
    }
  };
  auto Table = compileGuarded(Kernels, MaxRetries, [&](KernelList Some) {
    GiveUpStoreAfterCrash();
    Running = true;
    auto Compiled = KernelCompiler(File, Target, Own, Kit).compile(Some);
    Running = false;
    return Compiled;
  });
  GiveUpStoreAfterCrash();
  const bool IsOther =
      Target.Gpu && (isAmdArch(Target.IrArch)
                         ? Target.IrArch != Target.Gpu->Arch.Name
                         : smNumber(Target.IrArch) != smNumber(*Target.Gpu));
  if (Table && IsOther)
    for (auto &[Mangled, Kernel] : Table->ByMangled)
      Kernel.Summary->Why |= AssumptionKind::OtherArchitecture;
  if (Table) {
    DataComments Comments(File.Ctx);
    for (const FunctionDecl *FD : Kernels)
      if (auto It = Table->ByMangled.find(deviceMangledName(*FD));
          It != Table->ByMangled.end())
        llvm::append_range(Table->Comments,
                           Comments.give(*FD, *It->second.Summary));
    useBuiltObjects(*Table, File, Target, Options);
  }
  return Table;
}

unsigned residentBlocks(const KernelTable *Table, const std::string &Mangled,
                        unsigned Threads, uint64_t SharedBytes,
                        const GpuModel &Gpu) {
  BlockResources Block;
  Block.ThreadsPerBlock = Threads;
  Block.DynamicSharedBytes = SharedBytes;
  if (Table)
    if (auto It = Table->ByMangled.find(Mangled);
        It != Table->ByMangled.end()) {
      const KernelSummary &K = *It->second.Summary;
      Block.RegistersPerThread =
          static_cast<unsigned>(K.RegistersPerThread.Value);
      Block.ScalarRegistersPerWarp = K.ScalarRegisters;
      Block.StaticSharedBytes = K.StaticSharedBytes;
    }
  return computeOccupancy(Gpu, Block).BlocksPerSm;
}

} // namespace gpuperf
