//===- DeviceIr.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/DeviceIr.h"
#include "analysis/registers/AmdBackend.h"
#include "analysis/registers/NvptxBackend.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/KernelErrors.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/device/BottomUpInlining.h"
#include "plugin/device/Emit.h"
#include "plugin/device/InlinedSize.h"
#include "plugin/device/Pipeline.h"
#include "plugin/device/Reparse.h"
#include "plugin/device/amd/AmdIr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace clang;
using namespace gpuperf;

/// Whether a second parse may read a kernel that the AST at hand has an error
/// in.
static bool mayBeMended(const ASTContext &Ctx,
                        llvm::ArrayRef<const FunctionDecl *> Kernels,
                        const EmittedKernels &FromAst,
                        const DeviceIrOptions &Options) {
  return Options.MendText &&
         Ctx.getDiagnostics().hasUncompilableErrorOccurred() &&
         (!FromAst.Unusable.empty() ||
          llvm::any_of(Kernels, [&](const FunctionDecl *Kernel) {
            return containsErrors(Ctx, *Kernel);
          }));
}

static llvm::Expected<EmittedKernels>
emit(ASTContext &Ctx, Preprocessor &PP,
     llvm::ArrayRef<const FunctionDecl *> Kernels,
     const DeviceIrOptions &Options, bool &SecondParse) {
  SecondParse = false;
  if (Ctx.getLangOpts().CUDAIsDevice &&
      (Ctx.getTargetInfo().getTriple().isNVPTX() ||
       Ctx.getTargetInfo().getTriple().isAMDGCN()) &&
      Ctx.getTargetInfo().getTargetOpts().CPU == Options.SmArch) {
    auto FromAst =
        emitKernels(Ctx, PP, Kernels, /*Errors=*/{}, Options.FlushDenormals);
    if (!FromAst || (!FromAst->BodiesSkipped &&
                     !mayBeMended(Ctx, Kernels, *FromAst, Options)))
      return FromAst;
  }
  SecondParse = true;
  std::vector<std::string> Names;
  for (const FunctionDecl *Kernel : Kernels)
    Names.push_back(deviceMangledName(*Kernel));
  return reparseAndEmit(Ctx, PP, Names, Options);
}

/// Simplifying callees first saves more than it takes, and clang's own order,
/// which most code was measured with, need not be kept.
static bool isLarge(const llvm::Module &M) {
  constexpr double LargeThousands = 300;
  double Sum = 0;
  for (const auto &Kernel : inlinedThousands(M))
    Sum += Kernel.getValue();
  return Sum > LargeThousands;
}

llvm::Expected<DeviceIr>
gpuperf::buildDeviceIr(ASTContext &Ctx, Preprocessor &PP,
                       llvm::ArrayRef<const FunctionDecl *> Kernels,
                       const DeviceIrOptions &Options) {
  initializeNvptxBackend();
  const bool IsAmd = isAmdArch(Options.SmArch);
  if (!IsAmd && !llvm::StringRef(Options.SmArch).starts_with("sm_"))
    return llvm::createStringError("'" + Options.SmArch +
                                   "' is not an NVIDIA architecture; one is "
                                   "written as sm_90");
  DeviceIr Result;
  auto Emitted = emit(Ctx, PP, Kernels, Options, Result.SecondParse);
  if (!Emitted)
    return Emitted.takeError();
  auto Machine = IsAmd ? createAmdMachine(Options.SmArch, Emitted->Features)
                       : createNvptxMachine(Options.SmArch, Emitted->Features);
  if (!Machine)
    return Machine.takeError();
  if (!IsAmd && Options.Compiler == DeviceCompiler::Nvcc &&
      Ctx.getLangOpts().GPUDeviceApproxTranscendentals)
    takeFastForms(*Emitted->M);
  const bool Unroll =
      Options.MaxFullInstructions == 0 ||
      Emitted->M->getInstructionCount() <= Options.MaxFullInstructions;
  if (Options.Before)
    Options.Before(*Emitted->M, Unroll);
  if (isLarge(*Emitted->M))
    inlineBottomUp(*Emitted->M, **Machine, Options.MostInlinedThousands);
  for (const auto &Dropped :
       dropBeyondBudget(*Emitted->M, Options.MostInlinedThousands))
    Emitted->Unusable[Dropped.getKey()] = Dropped.getValue();
  if (!IsAmd && Options.Compiler == DeviceCompiler::Nvcc)
    raiseInDouble(*Emitted->M);
  // Without libdevice, math stays as calls; the summary classes them.
  if (llvm::Error Missing =
          linkLibdevice(*Emitted->M, Options.LibdevicePath, Options.Compiler))
    llvm::consumeError(std::move(Missing));
  describeLibdevice(*Emitted->M);
  if (IsAmd) {
    completeAmdLibrary(*Emitted->M);
    Result.ForBackEnd = llvm::CloneModule(*Emitted->M);
    nameAmdPlaces(*Emitted->M);
  }

  Result.Context = std::move(Emitted->Context);
  Result.Unusable = std::move(Emitted->Unusable);
  Result.Shape = std::move(Emitted->M);
  shapeDevice(*Result.Shape, **Machine, Options.Compiler);
  Result.Full = llvm::CloneModule(*Result.Shape);
  if (Unroll)
    unrollDevice(*Result.Full, **Machine, Options.Compiler);
  Result.Machine = std::move(*Machine);
  return Result;
}
