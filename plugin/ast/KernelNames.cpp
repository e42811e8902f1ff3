//===- KernelNames.cpp - What a kernel is called --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/KernelNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

std::string gpuperf::writtenName(const FunctionDecl &F) {
  PrintingPolicy Policy = F.getASTContext().getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  Policy.SuppressInlineNamespace = true;
  Policy.SuppressTagKeyword = true;
  Policy.Bool = true;
  Policy.TerseOutput = true;
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

std::string gpuperf::deviceMangledName(const FunctionDecl &Kernel) {
  ASTContext &Ctx = Kernel.getASTContext();
  // The device's ABI names the symbol. Where the host's is Microsoft's, lambdas
  // have a number of their own for the device.
  const bool HostSide =
      Ctx.getLangOpts().CUDA && !Ctx.getLangOpts().CUDAIsDevice;
  const TargetInfo *Device = HostSide ? Ctx.getAuxTargetInfo() : nullptr;
  std::unique_ptr<MangleContext> Mangler(
      Device && Ctx.getTargetInfo().getCXXABI().isMicrosoft()
          ? Ctx.createDeviceMangleContext(*Device)
          : Ctx.createMangleContext(Device));
  if (Kernel.isTemplated() || !Mangler->shouldMangleDeclName(&Kernel))
    return Kernel.getNameAsString();
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  if (Kernel.hasAttr<CUDAGlobalAttr>())
    Mangler->mangleName(GlobalDecl(&Kernel, KernelReferenceKind::Kernel), OS);
  else
    Mangler->mangleName(GlobalDecl(&Kernel), OS);
  return Result;
}
