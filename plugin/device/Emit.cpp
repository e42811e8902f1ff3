//===- Emit.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/Emit.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/device/CallClosure.h"
#include "plugin/device/DeviceIr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Verifier.h"

using namespace clang;
using namespace gpuperf;

llvm::Expected<std::shared_ptr<CompilerInvocation>>
gpuperf::makeDeviceInvocation(llvm::StringRef SmArch, llvm::StringRef Feature,
                              llvm::StringRef HostTriple) {
  const std::string Arch = SmArch.str(), Ptx = Feature.str(),
                    Host = HostTriple.str();
  // What clang's driver gives for device code, less what concerns files.
  llvm::SmallVector<const char *, 32> Args = {"-aux-triple",
                                              Host.c_str(),
                                              "-emit-llvm-only",
                                              "-O2",
                                              "-fcuda-is-device",
                                              "-fcuda-allow-variadic-functions",
                                              "-fno-threadsafe-statics",
                                              "-fno-autolink",
                                              "-fcxx-exceptions",
                                              "-fexceptions",
                                              "-ferror-limit",
                                              "0",
                                              "-target-cpu",
                                              Arch.c_str()};
  if (isAmdArch(Arch))
    Args.append({"-triple", "amdgcn-amd-amdhsa", "-x", "hip",
                 "-fhip-new-launch-api", "-mrelocation-model", "pic",
                 "-mframe-pointer=none", "-fvisibility=hidden",
                 "-fapply-global-visibility-to-externs"});
  else
    Args.append({"-triple", "nvptx64-nvidia-cuda", "-x", "cuda",
                 "-mrelocation-model", "static", "-mframe-pointer=all"});
  if (!Ptx.empty())
    Args.append({"-target-feature", Ptx.c_str()});
  Args.push_back("input.cu");
  DiagnosticOptions Options;
  DiagnosticsEngine Diagnostics(DiagnosticIDs::create(), Options,
                                new IgnoringDiagConsumer());
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*Invocation, Args, Diagnostics))
    return llvm::createStringError("clang does not know the architecture '" +
                                   Arch + "'");
  CodeGenOptions &CodeGen = Invocation->getCodeGenOpts();
  // Lines and columns are kept, but no debug sections, so the PTX is not
  // changed.
  CodeGen.setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  CodeGen.DebugColumnInfo = true;
  CodeGen.DiscardValueNames = false;
  return Invocation;
}

namespace {
/// One run of clang's CodeGen over some functions of an AST.
class Emitter {
public:
  Emitter(ASTContext &Ctx, Preprocessor &PP, DeviceClosure &Closure,
          const CodeGenOptions &Options)
      : Ctx(Ctx), PP(PP), Closure(Closure), Options(Options) {}

  /// Null if CodeGen reports an error.
  std::unique_ptr<llvm::Module>
  emit(llvm::ArrayRef<const FunctionDecl *> Kernels,
       llvm::LLVMContext &Context) {
    DiagnosticOptions DiagOptions;
    DiagnosticsEngine Diagnostics(DiagnosticIDs::create(), DiagOptions,
                                  new IgnoringDiagConsumer());
    Diagnostics.setSourceManager(&Ctx.getSourceManager());
    std::unique_ptr<CodeGenerator> Generator(CreateLLVMCodeGen(
        Diagnostics, "device", PP.getFileManager().getVirtualFileSystemPtr(),
        PP.getHeaderSearchInfo().getHeaderSearchOpts(),
        PP.getPreprocessorOpts(), Options, Context));
    Generator->Initialize(Ctx);

    llvm::SetVector<const FunctionDecl *> Functions;
    llvm::SetVector<const VarDecl *> Variables;
    for (const FunctionDecl *Kernel : Kernels)
      Closure.collect(*Kernel, Functions, Variables);
    for (const VarDecl *Variable : Variables)
      Generator->HandleTopLevelDecl(
          DeclGroupRef(const_cast<VarDecl *>(Variable)));
    for (const FunctionDecl *F : Functions)
      Generator->HandleTopLevelDecl(
          DeclGroupRef(const_cast<FunctionDecl *>(F)));
    Generator->HandleTranslationUnit(Ctx);
    if (Diagnostics.hasErrorOccurred())
      return nullptr;
    // Where the file has errors, the module is used only if it is well formed.
    if (Ctx.getDiagnostics().hasUncompilableErrorOccurred() &&
        llvm::verifyModule(*Generator->GetModule()))
      return nullptr;

    // With -fgpu-rdc a static kernel's symbol carries a hash of the file.
    llvm::Module *M = Generator->GetModule();
    for (const FunctionDecl *Kernel : Kernels) {
      llvm::StringRef Symbol = Generator->GetMangledName(
          GlobalDecl(Kernel, KernelReferenceKind::Kernel));
      if (llvm::Function *F = M->getFunction(Symbol)) {
        F->setName(deviceMangledName(*Kernel));
        setClusterSize(*Kernel, *F);
      }
    }
    return std::unique_ptr<llvm::Module>(Generator->ReleaseModule());
  }

private:
  /// clang reads __cluster_dims__ and does not hand it on.
  void setClusterSize(const FunctionDecl &Kernel, llvm::Function &F) {
    const auto *Size = Kernel.getAttr<CUDAClusterDimsAttr>();
    if (!Size)
      return;
    std::string Text;
    for (const Expr *E : {Size->getX(), Size->getY(), Size->getZ()}) {
      std::optional<llvm::APSInt> N;
      if (E && !E->isValueDependent())
        N = E->getIntegerConstantExpr(Ctx);
      Text += (Text.empty() ? "" : ",") +
              std::to_string(N ? N->getLimitedValue(1024) : 1);
    }
    F.addFnAttr("nvvm.cluster_dim", Text);
  }

  ASTContext &Ctx;
  Preprocessor &PP;
  DeviceClosure &Closure;
  const CodeGenOptions &Options;
};

/// LLVM's own handler prints, and exits on an error.
class SilentHandler : public llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &) override { return true; }
};
} // namespace

static std::unique_ptr<llvm::LLVMContext> makeContext() {
  auto Context = std::make_unique<llvm::LLVMContext>();
  Context->setDiagnosticHandler(std::make_unique<SilentHandler>());
  return Context;
}

/// Functions that are not kernels become internal, as nvcc has them without
/// -rdc: what is inlined everywhere is not compiled for its own sake.
static void internalizeHelpers(llvm::Module &M) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && !F.hasLocalLinkage() &&
        F.getCallingConv() != llvm::CallingConv::PTX_Kernel &&
        F.getCallingConv() != llvm::CallingConv::AMDGPU_KERNEL) {
      F.setComdat(nullptr);
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
      F.setVisibility(llvm::GlobalValue::DefaultVisibility);
    }
}

llvm::Expected<EmittedKernels>
gpuperf::emitKernels(ASTContext &Ctx, Preprocessor &PP,
                     llvm::ArrayRef<const FunctionDecl *> Kernels,
                     llvm::ArrayRef<SourceLocation> Errors,
                     bool FlushDenormals) {
  const TargetOptions &Target = Ctx.getTargetInfo().getTargetOpts();
  EmittedKernels Result;
  for (const std::string &Feature : Target.FeaturesAsWritten)
    Result.Features += (Result.Features.empty() ? "" : ",") + Feature;

  const bool IsAmd = isAmdArch(Target.CPU);
  auto Invocation = makeDeviceInvocation(
      Target.CPU,
      IsAmd                     ? ""
      : Result.Features.empty() ? "+ptx88"
                                : Result.Features,
      Ctx.getAuxTargetInfo() ? Ctx.getAuxTargetInfo()->getTriple().str()
                             : "x86_64-unknown-linux-gnu");
  if (!Invocation)
    return Invocation.takeError();
  CodeGenOptions &Options = (*Invocation)->getCodeGenOpts();
  // The outer command's code generation options are out of reach; what
  // -ffast-math means for denormals follows from its language options.
  if (Ctx.getLangOpts().FastMath || FlushDenormals)
    Options.FP32DenormalMode = llvm::DenormalMode::getPreserveSign();

  DeviceClosure Closure(Ctx, PP, Errors);
  llvm::SetVector<const FunctionDecl *> Good;
  for (const FunctionDecl *Kernel : Kernels) {
    if (!Kernel->hasAttr<CUDAGlobalAttr>() || Kernel->isTemplated()) {
      Result.Unusable[deviceMangledName(*Kernel)] =
          "it is not a kernel that can be compiled";
      continue;
    }
    std::string Problem = Closure.problemOf(*Kernel);
    if (!Problem.empty())
      Result.Unusable[deviceMangledName(*Kernel)] = Problem;
    else if (Closure.reachesSkippedBody(*Kernel))
      Result.BodiesSkipped = true;
    else
      Good.insert(Kernel->getCanonicalDecl());
  }
  if (Result.BodiesSkipped)
    return Result;

  Emitter Emit(Ctx, PP, Closure, Options);
  Result.Context = makeContext();
  Result.M = Emit.emit(Good.getArrayRef(), *Result.Context);
  if (!Result.M) {
    // Leave out the kernels that CodeGen rejects by themselves.
    llvm::SmallVector<const FunctionDecl *> Accepted;
    for (const FunctionDecl *Kernel : Good) {
      std::unique_ptr<llvm::LLVMContext> Scratch = makeContext();
      if (Emit.emit({Kernel}, *Scratch))
        Accepted.push_back(Kernel);
      else
        Result.Unusable[deviceMangledName(*Kernel)] =
            "clang cannot generate code for the kernel";
    }
    Result.Context = makeContext();
    Result.M = Emit.emit(Accepted, *Result.Context);
    if (!Result.M)
      return llvm::createStringError(
          "clang cannot generate code for this file's kernels");
  }
  for (const FunctionDecl *Kernel : Good) {
    std::string Name = deviceMangledName(*Kernel);
    const llvm::Function *F = Result.M->getFunction(Name);
    if ((!F || F->isDeclaration()) && !Result.Unusable.contains(Name))
      Result.Unusable[Name] = "clang generated no code for the kernel";
  }
  internalizeHelpers(*Result.M);
  return Result;
}
