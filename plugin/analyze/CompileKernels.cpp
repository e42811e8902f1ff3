//===- CompileKernels.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/CompileKernels.h"
#include "analysis/machine/MachineText.h"
#include "analysis/summarize/SummarizeKernel.h"
#include "gpumodel/GpuRegistry.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/SmArch.h"
#include "plugin/device/DeviceIr.h"
#include "plugin/device/GuardedCompile.h"
#include "plugin/device/Pipeline.h"
#include "plugin/device/Toolkit.h"
#include "plugin/editor/FileStore.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace gpuperf {

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
  if (Options.Store)
    RO.Runner = Options.Store->Ptxas.get();
  return RO;
}

/// The module whose PTX tells the registers; null if both are over \p Limit.
static llvm::Module *moduleForPtx(const DeviceIr &Ir, unsigned Limit) {
  for (llvm::Module *M : {Ir.Full.get(), Ir.Shape.get()})
    if (Limit == 0 || M->getInstructionCount() <= Limit)
      return M;
  return nullptr;
}

static bool hasKernels(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) {
    return !F.isDeclaration() &&
           F.getCallingConv() == llvm::CallingConv::PTX_Kernel;
  });
}

namespace {
/// What a store holds of the kernels that are asked for.
class KnownKernels {
public:
  KnownKernels(FileStore *Store, llvm::StringRef SmArch,
               const RegisterOptions &RO)
      : Store(Store) {
    Target = llvm::formatv("{0}/{1}/{2}/{3}", SmArch, RO.Arch, RO.MaxRegCount,
                           RO.PtxasPath);
  }

  /// Leaves in \p M, unoptimised, what has to be compiled.
  void takeFrom(llvm::Module &M, KernelList Kernels, bool Unrolled) {
    Target += Unrolled ? "/unrolled" : "/shape";
    for (const FunctionDecl *FD : Kernels) {
      std::string Mangled = deviceMangledName(*FD);
      llvm::Function *F = M.getFunction(Mangled);
      if (!F || F->isDeclaration())
        continue;
      KernelFingerprint Code = fingerprint(*F);
      // The declaration's names are in no IR where the body does not use them.
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
  RegisterOptions RO = registerOptions(RegisterGpu, SmArch, Options, Found);
  KnownKernels Known(Options.Store, SmArch, RO);
  if (Options.Store)
    IrOptions.Before = [&](llvm::Module &M, bool Unrolled) {
      Known.takeFrom(M, Kernels, Unrolled);
    };
  auto Ir = buildDeviceIr(Ctx, PP, Kernels, IrOptions);
  if (!Ir)
    return Ir.takeError();

  KernelTable Table;
  for (auto &Entry : Ir->Unusable)
    Table.Unusable[Entry.getKey().str()] = Entry.getValue();

  RegisterReport Registers;
  std::shared_ptr<const PtxQuestion> Asked;
  llvm::Module *M = moduleForPtx(*Ir, Options.MaxPtxInstructions);
  if (M && hasKernels(*M)) {
    if (auto Ptx = emitPtx(*M)) {
      // Code that was not unrolled has other registers than nvcc's.
      if (M != Ir->Full.get() ||
          (Options.MaxPtxasBytes && Ptx->size() > Options.MaxPtxasBytes))
        RO.PtxasPath.clear();
      Registers = registersOfPtx(*Ptx, RO);
      // What is kept for a second question, or until the first is answered.
      constexpr size_t MostPtxBytes = 1 << 20;
      const bool Answered = llvm::any_of(Registers, [](const auto &R) {
        return R.second.From == RegisterSource::Ptxas;
      });
      if ((Answered || (RO.Runner && !RO.PtxasPath.empty())) &&
          Ptx->size() <= MostPtxBytes)
        Asked = std::make_shared<PtxQuestion>(PtxQuestion{std::move(*Ptx), RO});
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
    if (const CompiledKernel *K = Known.find(Mangled)) {
      Table.ByMangled.emplace(Mangled, *K);
      continue;
    }
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
    CompiledKernel Kernel;
    Kernel.Summary = std::make_shared<KernelSummary>(std::move(*Summary));
    // Until something says how many they are.
    Kernel.Summary->RegistersPerThread.Why |=
        AssumptionKind::RegistersEstimated;
    for (auto &[Symbol, Use] : Registers)
      if (Symbol == Mangled)
        setRegisters(Kernel, Use);
    if (Kernel.Ptxas || RO.Runner)
      Kernel.Asked = Asked;
    Known.add(Mangled, Kernel);
    Table.ByMangled.emplace(Mangled, std::move(Kernel));
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
  // What crashed may have been in the middle of the store.
  FileOptions Own = Options;
  bool Running = false;
  auto DropStore = [&] {
    if (Running && Own.Store) {
      Own.Store->poison();
      Own.Store = nullptr;
    }
  };
  auto Table = compileGuarded(Kernels, MaxRetries, [&](KernelList Some) {
    DropStore();
    Running = true;
    auto Compiled =
        compileKernels(Ctx, PP, Some, SmArch, Own, RegisterGpu, Found);
    Running = false;
    return Compiled;
  });
  DropStore();
  return Table;
}

} // namespace gpuperf
