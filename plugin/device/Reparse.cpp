//===- Reparse.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/Reparse.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/SharedConstructors.h"
#include "plugin/device/mended/MendedColumns.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace clang;
using namespace gpuperf;

namespace {
/// Keeps where errors are, and the first one's text.
class ErrorKeeper : public DiagnosticConsumer {
public:
  /// \p Mended notes the errors that are a missing word. Null: none is noted.
  explicit ErrorKeeper(MendedText *Mended = nullptr) : Mended(Mended) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    if (Mended)
      Mended->note(Info);
    if (Info.getLocation().isValid())
      Locations.push_back(Info.getLocation());
    if (!First.empty())
      return;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc At = Info.getSourceManager().getPresumedLoc(
          Info.getSourceManager().getExpansionLoc(Info.getLocation()));
      if (At.isValid())
        First = (llvm::Twine(At.getFilename()) + ":" +
                 llvm::Twine(At.getLine()) + ": ")
                    .str();
    }
    First += Text.str();
  }
  std::vector<SourceLocation> Locations;
  std::string First; ///< "FILE:LINE: text"

private:
  MendedText *Mended;
};

/// Every kernel in a declaration context, instantiations included.
class KernelFinder {
public:
  void visitContext(const DeclContext &Context) {
    for (const Decl *D : Context.decls())
      visit(*D);
  }
  llvm::StringMap<const FunctionDecl *> ByName;

private:
  void visit(const Decl &D) {
    if (const auto *F = dyn_cast<FunctionDecl>(&D))
      add(*F);
    else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(&D))
      for (const FunctionDecl *F : Template->specializations())
        add(*F);
    else if (const auto *Class = dyn_cast<ClassTemplateDecl>(&D))
      for (const CXXRecordDecl *Record : Class->specializations())
        visitContext(*Record);
    else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      visitContext(*cast<DeclContext>(&D));
    else if (const auto *Record = dyn_cast<CXXRecordDecl>(&D);
             Record && !Record->isTemplated())
      visitContext(*Record);
  }
  void add(const FunctionDecl &F) {
    if (F.hasAttr<CUDAGlobalAttr>() && !F.isTemplated())
      ByName.try_emplace(deviceMangledName(F), F.getCanonicalDecl());
  }
};

using OnParsed = llvm::function_ref<void(CompilerInstance &)>;

/// Hands on the AST once the file is parsed.
class ReparseConsumer : public ASTConsumer {
public:
  ReparseConsumer(CompilerInstance &Compiler, OnParsed Done)
      : Compiler(Compiler), Done(Done) {}

  /// Host functions of system headers are not looked at. Those of the user's
  /// own files are: they name the kernel templates to instantiate.
  bool shouldSkipFunctionBody(Decl *D) override {
    const FunctionDecl *F = D->getAsFunction();
    if (!F || F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAGlobalAttr>())
      return false;
    if (Compiler.getLangOpts().OffloadImplicitHostDeviceTemplates)
      return false;
    const SourceManager &SM = Compiler.getSourceManager();
    return SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation()));
  }

  ASTMutationListener *GetASTMutationListener() override { return &Shared; }

  void HandleTranslationUnit(ASTContext &) override { Done(Compiler); }

private:
  SharedConstructors Shared;
  CompilerInstance &Compiler;
  OnParsed Done;
};

class ReparseAction : public ASTFrontendAction {
public:
  explicit ReparseAction(OnParsed Done) : Done(Done) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    return std::make_unique<ReparseConsumer>(Compiler, Done);
  }

private:
  OnParsed Done;
};
} // namespace

/// The outer parse's language, with what a host parse sets for the host put
/// back to what device code has.
static LangOptions deviceLanguage(const LangOptions &Outer,
                                  const LangOptions &Base) {
  LangOptions Result = Outer;
  if (!Outer.CUDAIsDevice) {
    Result.CUDAIsDevice = true;
    Result.ConvergentFunctions = Base.ConvergentFunctions;
    Result.MathErrno = Base.MathErrno;
    if (Outer.getDefaultFPContractMode() == LangOptions::FPM_On)
      Result.setDefaultFPContractMode(Base.getDefaultFPContractMode());
    Result.PICLevel = Base.PICLevel;
    Result.PIE = Base.PIE;
    Result.ThreadsafeStatics = Base.ThreadsafeStatics;
    Result.setStackProtector(LangOptions::SSPOff);
    Result.Sanitize.clear();
  }
  return Result;
}

static void setPreprocessor(PreprocessorOptions &Result,
                            const PreprocessorOptions &Outer,
                            const DeviceIrOptions &Options) {
  Result = Outer;
  // What belongs to an editor's preamble or to the outer parse's buffers.
  Result.UsePredefines = true;
  Result.ImplicitPCHInclude.clear();
  Result.PCHThroughHeader.clear();
  Result.PrecompiledPreambleBytes = {0, false};
  Result.GeneratePreamble = false;
  Result.WriteCommentListToPCH = false;
  Result.SingleFileParseMode = false;
  Result.DetailedRecord = false;
  Result.DisablePCHOrModuleValidation = DisableValidationForModuleKind::None;
  Result.RemappedFiles.clear();
  Result.RemappedFileBuffers.clear();
  Result.RetainRemappedFileBuffers = true;
  llvm::erase_if(Result.Macros, [](const std::pair<std::string, bool> &Macro) {
    return llvm::StringRef(Macro.first).starts_with("__CUDA_ARCH_LIST__=");
  });
  if (isAmdArch(Options.SmArch)) {
    // What ROCm's headers ask for and clang has no longer.
    llvm::erase_if(Result.Macros, [](const std::pair<std::string, bool> &M) {
      return llvm::StringRef(M.first).starts_with("__AMDGCN_WAVEFRONT_SIZE");
    });
    for (const char *Macro :
         {"__AMDGCN_WAVEFRONT_SIZE=", "__AMDGCN_WAVEFRONT_SIZE__="})
      Result.addMacroDef(Macro + std::to_string(wavefrontSize(Options.SmArch)));
    return;
  }
  std::string Digits;
  for (char C : llvm::StringRef(Options.SmArch).drop_front(3))
    if (llvm::isDigit(C))
      Digits += C;
  Result.addMacroDef("__CUDA_ARCH_LIST__=" + Digits + "0");
  const bool HasCuda =
      llvm::any_of(Result.Includes, [](llvm::StringRef Include) {
        return Include.ends_with("__clang_cuda_runtime_wrapper.h") ||
               Include.ends_with("gpuperf_cuda.h");
      });
  if (!HasCuda && !Options.MinimalCudaFolder.empty())
    Result.Includes.insert(Result.Includes.begin(),
                           Options.MinimalCudaFolder + "/gpuperf_cuda.h");
}

/// The PTX version that the outer parse compiles for, else the newest that
/// every architecture of this clang knows.
static std::string ptxFeature(const ASTContext &Ctx) {
  if (Ctx.getLangOpts().CUDAIsDevice)
    for (const std::string &Feature :
         Ctx.getTargetInfo().getTargetOpts().FeaturesAsWritten)
      if (llvm::StringRef(Feature).starts_with("+ptx"))
        return Feature;
  return "+ptx88";
}

/// The warnings of the second parse, of which only those matter that clang
/// takes for errors: what the outer parse lets pass, and what nvcc lets pass
/// whatever it is told. What the outer parse makes an error (-Werror) is none
/// that keeps a kernel from being compiled.
static std::vector<std::string> secondWarnings(const DiagnosticOptions &Outer,
                                               bool IsAmd) {
  std::vector<std::string> Result;
  llvm::copy_if(
      Outer.Warnings, std::back_inserter(Result),
      [](llvm::StringRef Warning) { return Warning.starts_with("no-"); });
  if (!IsAmd)
    Result.insert(Result.end(), {"no-register", "no-dynamic-exception-spec"});
  return Result;
}

/// Parses the main file of \p PP once more and hands the AST to \p Done, before
/// it goes.
static llvm::Error reparse(ASTContext &Ctx, Preprocessor &PP,
                           const ParseChange &Change,
                           const DeviceIrOptions &Options, ErrorKeeper &Errors,
                           OnParsed Done) {
  const SourceManager &SM = Ctx.getSourceManager();
  const TargetInfo *Host = Ctx.getLangOpts().CUDAIsDevice
                               ? Ctx.getAuxTargetInfo()
                               : &Ctx.getTargetInfo();
  const bool IsAmd = isAmdArch(Options.SmArch);
  auto Base = makeDeviceInvocation(Options.SmArch, IsAmd ? "" : ptxFeature(Ctx),
                                   Host ? Host->getTriple().str()
                                        : "x86_64-unknown-linux-gnu");
  if (!Base)
    return Base.takeError();
  std::shared_ptr<CompilerInvocation> Invocation = std::move(*Base);
  Invocation->getLangOpts() =
      deviceLanguage(Ctx.getLangOpts(), Invocation->getLangOpts());
  if (Change.FastMath) {
    Invocation->getLangOpts().GPUDeviceApproxTranscendentals = true;
    Invocation->getLangOpts().ApproxFunc = true;
  }
  // By it clang chooses the function that <<<...>>> calls.
  Invocation->getTargetOpts().SDKVersion =
      Ctx.getTargetInfo().getTargetOpts().SDKVersion;
  Invocation->getHeaderSearchOpts() =
      PP.getHeaderSearchInfo().getHeaderSearchOpts();
  Invocation->getHeaderSearchOpts().Verbose = false;
  Invocation->getFileSystemOpts() = PP.getFileManager().getFileSystemOpts();
  Invocation->getDiagnosticOpts().Warnings =
      secondWarnings(Ctx.getDiagnostics().getDiagnosticOptions(), IsAmd);
  PreprocessorOptions &Preprocessing = Invocation->getPreprocessorOpts();
  setPreprocessor(Preprocessing, PP.getPreprocessorOpts(), Options);
  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.SkipFunctionBodies = true; // asks shouldSkipFunctionBody

  // Unsaved text: the main file, and every file that the outer parse overrides.
  const InputKind Cuda(IsAmd ? Language::HIP : Language::CUDA);
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  llvm::StringRef MainText = SM.getBufferData(SM.getMainFileID());
  auto IsChanged = [&](llvm::StringRef Name) {
    return llvm::any_of(Change.Files,
                        [&](const ChangedFile &F) { return F.Name == Name; });
  };
  Frontend.Inputs.clear();
  if (OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID())) {
    Frontend.Inputs.emplace_back(Main->getName(), Cuda);
    if (!IsChanged(Main->getName())) {
      Buffers.push_back(
          llvm::MemoryBuffer::getMemBuffer(MainText, Main->getName()));
      Preprocessing.addRemappedFile(Main->getName(), Buffers.back().get());
    }
    for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
      if (It->second && It->second->BufferOverridden && It->first != *Main &&
          !IsChanged(It->first.getName()))
        if (auto Buffer = It->second->getBufferIfLoaded()) {
          Buffers.push_back(llvm::MemoryBuffer::getMemBuffer(
              Buffer->getBuffer(), It->first.getName()));
          Preprocessing.addRemappedFile(It->first.getName(),
                                        Buffers.back().get());
        }
  } else {
    Buffers.push_back(llvm::MemoryBuffer::getMemBuffer(MainText, "input.cu"));
    Frontend.Inputs.emplace_back(Buffers.back()->getMemBufferRef(), Cuda);
  }

  if (!Change.OtherFile.empty()) {
    Frontend.Inputs.clear();
    Frontend.Inputs.emplace_back(Change.OtherFile, Cuda);
    Frontend.SkipFunctionBodies = false;
  }
  for (const ChangedFile &File : Change.Files) {
    Buffers.push_back(llvm::MemoryBuffer::getMemBuffer(File.Text, File.Name));
    Preprocessing.addRemappedFile(File.Name, Buffers.back().get());
  }

  CompilerInstance Compiler(Invocation);
  Compiler.setVirtualFileSystem(PP.getFileManager().getVirtualFileSystemPtr());
  Compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  Compiler.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  Compiler.getDiagnostics().setErrorLimit(0);
  Compiler.createFileManager();
  Compiler.createSourceManager();

  bool Parsed = false;
  ReparseAction Action([&](CompilerInstance &Inner) {
    Parsed = true;
    Done(Inner);
  });
  Compiler.ExecuteAction(Action);
  if (!Parsed)
    return llvm::createStringError(
        "the device parse failed at " +
        (Errors.First.empty() ? std::string("the start") : Errors.First));
  return llvm::Error::success();
}

llvm::Expected<EmittedKernels>
gpuperf::reparseAndEmit(ASTContext &Ctx, Preprocessor &PP,
                        llvm::ArrayRef<std::string> MangledKernels,
                        const DeviceIrOptions &Options) {
  MendedText Mended;
  // One round of words may show what the next needs.
  constexpr unsigned MostRounds = 4;
  unsigned Rounds = 0;
  auto willMend = [&] { return Mended.hasNews() && Rounds < MostRounds; };
  std::optional<ErrorKeeper> Kept;
  std::optional<llvm::Expected<EmittedKernels>> Result;
  auto Emit = [&](CompilerInstance &Compiler) {
    if (willMend())
      return;
    const ErrorKeeper &Errors = *Kept;
    ASTContext &Inner = Compiler.getASTContext();
    KernelFinder Finder;
    Finder.visitContext(*Inner.getTranslationUnitDecl());
    llvm::SmallVector<const FunctionDecl *> Kernels;
    llvm::SmallVector<llvm::StringRef> Absent;
    for (const std::string &Name : MangledKernels) {
      auto Found = Finder.ByName.find(Name);
      if (Found != Finder.ByName.end())
        Kernels.push_back(Found->second);
      else
        Absent.push_back(Name);
    }
    Result.emplace(emitKernels(Inner, Compiler.getPreprocessor(), Kernels,
                               Errors.Locations, Options.FlushDenormals));
    if (!*Result)
      return;
    restoreColumns(*(*Result)->M, Mended);
    for (llvm::StringRef Name : Absent)
      (*Result)->Unusable[Name] =
          Errors.First.empty() ? "the kernel is not there in the device parse"
                               : "the device parse failed at " + Errors.First;
  };
  while (true) {
    Kept.emplace(Options.MendText ? &Mended : nullptr);
    ParseChange Change;
    for (const auto &[Path, File] : Mended.mended())
      Change.Files.push_back({File.Name, File.Text});
    if (llvm::Error Failed = reparse(Ctx, PP, Change, Options, *Kept, Emit)) {
      if (Result)
        llvm::consumeError(Result->takeError());
      return std::move(Failed);
    }
    if (Result)
      return std::move(*Result);
    ++Rounds;
    Mended.mend();
  }
}

llvm::Error gpuperf::reparseChanged(
    ASTContext &Ctx, Preprocessor &PP, const ParseChange &Change,
    const DeviceIrOptions &Options,
    llvm::function_ref<void(ASTContext &, Preprocessor &)> Use) {
  ErrorKeeper Errors;
  std::string First;
  auto Hand = [&](CompilerInstance &Compiler) {
    First = Errors.First;
    if (First.empty())
      Use(Compiler.getASTContext(), Compiler.getPreprocessor());
  };
  if (llvm::Error Failed = reparse(Ctx, PP, Change, Options, Errors, Hand))
    return Failed;
  if (!First.empty())
    return llvm::createStringError("the changed text does not compile: " +
                                   First);
  return llvm::Error::success();
}
