//===- HostIr.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/ir/HostIr.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/program/ir/HostClosure.h"
#include "plugin/program/ir/HostVariables.h"
#include "plugin/program/ir/RunComment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace clang;

namespace gpuperf::program {

namespace {
class SilentHandler : public llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &) override { return true; }
};
} // namespace

static void addFields(const ASTContext &Ctx, QualType T,
                      const std::string &Name, unsigned Offset,
                      std::vector<ParameterField> &Out, unsigned Depth = 0,
                      bool IsOfTensorMap = false) {
  T = T.getCanonicalType();
  if (const auto *Record = T->getAsCXXRecordDecl()) {
    if (!Record->hasDefinition() || Record->isUnion() || Depth > 4)
      return;
    Record = Record->getDefinition();
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(Record);
    for (const FieldDecl *F : Record->fields())
      if (!F->isBitField())
        addFields(Ctx, F->getType(), Name + "." + F->getNameAsString(),
                  Offset + static_cast<unsigned>(
                               Layout.getFieldOffset(F->getFieldIndex()) / 8),
                  Out, Depth + 1, Record->getName() == "CUtensorMap_st");
    return;
  }
  // Of a tensor map the first word says what is known of it (TensorMap.h).
  if (const auto *Words = Ctx.getAsConstantArrayType(T); Words && IsOfTensorMap)
    T = Words->getElementType().getCanonicalType();
  ParameterField F;
  F.Name = Name;
  F.Offset = Offset;
  F.Bytes = static_cast<unsigned>(Ctx.getTypeSizeInChars(T).getQuantity());
  if (T->isPointerType() || T->isReferenceType())
    F.K = ParameterField::Kind::Pointer;
  else if (T->isRealFloatingType() && (F.Bytes == 4 || F.Bytes == 8))
    F.K = ParameterField::Kind::Floating;
  else if (T->isIntegralOrEnumerationType() && F.Bytes <= 8)
    F.K = T->isSignedIntegerOrEnumerationType()
              ? ParameterField::Kind::Signed
              : ParameterField::Kind::Unsigned;
  else
    return;
  Out.push_back(std::move(F));
}

std::vector<ParameterField> parameterFields(const ASTContext &Ctx, QualType T,
                                            const std::string &Name) {
  std::vector<ParameterField> Out;
  addFields(Ctx, T, Name, 0, Out);
  return Out;
}

const FunctionDecl *mainOf(const ASTContext &Ctx) {
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(
           DeclarationName(&Ctx.Idents.get("main"))))
    if (const auto *F = dyn_cast<FunctionDecl>(D); F && F->isMain())
      if (const FunctionDecl *Definition = F->getDefinition())
        return Definition;
  return nullptr;
}

static HostKernel describeKernel(const ASTContext &Ctx, const FunctionDecl &F) {
  HostKernel Out;
  Out.Decl = &F;
  Out.Mangled = deviceMangledName(F);
  Out.Written = writtenName(F);
  for (const ParmVarDecl *P : F.parameters()) {
    KernelParameter &Parameter = Out.Parameters.emplace_back();
    QualType T = P->getType();
    Parameter.Name = P->getNameAsString();
    if (T->isDependentType() || T->isIncompleteType())
      continue;
    Parameter.IsRecord = T->isRecordType();
    Parameter.Bytes =
        T->isReferenceType()
            ? 8
            : static_cast<unsigned>(Ctx.getTypeSizeInChars(T).getQuantity());
    Parameter.Fields = parameterFields(Ctx, T, Parameter.Name);
  }
  return Out;
}

/// The layout of cudaDeviceProp, or of what HIP calls so, as this file sees it.
static void readDeviceProperties(const ASTContext &Ctx, HostModule &Out) {
  // ROCm's headers rename it by a macro since version 6.
  const bool IsHip = Ctx.getLangOpts().HIP;
  llvm::SmallVector<const NamedDecl *, 2> Found;
  for (const char *Name :
       {IsHip ? "hipDeviceProp_t" : "cudaDeviceProp", "hipDeviceProp_tR0600"})
    llvm::append_range(Found, Ctx.getTranslationUnitDecl()->lookup(
                                  DeclarationName(&Ctx.Idents.get(Name))));
  for (const NamedDecl *D : Found) {
    const auto *Typedef = dyn_cast<TypedefNameDecl>(D);
    const auto *Record =
        Typedef ? Typedef->getUnderlyingType()->getAsCXXRecordDecl()
                : dyn_cast<CXXRecordDecl>(D);
    if (!Record || !Record->hasDefinition())
      continue;
    Record = Record->getDefinition();
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(Record);
    for (const FieldDecl *F : Record->fields()) {
      QualType T = F->getType();
      if (const auto *A = Ctx.getAsConstantArrayType(T))
        T = A->getElementType();
      Out.DeviceProperties.push_back(
          {F->getNameAsString(), Layout.getFieldOffset(F->getFieldIndex()) / 8,
           static_cast<unsigned>(Ctx.getTypeSizeInChars(T).getQuantity())});
    }
    return;
  }
}

/// The comment above the definition of main.
static std::optional<std::string> readRunComment(const ASTContext &Ctx) {
  const FunctionDecl *Main = mainOf(Ctx);
  if (!Main)
    return std::nullopt;
  const SourceManager &SM = Ctx.getSourceManager();
  auto [File, Offset] =
      SM.getDecomposedLoc(SM.getExpansionLoc(Main->getOuterLocStart()));
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  return Invalid ? std::nullopt : runCommentAbove(Text, Offset);
}

/// What the module needs of other files, and what others could need of it.
static void readNames(const ASTContext &Ctx, CodeGenerator &Generator,
                      HostModule &Out) {
  for (const llvm::GlobalValue &G : Generator.GetModule()->global_values()) {
    const auto *D = dyn_cast_or_null<NamedDecl>(
        Generator.GetDeclForMangledName(G.getName()));
    if (!D || G.hasLocalLinkage() ||
        Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      continue;
    if (G.isDeclaration())
      Out.Wanted.insert(D->getNameAsString());
    else if (G.hasExternalLinkage())
      Out.Offered.insert(D->getNameAsString());
  }
}

/// Registers instead of memory, and fewer branches: what a walk has to do.
static void simplify(llvm::Module &M) {
  llvm::PassBuilder PB;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CAM;
  llvm::ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CAM, MAM);
  llvm::FunctionPassManager FPM;
  FPM.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  FPM.addPass(llvm::EarlyCSEPass());
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      FPM.run(F, FAM);
}

std::unique_ptr<HostModule> emitHostModule(ASTContext &Ctx, Preprocessor &PP,
                                           std::string &Why) {
  if (Ctx.getDiagnostics().hasUncompilableErrorOccurred()) {
    Why = "the file has errors";
    return nullptr;
  }
  // Pointers to the stack are of another size there.
  if (Ctx.getTargetInfo().getTriple().isAMDGCN()) {
    Why = "the file is parsed for an AMD GPU only";
    return nullptr;
  }
  auto Out = std::make_unique<HostModule>();
  Out->Context = std::make_unique<llvm::LLVMContext>();
  Out->Context->setDiagnosticHandler(std::make_unique<SilentHandler>());

  DiagnosticOptions DiagOptions;
  DiagnosticsEngine Diagnostics(DiagnosticIDs::create(), DiagOptions,
                                new IgnoringDiagConsumer());
  Diagnostics.setSourceManager(&Ctx.getSourceManager());
  // In a device parse CodeGen complains of host code that uses the host's
  // vector instructions, and one error would drop the whole module.
  Diagnostics.setSuppressAllDiagnostics(true);
  CodeGenOptions Options;
  // Without optimisation functions would be marked as not to be changed.
  Options.OptimizationLevel = 1;
  Options.setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  Options.DebugColumnInfo = true;
  Options.DiscardValueNames = false;

  // The AST of a device parse holds the host code, too: it is compiled as such.
  auto &Language = const_cast<LangOptions &>(Ctx.getLangOpts());
  const bool WasDevice = Language.CUDAIsDevice;
  Language.CUDAIsDevice = false;
  auto Restore =
      llvm::make_scope_exit([&] { Language.CUDAIsDevice = WasDevice; });
  std::unique_ptr<CodeGenerator> Generator(CreateLLVMCodeGen(
      Diagnostics, "host", PP.getFileManager().getVirtualFileSystemPtr(),
      PP.getHeaderSearchInfo().getHeaderSearchOpts(), PP.getPreprocessorOpts(),
      Options, *Out->Context));
  Generator->Initialize(Ctx);
  for (Decl *D : hostDefinitions(Ctx))
    Generator->HandleTopLevelDecl(DeclGroupRef(D));
  Generator->HandleTranslationUnit(Ctx);
  if (!Generator->GetModule()) {
    Why = "clang cannot generate code for the file's host functions";
    return nullptr;
  }

  Out->RunArguments = readRunComment(Ctx);
  readDeviceProperties(Ctx, *Out);
  readNames(Ctx, *Generator, *Out);
  for (const llvm::Function &F : *Generator->GetModule()) {
    const Decl *D = Generator->GetDeclForMangledName(F.getName());
    const auto *FD = dyn_cast_or_null<FunctionDecl>(D);
    if (!FD)
      continue;
    if (FD->hasAttr<CUDAGlobalAttr>())
      Out->Kernels[F.getName()] = describeKernel(Ctx, *FD);
    else if (!F.isDeclaration() && FD->getIdentifier() &&
             !Ctx.getSourceManager().isInSystemHeader(FD->getLocation()))
      Out->Functions[F.getName()] = FD->getQualifiedNameAsString();
  }
  readVariables(Ctx, *Generator, *Out);
  Out->M = std::unique_ptr<llvm::Module>(Generator->ReleaseModule());
  simplify(*Out->M);
  return Out;
}

} // namespace gpuperf::program
