//===- Calls.cpp - Host calls ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Calls.h"
#include "plugin/ast/ModuleKernels.h"
#include "plugin/host/TensorMaps.h"
#include "plugin/host/eval/KnownFunctions.h"
#include "plugin/host/state/LaunchAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

static bool bindsMutably(QualType T) {
  return !T.isNull() && T->isReferenceType() &&
         !T->getPointeeType().isConstQualified();
}

CallEvaluator::DirectCall::DirectCall(const CallExpr *E)
    : E(E), Callee(E->getDirectCallee()),
      Method(dyn_cast<CXXMethodDecl>(Callee)) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    Object = M->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(E) && Method && !Method->isStatic() &&
             E->getNumArgs()) {
    Object = E->getArg(0);
    FirstArg = 1;
  }
}

bool CallEvaluator::DirectCall::isOfLambda() const {
  return Method && Method->getParent()->isLambda();
}

bool CallEvaluator::DirectCall::isConstMember() const {
  return Method && Method->isConst();
}

/// It is an assignment of a whole record.
bool CallEvaluator::DirectCall::assignsRecord() const {
  return Method && Object && ObjectPlace && Args.size() == 1 &&
         (Method->isCopyAssignmentOperator() ||
          Method->isMoveAssignmentOperator()) &&
         (Method->isTrivial() || Method->isDefaulted());
}

bool CallEvaluator::DirectCall::mayChangeArgs() const {
  return llvm::any_of(Changed, [](const auto &P) { return P.has_value(); });
}

/// Null: an argument of a variadic function, or of none that is declared.
QualType CallEvaluator::DirectCall::parameterType(unsigned I) const {
  return I < Callee->getNumParams() ? Callee->getParamDecl(I)->getType()
                                    : QualType();
}

/// A call through a pointer, or of a functor that is not known: it may take
/// each of its arguments by reference.
HostObject CallEvaluator::evalIndirect(const CallExpr *E) {
  if (encodesTensorMap(E)) {
    std::vector<HostObject> Args;
    for (const Expr *Argument : E->arguments())
      Args.push_back(argumentValue(Argument));
    takeTensorMap(E, Args);
    return unknownObject(State.Ctx, E->getType(), Names.ofExpr(E),
                         /*IsText=*/true);
  }
  evalChildren(State, E);
  for (const Expr *Argument : E->arguments()) {
    auto P = Argument->isLValue() ? syntacticPlace(Argument)
                                  : Places.addressTaken(Argument);
    if (P)
      Places.forget(*P);
  }
  Places.forgetShared();
  return unknownObject(State.Ctx, E->getType(), Names.ofExpr(E),
                       /*IsText=*/true);
}

void CallEvaluator::evalObject(DirectCall &Call) {
  const Expr *O = Call.Object->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(O))
    Call.ObjectPlace = HostPlace();
  else
    Call.ObjectPlace = Places.placeOf(Call.Object);
  if (Call.ObjectPlace && !O->getType()->isPointerType())
    Call.ObjectValue = Places.read(*Call.ObjectPlace);
  else if (!isa<CXXThisExpr>(O))
    Call.ObjectValue = State.Tree.eval(Call.Object);
}

/// An address that is passed does not escape by that alone.
HostObject CallEvaluator::argumentValue(const Expr *E) {
  if (auto Target = Places.addressTaken(E))
    return Target->Base ? HostObject::address(*Target) : HostObject();
  return State.Tree.eval(E);
}

void CallEvaluator::evalArguments(DirectCall &Call) {
  for (unsigned I = Call.FirstArg; I < Call.E->getNumArgs(); ++I) {
    const Expr *Argument = Call.E->getArg(I);
    QualType T = Call.parameterType(I - Call.FirstArg);
    std::optional<HostPlace> Place;
    if (auto Target = Places.addressTaken(Argument)) {
      bool ReadOnly = !T.isNull() && T->isPointerType() &&
                      T->getPointeeType().isConstQualified();
      Call.Args.push_back(Target->Base ? HostObject::address(*Target)
                                       : HostObject());
      if (!ReadOnly)
        Place = Target;
    } else {
      if (bindsMutably(T)) {
        Place = Places.placeOf(Argument);
        if (!Place)
          Place = syntacticPlace(Argument);
      }
      Call.Args.push_back(State.Tree.eval(Argument));
    }
    Call.Changed.push_back(std::move(Place));
  }
}

/// None: not known. \p Out gets what the callee leaves in its parameters, if it
/// is evaluated in place and may change them.
HostObject CallEvaluator::valueOf(const DirectCall &Call,
                                  ParameterValues &Out) {
  const FunctionDecl *F = Call.Callee;
  const QualType T = Call.E->getType();
  const auto Number = hostTypeOf(State.Ctx, T);
  const bool WantsValue = Number.has_value() ||
                          (T->isRecordType() && !Call.E->isGLValue()) ||
                          isKernelHandle(T);
  const bool HasOut = Call.mayChangeArgs();
  if (WantsValue && F->isConstexpr() && !HasOut) {
    HostObject Value = Constants.byClang(Call.E);
    if (Value.K != Kind::None)
      return Value;
  }
  const bool System = isSystem(State.Ctx, F);
  if (Number && !Call.Object && F->getDeclName().isIdentifier() &&
      (System || !F->hasBody()))
    if (auto Value = evalKnownFunction(F->getName(), *Number, Call.Args))
      return *Value;
  const CallExpr *Launches = launchedBy(Call);
  if (!(WantsValue || Launches || (HasOut && !System)) ||
      !Inline.mayEvaluate(F))
    return HostObject();
  std::optional<HostObject> This;
  if (Call.Object && !Call.isOfLambda())
    This = Call.ObjectValue.K == Kind::Record ? Call.ObjectValue : HostObject();
  return Inline.call(F, Call.Args, std::move(This), HasOut ? &Out : nullptr,
                     Launches);
}

/// The call to which the launches in the callee belong, if they are reported.
const CallExpr *CallEvaluator::launchedBy(const DirectCall &Call) const {
  const FunctionDecl *Definition = nullptr;
  if (!State.Hooks.ForwardsLaunch || !Call.Callee->hasBody(Definition) ||
      !State.Hooks.ForwardsLaunch(Definition))
    return nullptr;
  return State.inHelper() ? State.frame().Launches : Call.E;
}

/// A member function that only returns a number or a record that it computes.
static bool isAccessor(const ASTContext &Ctx, const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  const QualType T = F->getReturnType();
  if (T->isReferenceType() || T->isPointerType() || !F->hasBody(Definition))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() != 1 || !isa<ReturnStmt>(Body->body_front()))
    return false;
  MutationSet Changed;
  collectMutations(Ctx, Body, Changed);
  return Changed.Places.empty() && !Changed.CallsUserCode &&
         !Changed.Everything;
}

/// What the call has changed, or may have.
void CallEvaluator::changePlaces(const DirectCall &Call,
                                 const ParameterValues &Out) {
  for (unsigned I = 0; I < Call.Changed.size(); ++I) {
    if (!Call.Changed[I])
      continue;
    if (I < Out.size() && Out[I])
      Places.write(*Call.Changed[I], *Out[I]);
    else
      Places.forget(*Call.Changed[I]);
  }
  // A lambda's object is not followed: what it may change is forgotten where
  // it is made.
  if (Call.isOfLambda() || Call.isConstMember())
    return;
  if (Call.Object && Call.ObjectPlace && isAccessor(State.Ctx, Call.Callee))
    return;
  if (Call.Object && Call.ObjectPlace)
    Places.forget(*Call.ObjectPlace);
  if (callsUserCode(State.Ctx, Call.E))
    Places.forgetShared();
}

/// Where the call asks a module for a kernel: the handle that it gets.
void CallEvaluator::takeHandle(const DirectCall &Call) {
  const auto Request = handleRequestOf(Call.E);
  if (!Request || Call.Args.size() <= Request->Kernel || !Call.Changed[0])
    return;
  const HostObject &Asked = Call.Args[Request->Kernel];
  if (Request->ByName && Asked.K == Kind::Text)
    Places.write(
        *Call.Changed[0],
        HostObject::handle(kernelNamed(State.Ctx, Asked.Name), Asked.Name));
  else if (!Request->ByName && Asked.K == Kind::Function)
    Places.write(*Call.Changed[0], Asked);
}

/// Where the call makes a tensor map: what is known of the map.
void CallEvaluator::takeTensorMap(const CallExpr *E,
                                  llvm::ArrayRef<HostObject> Args) {
  if (Args.empty() || Args[0].K != Kind::Address)
    return;
  HostObject Map = encodedTensorMap(State.Ctx, E, Args);
  const HostPlace At = Places.resolveAlias(Args[0].Place);
  if (Map.K == Kind::None)
    Places.forget(At);
  else if (State.inHelper() && At.Base && At.Path.empty())
    // It may be a variable of a caller, which reads it when the helper is done.
    State.frame().Env.set(At.Base, std::move(Map));
  else
    Places.write(At, std::move(Map));
}

HostObject CallEvaluator::eval(const CallExpr *E) {
  if (!E->getDirectCallee())
    return evalIndirect(E);
  DirectCall Call(E);
  if (Call.Object)
    evalObject(Call);
  evalArguments(Call);
  if (isLaunchApi(E)) {
    Launches.readApiCall(E, Call.Args);
    return HostObject();
  }
  if (State.Hooks.OnCall && !State.inHelper())
    State.Hooks.OnCall(Call.Callee, Call.Args);
  // In C++ a struct is assigned by a call of its operator=.
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && O->isAssignmentOp() && Call.Args.size() == 1)
    if (assignAttribute(Places, O->getArg(0), Call.Args[0]))
      return Call.Args[0];
  if (Call.assignsRecord()) {
    Places.write(*Call.ObjectPlace, Call.Args[0]);
    return Places.read(*Call.ObjectPlace);
  }

  ParameterValues Out;
  HostObject Value = valueOf(Call, Out);
  changePlaces(Call, Out);
  takeHandle(Call);
  if (encodesTensorMap(E))
    takeTensorMap(E, Call.Args);
  if (Call.Callee->isNoReturn())
    State.frame().Reachable = false;
  if (Value.K == Kind::None ||
      (Value.K == Kind::Record && Value.Fields.empty() && Value.Name.empty()))
    return unknownObject(State.Ctx, E->getType(), Names.ofExpr(E),
                         /*IsText=*/true);
  return Value;
}
