//===- LaunchValues.cpp - What a launch expression hands over -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Evaluator.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

namespace {
enum class Api { None, LaunchKernel, LaunchKernelEx, LaunchKernelExC };
}

static Api apiOf(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getDeclName().isIdentifier() ||
      !F->getDeclContext()->getRedeclContext()->isFileContext())
    return Api::None;
  // The _ptsz forms are what a per-thread default stream renames them to.
  llvm::StringRef Name = F->getName();
  Name.consume_back("_ptsz");
  Api A = llvm::StringSwitch<Api>(Name)
              .Cases({"cudaLaunchKernel", "cudaLaunchCooperativeKernel"},
                     Api::LaunchKernel)
              .Case("cudaLaunchKernelEx", Api::LaunchKernelEx)
              .Case("cudaLaunchKernelExC", Api::LaunchKernelExC)
              .Default(Api::None);
  unsigned Needed = A == Api::LaunchKernel      ? 4
                    : A == Api::LaunchKernelExC ? 3
                                                : 2;
  return E->getNumArgs() >= Needed ? A : Api::None;
}

bool gpuperf::isLaunchApi(const CallExpr *E) { return apiOf(E) != Api::None; }

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

const FunctionDecl *HostEvaluator::kernelOf(const Expr *E,
                                            const HostObject &Value) {
  const FunctionDecl *F = namedFunction(E);
  if (!F && Value.K == Kind::Function)
    F = Value.Callee;
  if (!F || !F->hasAttr<CUDAGlobalAttr>())
    return nullptr;
  return F;
}

void HostEvaluator::evalLaunch(const CUDAKernelCallExpr *E) {
  LaunchValues V;
  if (const CallExpr *Config = E->getConfig()) {
    // Grid, block, shared memory, stream. Where the launch may stand in device
    // code (a generic lambda), two null pointers come before them.
    unsigned First = 0;
    while (First < Config->getNumArgs() &&
           Config->getArg(First)->getType()->isPointerType())
      ++First;
    for (unsigned I = First; I < Config->getNumArgs(); ++I) {
      const Expr *A = Config->getArg(I);
      HostObject O = eval(A);
      if (I == First)
        V.Grid = std::move(O), V.GridExpr = A;
      else if (I == First + 1)
        V.Block = std::move(O), V.BlockExpr = A;
      else if (I == First + 2)
        V.Shared = std::move(O), V.SharedExpr = A;
    }
  }
  HostObject Callee;
  if (!E->getDirectCallee())
    Callee = eval(E->getCallee());
  V.Kernel = E->getDirectCallee();
  if (!V.Kernel)
    V.Kernel = kernelOf(E->getCallee(), Callee);
  for (const Expr *A : E->arguments())
    V.Args.push_back(eval(A));
  if (Hooks.OnLaunch && !Cur->isHelper())
    Hooks.OnLaunch(E, std::move(V));
}

/// The field of a launch configuration by its name.
static HostObject fieldNamed(const HostObject &O, llvm::StringRef Name) {
  for (const HostField &F : O.Fields)
    if (F.Field->getName() == Name)
      return F.Value;
  return HostObject();
}

void HostEvaluator::evalLaunchApi(const CallExpr *E,
                                  const std::vector<HostObject> &Args) {
  if (!Hooks.OnLaunch || Cur->isHelper())
    return;
  Api A = apiOf(E);
  LaunchValues V;
  HostObject Packed; // void *args[]
  if (A == Api::LaunchKernel) {
    V.Kernel = kernelOf(E->getArg(0), Args[0]);
    V.GridExpr = E->getArg(1);
    V.Grid = Args[1];
    V.BlockExpr = E->getArg(2);
    V.Block = Args[2];
    Packed = Args[3];
    V.SharedExpr = Args.size() > 4 ? E->getArg(4) : nullptr;
    V.Shared = Args.size() > 4 ? Args[4] : HostObject::scalar(hostInteger(0));
  } else {
    // A pointer to the configuration, or (a reference to) the struct itself.
    HostObject Config = Args[0];
    if (Config.K == Kind::Address)
      Config = read(Config.Place);
    V.Grid = fieldNamed(Config, "gridDim");
    V.Block = fieldNamed(Config, "blockDim");
    V.Shared = fieldNamed(Config, "dynamicSmemBytes");
    V.Kernel = kernelOf(E->getArg(1), Args[1]);
    if (A == Api::LaunchKernelExC)
      Packed = Args[2];
    else
      V.Args.assign(Args.begin() + 2, Args.end());
  }
  if (Packed.K == Kind::Address) // a pointer to the array's variable
    Packed = read(Packed.Place);
  if (Packed.K == Kind::List)
    for (const HostObject &O : Packed.Elements)
      V.Args.push_back(O.K == Kind::Address ? read(O.Place) : HostObject());
  Hooks.OnLaunch(E, std::move(V));
}

void HostEvaluator::readAlone(const CallExpr *Launch) {
  Frame Alone;
  Alone.Lost = true; // nothing that can change is known
  Frame *Saved = Cur;
  Cur = &Alone;
  Depth = 0;
  StepsLeft = std::max<uint64_t>(StepsLeft, 10'000);
  eval(Launch);
  Cur = Saved;
}
