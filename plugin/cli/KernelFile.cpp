//===- KernelFile.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/KernelFile.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/analyze/DataComments.h"
#include "plugin/analyze/FileLaunches.h"
#include "plugin/ast/KernelNameMatch.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/ast/SmArch.h"
#include "plugin/cli/parse/CommandReader.h"
#include "plugin/device/DeviceIr.h"
#include "plugin/others/OtherFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace clang;

namespace gpuperf {

struct KernelFile::Compiled {
  std::string Error; ///< concerns the whole file
  KernelTable Table;
  std::map<std::string, std::string> MangledByWanted;
  std::vector<std::string> KernelsThere; ///< written names
  std::map<const LaunchRecord *, Launch> InFile;
};

KernelFile::KernelFile(std::string File, std::vector<std::string> UserFlags,
                       std::vector<const LaunchRecord *> Asked,
                       std::string BuildDir, FileOptions Options)
    : File(std::move(File)), UserFlags(std::move(UserFlags)),
      Asked(std::move(Asked)), BuildDir(std::move(BuildDir)),
      Options(std::move(Options)) {
  std::set<std::string> Names;
  for (const LaunchRecord *Record : this->Asked)
    Names.insert(Record->Kernel);
  WantedNames.assign(Names.begin(), Names.end());
}
KernelFile::~KernelFile() = default;

namespace {
/// Prefix of the variables that make the compiler instantiate what is wanted.
constexpr llvm::StringLiteral WantedVariable = "gpuperf_wanted_kernel_";

class KernelCollector : public RecursiveASTVisitor<KernelCollector> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitFunctionDecl(FunctionDecl *FD) {
    if (FD->hasAttr<CUDAGlobalAttr>() && !FD->isDependentContext() &&
        FD->isThisDeclarationADefinition())
      Kernels.insert(FD);
    return true;
  }
  bool VisitVarDecl(VarDecl *VD) {
    llvm::StringRef Name = VD->getIdentifier() ? VD->getName() : "";
    unsigned Index = 0;
    if (Name.consume_front(WantedVariable) && !Name.getAsInteger(10, Index) &&
        VD->getInit())
      if (const FunctionDecl *FD = functionIn(VD->getInit()))
        Wanted[Index] = FD;
    return true;
  }

  llvm::SetVector<const FunctionDecl *> Kernels;
  std::map<unsigned, const FunctionDecl *> Wanted;

private:
  static const FunctionDecl *functionIn(const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return dyn_cast<FunctionDecl>(Ref->getDecl());
    for (const Stmt *Child : S->children())
      if (Child)
        if (const FunctionDecl *FD = functionIn(Child))
          return FD;
    return nullptr;
  }
};
} // namespace

const KernelFile::Compiled &KernelFile::compile(const GpuModel &Gpu) {
  const std::string IrArch =
      irArchFor(Gpu, namedArch(readFlags(UserFlags, File)));
  auto &Slot = ByArch[IrArch + "/" + Gpu.Arch.Name];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<Compiled>();
  Compiled &Out = *Slot;

  ParseRequest Request{File, UserFlags, IrArch, ""};
  for (auto [I, Name] : llvm::enumerate(WantedNames))
    if (llvm::StringRef(Name).contains('<'))
      Request.AppendedText +=
          ("static const void *" + WantedVariable + llvm::Twine(I) +
           " = (const void *)&" + Name + ";\n")
              .str();

  const CommandReader Reader(Request, BuildDir);
  OtherFiles Others(Reader);
  auto Visit = [&](ASTContext &Ctx, Preprocessor &PP) {
    KernelCollector Collector;
    Collector.TraverseDecl(Ctx.getTranslationUnitDecl());
    for (const FunctionDecl *FD : Collector.Kernels)
      Out.KernelsThere.push_back(writtenName(*FD));
    llvm::SetVector<const FunctionDecl *> Compile;
    std::map<std::string, const FunctionDecl *> ByName;
    for (auto [I, Name] : llvm::enumerate(WantedNames)) {
      const FunctionDecl *FD = nullptr;
      if (auto It = Collector.Wanted.find(I); It != Collector.Wanted.end())
        FD = It->second->getDefinition();
      if (!FD)
        FD = matchKernel(Collector.Kernels.getArrayRef(), Name);
      if (!FD)
        continue;
      Compile.insert(FD);
      Out.MangledByWanted[Name] = deviceMangledName(*FD);
      ByName[Name] = FD;
    }
    if (Compile.empty())
      return;
    auto Table = summarizeKernels({Ctx, PP}, Compile.getArrayRef(),
                                  {IrArch, &Gpu}, Options);
    if (!Table) {
      Out.Error = llvm::toString(Table.takeError());
      return;
    }
    Out.Table = std::move(*Table);
    if (ByArch.size() == 1) // the same for other architectures
      for (const Remark &R : remarksOn(Out.Table.Comments))
        llvm::errs() << "gpuperf: " << remarkText(Ctx.getSourceManager(), R)
                     << '\n';
    FileOptions OfFile = Options;
    OfFile.Gpus = {Gpu};
    if (OfFile.Program)
      Others.answer(*OfFile.Program, Options);
    std::vector<AskedLaunch> All;
    std::vector<const LaunchRecord *> Of;
    for (const LaunchRecord *Record : Asked)
      if (auto It = ByName.find(Record->Kernel); It != ByName.end()) {
        Of.push_back(Record);
        All.push_back(
            {It->second, Record->L.Grid, Record->L.Block, Record->Args});
      }
    const FileLaunches Known(Ctx, PP, OfFile, Out.Table, All);
    for (size_t I = 0; I < All.size(); ++I)
      if (auto L = Known.complete(All[I]))
        Out.InFile[Of[I]] = std::move(*L);
  };

  // The appended text names a kernel that may not exist, which must not be
  // reported as an error of the file. If there are errors, the file is parsed
  // again without that text to report its own.
  auto Result =
      parseCudaFile(Request, /*Quiet=*/!Request.AppendedText.empty(), Visit);
  if (!Result) {
    Out.Error = llvm::toString(Result.takeError());
    return Out;
  }
  Used |= Result->Used;
  if (Result->Errors && !Request.AppendedText.empty()) {
    Request.AppendedText.clear();
    if (auto Again = parseCudaFile(Request, /*Quiet=*/false,
                                   [](ASTContext &, Preprocessor &) {});
        !Again)
      llvm::consumeError(Again.takeError());
  }
  return Out;
}

llvm::Expected<const KernelSummary *> KernelFile::find(const GpuModel &Gpu,
                                                       llvm::StringRef Name) {
  const Compiled &C = compile(Gpu);
  if (!C.Error.empty())
    return llvm::createStringError("%s", C.Error.c_str());
  auto It = C.MangledByWanted.find(Name.str());
  if (It == C.MangledByWanted.end()) {
    std::string There = C.KernelsThere.empty()
                            ? std::string("the file has none")
                            : "there are " + llvm::join(C.KernelsThere, ", ");
    return llvm::createStringError("no kernel '%s' in %s; %s",
                                   Name.str().c_str(), File.c_str(),
                                   There.c_str());
  }
  if (auto Bad = C.Table.Unusable.find(It->second);
      Bad != C.Table.Unusable.end())
    return llvm::createStringError("kernel '%s': %s", Name.str().c_str(),
                                   Bad->second.c_str());
  auto Kernel = C.Table.ByMangled.find(It->second);
  if (Kernel == C.Table.ByMangled.end())
    return llvm::createStringError("kernel '%s' has no device code",
                                   Name.str().c_str());
  return Kernel->second.Summary.get();
}

const Launch *KernelFile::inFile(const GpuModel &Gpu,
                                 const LaunchRecord &Record) {
  const Compiled &C = compile(Gpu);
  auto It = C.InFile.find(&Record);
  return It == C.InFile.end() ? nullptr : &It->second;
}

} // namespace gpuperf
