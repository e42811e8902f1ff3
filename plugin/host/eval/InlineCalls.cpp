//===- InlineCalls.cpp - Functions evaluated in place of a call -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/InlineCalls.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

static constexpr unsigned MaxHelperDepth = 8;

bool host::isSystem(const ASTContext &Ctx, const FunctionDecl *F) {
  const SourceManager &SM = Ctx.getSourceManager();
  return F->getLocation().isInvalid() ||
         SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation()));
}

bool InlineCalls::isTooDeep() const {
  return State.HelperDepth >= MaxHelperDepth;
}

bool InlineCalls::mayEvaluate(const FunctionDecl *F) const {
  if (isTooDeep() || F->isVariadic() || F->isNoReturn() ||
      F->hasAttr<CUDAGlobalAttr>() || F->isInvalidDecl())
    return false;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isVirtual())
    return false;
  // What containers and streams of the system hold is not followed.
  if (isa<CXXMethodDecl>(F) && isSystem(State.Ctx, F))
    return false;
  if (const auto *R = F->getReturnType()->getAsCXXRecordDecl();
      R && R->hasDefinition() && !R->hasTrivialDestructor())
    return false;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || Definition->isDependentContext())
    return false;
  return Definition->doesThisDeclarationHaveABody();
}

void InlineCalls::walkBody(const FunctionDecl *F) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      HostObject V = State.Tree.eval(I->getInit());
      if (!I->isMemberInitializer())
        continue;
      HostPlace P;
      P.Path.push_back(I->getMember());
      Places.write(P, std::move(V));
    }
  if (const Stmt *Body = F->getBody())
    State.Tree.exec(Body);
}

/// The variable that \p Pointer points to; null: a part of one, or not known.
static const VarDecl *pointedVariable(const HostObject &Pointer) {
  return Pointer.K == Kind::Address && Pointer.Place.Path.empty()
             ? Pointer.Place.Base
             : nullptr;
}

HostObject InlineCalls::call(const FunctionDecl *F,
                             const std::vector<HostObject> &Args,
                             std::optional<HostObject> This,
                             ParameterValues *Out, const CallExpr *Launches) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition))
    return HostObject();
  Frame Helper;
  Helper.Function = Definition;
  Helper.Caller = &State.frame();
  Helper.Launches = Launches;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I) {
    const ParmVarDecl *P = Definition->getParamDecl(I);
    HostObject V = I < Args.size() ? Args[I] : HostObject();
    if (auto H = hostTypeOf(State.Ctx, P->getType()); H && V.K == Kind::Scalar)
      V = HostObject::scalar(hostCast(V.Expr, *H));
    Helper.Env.set(P, std::move(V));
  }
  if (This)
    Helper.Env.set(nullptr, std::move(*This));

  HelperScope Scope(State, Helper);
  walkBody(Definition);
  HostObject Value = Joins.foldReturns(Helper, F->getReturnType());
  // What it left in its reference parameters, and where its pointers point to,
  // is known if it ran straight through.
  const bool Straight =
      !Helper.Lost && Helper.Returns.empty() && Helper.Reachable;
  if (Out)
    for (unsigned I = 0; I < Definition->getNumParams(); ++I) {
      const VarDecl *Left = Definition->getParamDecl(I);
      if (Left->getType()->isPointerType())
        Left = pointedVariable(I < Args.size() ? Args[I] : HostObject());
      // In a recursion it may be one of the helper's own variables, too.
      if (Left && Left->isLocalVarDecl() &&
          Left->getDeclContext() == Definition)
        Left = nullptr;
      const HostObject *V = Left ? Helper.Env.get(Left) : nullptr;
      const bool Usable = Straight && V && !Helper.Escaped.contains(Left);
      Out->push_back(Usable ? std::optional<HostObject>(*V) : std::nullopt);
    }
  // An address of one of its own variables means nothing outside.
  if (Value.K == Kind::Address)
    return HostObject();
  return Value;
}

HostObject InlineCalls::construct(const CXXConstructorDecl *Definition,
                                  HostObject Object,
                                  const std::vector<HostObject> &Args) {
  Frame Helper;
  Helper.Function = Definition;
  Helper.Caller = &State.frame();
  Helper.Env.set(nullptr, std::move(Object));
  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    Helper.Env.set(Definition->getParamDecl(I),
                   I < Args.size() ? Args[I] : HostObject());

  HelperScope Scope(State, Helper);
  walkBody(Definition);
  const HostObject *This = Helper.Env.get(nullptr);
  if (!This || Helper.Lost || !Helper.Returns.empty() || Helper.ThisEscaped)
    return HostObject();
  HostObject Made = *This;
  if (Made.K == Kind::Record && Made.Name == "this")
    Made.Name.clear();
  return Made;
}
