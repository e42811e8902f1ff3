//===- Calls.cpp - Host calls and constructors ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Evaluator.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

static constexpr unsigned MaxHelperDepth = 8;

static bool isSystem(const ASTContext &Ctx, const FunctionDecl *F) {
  const SourceManager &SM = Ctx.getSourceManager();
  return F->getLocation().isInvalid() ||
         SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation()));
}

static bool bindsMutably(QualType T) {
  return T->isReferenceType() && !T->getPointeeType().isConstQualified();
}

HostObject HostEvaluator::evalBuiltin(const CallExpr *E, llvm::StringRef Name,
                                      const std::vector<HostObject> &Args,
                                      bool &Known) {
  std::optional<HostOp> Op =
      llvm::StringSwitch<std::optional<HostOp>>(Name)
          .Cases({"min", "fmin", "fminf", "umin", "llmin", "ullmin"},
                 HostOp::Min)
          .Cases({"max", "fmax", "fmaxf", "umax", "llmax", "ullmax"},
                 HostOp::Max)
          .Cases({"ceil", "ceilf", "__builtin_ceil", "__builtin_ceilf"},
                 HostOp::Ceil)
          .Cases({"floor", "floorf", "__builtin_floor", "__builtin_floorf"},
                 HostOp::Floor)
          .Cases({"round", "roundf"}, HostOp::Round)
          .Cases({"trunc", "truncf"}, HostOp::Trunc)
          .Cases({"sqrt", "sqrtf"}, HostOp::Sqrt)
          .Cases({"log2", "log2f"}, HostOp::Log2)
          .Cases({"abs", "fabs", "fabsf", "labs"}, HostOp::Abs)
          .Cases({"pow", "powf"}, HostOp::Pow)
          .Default(std::nullopt);
  auto H = hostTypeOf(Ctx, E->getType());
  if (!Op || !H)
    return HostObject();
  bool Binary = *Op == HostOp::Min || *Op == HostOp::Max || *Op == HostOp::Pow;
  if (Args.size() != (Binary ? 2u : 1u))
    return HostObject();
  bool NeedsFloating =
      *Op != HostOp::Min && *Op != HostOp::Max && *Op != HostOp::Abs;
  if (NeedsFloating && !H->IsFloating)
    return HostObject();
  Known = true;
  std::vector<HostExpr> Operands;
  for (const HostObject &A : Args)
    Operands.push_back(hostCast(A.Expr, *H));
  return HostObject::scalar(hostApply(*Op, *H, std::move(Operands)));
}

bool HostEvaluator::mayEvaluate(const FunctionDecl *F) {
  if (HelperDepth >= MaxHelperDepth || F->isVariadic() || F->isNoReturn() ||
      F->hasAttr<CUDAGlobalAttr>() || F->isInvalidDecl())
    return false;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isVirtual())
    return false;
  // What containers and streams of the system hold is not followed.
  if (isa<CXXMethodDecl>(F) && isSystem(Ctx, F))
    return false;
  if (const auto *R = F->getReturnType()->getAsCXXRecordDecl();
      R && R->hasDefinition() && !R->hasTrivialDestructor())
    return false;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || Definition->isDependentContext())
    return false;
  return Definition->doesThisDeclarationHaveABody();
}

/// The value of a function whose body has run: the first return whose condition
/// holds.
HostObject HostEvaluator::foldReturns(const Frame &F, QualType T) {
  if (F.Lost || F.Returns.empty())
    return HostObject();
  HostObject V = F.Returns.back().Value;
  for (const Return &R : llvm::drop_begin(llvm::reverse(F.Returns))) {
    if (R.Always)
      V = R.Value;
    else
      V = mergeValues(T, "", R.Condition, R.Value, V);
  }
  return V;
}

HostObject
HostEvaluator::evalHelper(const FunctionDecl *F,
                          const std::vector<HostObject> &Args,
                          std::optional<HostObject> This,
                          std::vector<std::optional<HostObject>> *Out) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition))
    return HostObject();
  Frame Helper;
  Helper.F = Definition;
  Helper.Caller = Cur;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I) {
    const ParmVarDecl *P = Definition->getParamDecl(I);
    HostObject V = I < Args.size() ? Args[I] : HostObject();
    if (auto H = hostTypeOf(Ctx, P->getType()); H && V.K == Kind::Scalar)
      V = HostObject::scalar(hostCast(V.Expr, *H));
    Helper.Env.set(P, std::move(V));
  }
  if (This)
    Helper.Env.set(nullptr, std::move(*This));
  if (HelperDepth == 0)
    HelperStepsLeft = HelperSteps;
  ++HelperDepth;
  unsigned SavedDepth = Depth;
  Frame *Saved = Cur;
  Cur = &Helper;
  runFunction(Definition);
  HostObject Value = foldReturns(Helper, F->getReturnType());
  // What it left in its reference parameters, if it ran straight through.
  bool Straight = !Helper.Lost && Helper.Returns.empty() && Helper.Reachable;
  if (Out)
    for (unsigned I = 0; I < Definition->getNumParams(); ++I) {
      const ParmVarDecl *P = Definition->getParamDecl(I);
      const HostObject *V = Helper.Env.get(P);
      bool Usable = Straight && V && !Helper.Escaped.contains(P);
      Out->push_back(Usable ? std::optional<HostObject>(*V) : std::nullopt);
    }
  Cur = Saved;
  Depth = SavedDepth;
  --HelperDepth;
  // An address of one of its own variables means nothing outside.
  if (Value.K == Kind::Address)
    return HostObject();
  return Value;
}

HostObject HostEvaluator::evalCall(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F) {
    // Through a pointer, or a functor that is not known: by reference perhaps.
    evalChildren(E);
    for (const Expr *A : E->arguments()) {
      auto P = A->isLValue() ? syntacticPlace(A) : addressTaken(A);
      if (P)
        forget(*P);
    }
    forgetShared();
    return unknownObject(Ctx, E->getType(), textOf(E), /*IsText=*/true);
  }

  // The object of a member call, or the first operand of a member operator.
  const Expr *Object = nullptr;
  unsigned FirstArg = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    Object = M->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(E) && Method && !Method->isStatic() &&
             E->getNumArgs()) {
    Object = E->getArg(0);
    FirstArg = 1;
  }
  bool IsLambda = Method && Method->getParent()->isLambda();
  std::optional<HostPlace> ObjectPlace;
  HostObject ObjectValue;
  if (Object) {
    const Expr *O = Object->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(O))
      ObjectPlace = HostPlace();
    else
      ObjectPlace = placeOf(Object);
    if (ObjectPlace && !O->getType()->isPointerType())
      ObjectValue = read(*ObjectPlace);
    else if (!isa<CXXThisExpr>(O))
      ObjectValue = eval(Object);
  }

  std::vector<HostObject> Args;
  std::vector<std::optional<HostPlace>> Changed; ///< by parameter
  for (unsigned I = FirstArg; I < E->getNumArgs(); ++I) {
    const Expr *A = E->getArg(I);
    unsigned P = I - FirstArg;
    QualType T =
        P < F->getNumParams() ? F->getParamDecl(P)->getType() : QualType();
    std::optional<HostPlace> Place;
    if (auto Target = addressTaken(A)) {
      bool ReadOnly = !T.isNull() && T->isPointerType() &&
                      T->getPointeeType().isConstQualified();
      Args.push_back(Target->Base ? HostObject::address(*Target)
                                  : HostObject());
      if (!ReadOnly)
        Place = Target;
    } else {
      if (!T.isNull() && bindsMutably(T))
        Place = placeOf(A);
      if (!Place && !T.isNull() && bindsMutably(T))
        Place = syntacticPlace(A);
      Args.push_back(eval(A));
    }
    Changed.push_back(std::move(Place));
  }

  if (isLaunchApi(E)) {
    evalLaunchApi(E, Args);
    return HostObject();
  }
  if (Hooks.OnCall && !Cur->isHelper())
    Hooks.OnCall(F, Args);

  // An assignment of whole records.
  if (Method && Object && ObjectPlace && Args.size() == 1 &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator()) &&
      (Method->isTrivial() || Method->isDefaulted())) {
    write(*ObjectPlace, Args[0]);
    return read(*ObjectPlace);
  }

  bool HasOut = llvm::any_of(Changed, [](const auto &P) { return bool(P); });
  HostObject Value;
  std::vector<std::optional<HostObject>> Out;
  QualType T = E->getType();
  bool WantsValue =
      hostTypeOf(Ctx, T).has_value() || (T->isRecordType() && !E->isGLValue());
  if (WantsValue && F->isConstexpr() && !HasOut)
    Value = evalByClang(E);
  bool Known = Value.K != Kind::None;
  llvm::StringRef Name =
      F->getDeclName().isIdentifier() ? F->getName() : llvm::StringRef();
  if (!Known && !Object && (isSystem(Ctx, F) || !F->hasBody()))
    Value = evalBuiltin(E, Name, Args, Known);
  if (!Known && (WantsValue || (HasOut && !isSystem(Ctx, F))) &&
      mayEvaluate(F)) {
    std::optional<HostObject> This;
    if (Object && !IsLambda)
      This = ObjectValue.K == Kind::Record ? ObjectValue : HostObject();
    Value = evalHelper(F, Args, std::move(This), HasOut ? &Out : nullptr);
  }

  for (unsigned I = 0; I < Changed.size(); ++I) {
    if (!Changed[I])
      continue;
    bool ByReference =
        I < F->getNumParams() && bindsMutably(F->getParamDecl(I)->getType());
    if (ByReference && I < Out.size() && Out[I])
      write(*Changed[I], *Out[I]);
    else
      forget(*Changed[I]);
  }
  if (Object && !IsLambda && (!Method || !Method->isConst()) && ObjectPlace)
    forget(*ObjectPlace);
  if (callsUserCode(Ctx, E) && !IsLambda &&
      !(isa<CXXMethodDecl>(F) && cast<CXXMethodDecl>(F)->isConst()))
    forgetShared();
  if (F->isNoReturn())
    Cur->Reachable = false;
  if (Value.K == Kind::None ||
      (Value.K == Kind::Record && Value.Fields.empty() && Value.Name.empty()))
    return unknownObject(Ctx, T, textOf(E), /*IsText=*/true);
  return Value;
}

HostObject HostEvaluator::evalConstruct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  std::vector<HostObject> Args;
  std::vector<HostPlace> Changed;
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *A = E->getArg(I);
    if (I < C->getNumParams() && bindsMutably(C->getParamDecl(I)->getType()) &&
        A->isLValue())
      if (auto P = syntacticPlace(A))
        Changed.push_back(*P);
    Args.push_back(eval(A));
  }
  if (C->isCopyOrMoveConstructor() && !Args.empty()) {
    if (C->isTrivial() || C->isDefaulted() || E->isElidable())
      return Args[0];
    return HostObject();
  }
  for (const HostPlace &P : Changed)
    forget(P);

  const CXXRecordDecl *R = C->getParent();
  if (R->isUnion() || R->isLambda() || !R->hasTrivialDestructor())
    return HostObject();
  // dim3 by its meaning: a declaration of its constructor is enough.
  if (R->getDeclName().isIdentifier() && R->getName() == "dim3") {
    HostObject O = HostObject::record();
    unsigned I = 0;
    for (const FieldDecl *F : R->fields()) {
      auto H = hostTypeOf(Ctx, F->getType());
      if (!H || I >= 3)
        return HostObject();
      HostExpr V = I < Args.size() ? Args[I].Expr : hostInteger(1);
      // From uint3: the same fields by name.
      if (Args.size() == 1 && Args[0].K == Kind::Record) {
        V = nullptr;
        for (const HostField &From : Args[0].Fields)
          if (From.Field->getName() == F->getName())
            V = From.Value.Expr;
      }
      O.setField(F, HostObject::scalar(hostCast(V, *H)));
      ++I;
    }
    return O;
  }
  HostObject O = E->requiresZeroInitialization() ? zeroOf(E->getType())
                                                 : HostObject::record();
  const FunctionDecl *Definition = nullptr;
  if (!C->hasBody(Definition) || HelperDepth >= MaxHelperDepth ||
      Definition->isDependentContext() || R->getNumBases() > 0) {
    // Without a body nothing was left out: it did nothing at all.
    if (C->isTrivial())
      return O;
    return HostObject();
  }

  Frame Helper;
  Helper.F = Definition;
  Helper.Caller = Cur;
  Helper.Env.set(nullptr, O);
  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    Helper.Env.set(Definition->getParamDecl(I),
                   I < Args.size() ? Args[I] : HostObject());
  if (HelperDepth == 0)
    HelperStepsLeft = HelperSteps;
  ++HelperDepth;
  unsigned SavedDepth = Depth;
  Frame *Saved = Cur;
  Cur = &Helper;
  for (const CXXCtorInitializer *Init :
       cast<CXXConstructorDecl>(Definition)->inits()) {
    HostObject V = eval(Init->getInit());
    if (!Init->isMemberInitializer())
      continue;
    HostPlace P;
    P.Path.push_back(Init->getMember());
    write(P, std::move(V));
  }
  runFunction(Definition);
  HostObject Result;
  if (const HostObject *This = Helper.Env.get(nullptr);
      This && !Helper.Lost && Helper.Returns.empty() && !Helper.ThisEscaped)
    Result = *This;
  Cur = Saved;
  Depth = SavedDepth;
  --HelperDepth;
  if (Result.K == Kind::Record && Result.Name == "this")
    Result.Name.clear();
  return Result;
}
