//===- BuildKernels.h - CUDA text -> device IR, for tests -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_BUILDKERNELS_H
#define GPUPERF_TEST_UNIT_PLUGIN_BUILDKERNELS_H

#include "plugin/ast/KernelNames.h"
#include "plugin/device/DeviceIr.h"
#include "test/unit/plugin/CudaTestParse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include <map>
#include <optional>

namespace gpuperf::test {

struct FindKernels : clang::RecursiveASTVisitor<FindKernels> {
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (F->hasAttr<clang::CUDAGlobalAttr>() && !F->isTemplated() &&
        F->isThisDeclarationADefinition())
      Found.push_back(F);
    return true;
  }
  std::vector<const clang::FunctionDecl *> Found;
};

/// What buildDeviceIr answers for every kernel of some text.
struct Built {
  std::optional<DeviceIr> Ir;
  std::string Error;
  bool Clean = false; ///< the outer parse reported no error
  std::map<std::string, std::string> Names; ///< written name -> mangled

  const llvm::Function *shape(const std::string &Name) const {
    return Ir ? Ir->Shape->getFunction(Names.at(Name)) : nullptr;
  }
  const llvm::Function *full(const std::string &Name) const {
    return Ir ? Ir->Full->getFunction(Names.at(Name)) : nullptr;
  }
  std::string unusable(const std::string &Name) const {
    auto Found = Ir->Unusable.find(Names.at(Name));
    return Found == Ir->Unusable.end() ? "" : Found->second;
  }
};

inline Built build(llvm::StringRef Code, ParseSetup Setup = {},
                   DeviceIrOptions Options = {}) {
  Built Result;
  if (Options.SmArch.empty())
    Options.SmArch = Setup.Arch;
  parseCuda(Code, Setup, [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
    Result.Clean = !Ctx.getDiagnostics().hasErrorOccurred();
    FindKernels Finder;
    Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
    for (const clang::FunctionDecl *Kernel : Finder.Found) {
      std::string Name;
      llvm::raw_string_ostream OS(Name);
      Kernel->getNameForDiagnostic(OS, Ctx.getPrintingPolicy(), true);
      Result.Names[Name] = deviceMangledName(*Kernel);
    }
    auto Ir = buildDeviceIr(Ctx, PP, Finder.Found, Options);
    if (Ir)
      Result.Ir = std::move(*Ir);
    else
      Result.Error = llvm::toString(Ir.takeError());
  });
  return Result;
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_PLUGIN_BUILDKERNELS_H
