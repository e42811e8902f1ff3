//===- LaunchValues.cpp - Which calls launch which kernel -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/LaunchValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace gpuperf;
using namespace clang;

namespace {
struct LaunchApiRow {
  llvm::StringLiteral Name;
  LaunchApi Api;
  unsigned LeastArgs; ///< calls with fewer are not understood
};
} // namespace

static constexpr LaunchApiRow LaunchApis[] = {
    {"cudaLaunchKernel", LaunchApi::LaunchKernel, 4},
    {"cudaLaunchCooperativeKernel", LaunchApi::LaunchKernel, 4},
    {"cudaLaunchKernelEx", LaunchApi::LaunchKernelEx, 2},
    {"cudaLaunchKernelExC", LaunchApi::LaunchKernelExC, 3},
    {"hipLaunchKernel", LaunchApi::LaunchKernel, 4},
    {"hipExtLaunchKernel", LaunchApi::LaunchKernel, 4},
    {"hipLaunchCooperativeKernel", LaunchApi::LaunchKernel, 4},
    {"hipExtLaunchKernelGGL", LaunchApi::ExtLaunchKernel, 8},
    {"cuLaunchKernel", LaunchApi::ModuleLaunch, 10},
    {"cuLaunchCooperativeKernel", LaunchApi::ModuleLaunch, 10},
    {"cuLaunchKernelEx", LaunchApi::ModuleLaunchEx, 3},
    {"hipModuleLaunchKernel", LaunchApi::ModuleLaunch, 10},
    {"hipModuleLaunchCooperativeKernel", LaunchApi::ModuleLaunch, 10},
    {"hipExtModuleLaunchKernel", LaunchApi::ModuleLaunchThreads, 10},
    {"hipHccModuleLaunchKernel", LaunchApi::ModuleLaunchThreads, 10},
};

LaunchApi gpuperf::launchApiOf(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getDeclName().isIdentifier() ||
      !F->getDeclContext()->getRedeclContext()->isFileContext())
    return LaunchApi::None;
  // nvcc's per-thread default stream renames them to forms that end in _ptsz.
  llvm::StringRef Name = F->getName();
  Name.consume_back("_ptsz");
  for (const LaunchApiRow &Row : LaunchApis)
    if (Name == Row.Name)
      return E->getNumArgs() >= Row.LeastArgs ? Row.Api : LaunchApi::None;
  return LaunchApi::None;
}

unsigned gpuperf::kernelArgumentOf(LaunchApi Api) {
  return Api == LaunchApi::LaunchKernelEx ||
         Api == LaunchApi::LaunchKernelExC || Api == LaunchApi::ModuleLaunchEx;
}

bool gpuperf::isLaunchApi(const CallExpr *E) {
  return launchApiOf(E) != LaunchApi::None;
}

const FunctionDecl *gpuperf::namedFunction(const Expr *E) {
  for (unsigned I = 0; E && I < 32; ++I) {
    E = E->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_AddrOf && U->getOpcode() != UO_Deref &&
          U->getOpcode() != UO_Plus)
        return nullptr;
      E = U->getSubExpr();
    } else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = M->getSubExpr();
    } else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
      E = S->getReplacement();
    } else if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
      return dyn_cast<FunctionDecl>(D->getDecl());
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      return dyn_cast<FunctionDecl>(M->getMemberDecl());
    } else {
      return nullptr;
    }
  }
  return nullptr;
}
