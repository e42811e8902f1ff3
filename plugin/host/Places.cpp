//===- Places.cpp - Reading and writing host variables --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Evaluator.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;
using namespace clang;

/// Longest text that serves as the name of an unknown call.
static constexpr size_t MaxNameLength = 40;

void HostEvaluator::giveUp() { Cur->Lost = true; }

HostPlace HostEvaluator::resolveAlias(HostPlace P) {
  for (unsigned I = 0; I < 8 && P.Base && P.Base->getType()->isReferenceType();
       ++I) {
    const HostObject *O = lookup(P.Base);
    if (!O || O->K != HostObject::Kind::Address)
      return P;
    HostPlace Target = O->Place;
    Target.Path.append(P.Path.begin(), P.Path.end());
    P = std::move(Target);
  }
  return P;
}

std::optional<HostPlace> HostEvaluator::placeOf(const Expr *E) {
  // Lvalues only: nothing that has side effects is evaluated here.
  HostPlace P;
  for (unsigned I = 0; I < 64; ++I) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() != CK_NoOp)
        return std::nullopt;
      E = C->getSubExpr();
      continue;
    }
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E)) {
      if (!M->getSubExpr()->isGLValue())
        return std::nullopt;
      E = M->getSubExpr();
      continue;
    }
    if (const auto *W = dyn_cast<ExprWithCleanups>(E)) {
      E = W->getSubExpr();
      continue;
    }
    if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
      E = S->getReplacement();
      continue;
    }
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl())) {
        P.Base = V;
        return resolveAlias(std::move(P));
      }
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (!F || F->getType()->isReferenceType())
        return std::nullopt;
      P.Path.insert(P.Path.begin(), F);
      const Expr *Base = M->getBase();
      if (!M->isArrow()) {
        E = Base;
        continue;
      }
      Base = Base->IgnoreParenCasts();
      if (isa<CXXThisExpr>(Base))
        return P;
      E = Base;
      // p->f: f of what p points to, if that is known.
      auto Pointer = placeOf(E);
      HostObject V = Pointer ? read(*Pointer) : HostObject();
      if (const auto *A = dyn_cast<UnaryOperator>(E);
          !Pointer && A && A->getOpcode() == UO_AddrOf)
        if (auto Target = placeOf(A->getSubExpr()))
          V = HostObject::address(*Target);
      if (V.K != HostObject::Kind::Address)
        return std::nullopt;
      HostPlace Target = V.Place;
      Target.Path.append(P.Path.begin(), P.Path.end());
      return resolveAlias(std::move(Target));
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_Deref) {
      const Expr *Sub = U->getSubExpr()->IgnoreParenImpCasts();
      if (isa<CXXThisExpr>(Sub))
        return P;
      auto Pointer = placeOf(Sub);
      if (!Pointer)
        return std::nullopt;
      HostObject V = read(*Pointer);
      if (V.K != HostObject::Kind::Address)
        return std::nullopt;
      HostPlace Target = V.Place;
      Target.Path.append(P.Path.begin(), P.Path.end());
      return resolveAlias(std::move(Target));
    }
    if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
      P.Base = dyn_cast<VarDecl>(D->getDecl());
      if (!P.Base)
        return std::nullopt;
      return resolveAlias(std::move(P));
    }
    return std::nullopt;
  }
  return std::nullopt;
}

/// Helpers see the variables of their callers only through captures and
/// pointers; each function's own come first.
const HostObject *HostEvaluator::lookup(const VarDecl *V) {
  if (const HostObject *O = Cur->Env.get(V))
    return O;
  if (!V || !V->isLocalVarDeclOrParm())
    return nullptr;
  for (Frame *F = Cur->Caller; F; F = F->Caller) {
    if (F->Escaped.contains(V) || F->Lost)
      return nullptr;
    if (const HostObject *O = F->Env.get(V))
      return O;
  }
  return nullptr;
}

static bool isImmutable(const ASTContext &Ctx, QualType T) {
  return T.isConstant(Ctx) || (!T.isNull() && T.isConstQualified());
}

bool HostEvaluator::isTracked(const HostPlace &P) {
  if (!P.Base)
    return !Cur->ThisEscaped && !Cur->Lost;
  if (P.Base->getType().isVolatileQualified())
    return false;
  if (isImmutable(Ctx, P.Base->getType()))
    return true;
  for (Frame *F = Cur; F; F = F->Caller)
    if (F->Escaped.contains(P.Base) || F->Lost)
      return false;
  // Kept from call to call: its first value is not its value.
  return !P.Base->isStaticLocal();
}

HostObject HostEvaluator::initialObject(const VarDecl *V) {
  HostPlace P;
  P.Base = V;
  HostObject Unknown = unknownObject(Ctx, V->getType(), nameOf(P));
  if (V->isInvalidDecl() || isa<ParmVarDecl>(V))
    return Unknown;
  bool Const = isImmutable(Ctx, V->getType());
  if (V->isLocalVarDecl() && !V->isStaticLocal())
    return Unknown; // its declaration has not been seen
  if (!Const && !(Hooks.NeverChanged && Hooks.NeverChanged(V)))
    return Unknown;
  const VarDecl *Holder = nullptr;
  const Expr *Init = V->getAnyInitializer(Holder);
  if (!Init || Init->isValueDependent() || Init->containsErrors())
    return Unknown;
  if (auto It = Initials.find(V); It != Initials.end())
    return It->second;
  if (!InitialsInProgress.insert(V).second || InitialsInProgress.size() > 16)
    return Unknown;
  HostObject Value;
  if (Const && Init->getType()->isArithmeticType())
    Value = evalByClang(Init);
  if (Value.K == HostObject::Kind::None) {
    Frame Global;
    Global.Caller = Cur; // a helper: no names of its own, no launches
    if (HelperDepth == 0)
      HelperStepsLeft = HelperSteps;
    Frame *Saved = Cur;
    Cur = &Global;
    Value = eval(Init);
    Cur = Saved;
  }
  if (Value.K == HostObject::Kind::Scalar)
    if (auto H = hostTypeOf(Ctx, V->getType()))
      Value = HostObject::scalar(hostCast(Value.Expr, *H));
  InitialsInProgress.erase(V);
  if (Value.K == HostObject::Kind::None)
    Value = Unknown;
  if (Value.K == HostObject::Kind::Record && Value.Name.empty())
    Value.Name = nameOf(P);
  Initials[V] = Value;
  return Value;
}

HostObject HostEvaluator::read(const HostPlace &P) {
  QualType T = placeType(P);
  if (!isTracked(P))
    return unknownObject(Ctx, T, nameOf(P));
  HostObject O;
  if (const HostObject *Held = lookup(P.Base))
    O = *Held;
  else if (P.Base)
    O = initialObject(P.Base);
  else
    O = HostObject::record("this");
  HostPlace Done;
  Done.Base = P.Base;
  for (const FieldDecl *F : P.Path) {
    if (O.K != HostObject::Kind::Record || F->getType().isVolatileQualified())
      return HostObject();
    Done.Path.push_back(F);
    if (const HostObject *Field = O.field(F)) {
      HostObject Copy = *Field;
      O = std::move(Copy);
      continue;
    }
    std::string Name;
    if (O.Name == "this")
      Name = F->getName().str();
    else if (!O.Name.empty() && !F->getName().empty())
      Name = O.Name + "." + F->getName().str();
    if (Name.size() > MaxNameLength)
      Name.clear();
    O = unknownObject(Ctx, F->getType(), Name);
  }
  return O;
}

std::string HostEvaluator::nameOf(const HostPlace &P) {
  // What a helper calls its variables means nothing to the reader of a launch.
  if (Cur->isHelper() && P.Base && P.Base->isLocalVarDeclOrParm())
    return "";
  std::string Name = placeName(P);
  return Name.size() > MaxNameLength ? "" : Name;
}

HostObject HostEvaluator::named(const HostPlace &P, HostObject V) {
  bool Nameless = V.K == HostObject::Kind::None;
  if (V.K == HostObject::Kind::Scalar && !Cur->isHelper())
    if (const HostExprNode *U = asUnknown(V.Expr))
      Nameless |= U->IsText;
  if (Nameless) {
    HostObject Named = unknownObject(Ctx, placeType(P), nameOf(P));
    return Named.K == HostObject::Kind::None ? V : Named;
  }
  if (V.K == HostObject::Kind::Record) {
    // What a call returned goes by the variable that holds it.
    bool IsText =
        llvm::StringRef(V.Name).find_first_of("([") != llvm::StringRef::npos;
    if (V.Name.empty() || (IsText && V.Fields.empty() && !Cur->isHelper()))
      V.Name = nameOf(P);
    for (HostField &F : V.Fields)
      if (F.Value.K == HostObject::Kind::None && !V.Name.empty())
        F.Value = unknownObject(Ctx, F.Field->getType(),
                                V.Name + "." + F.Field->getName().str());
  }
  return V;
}

/// \p Into with the field at \p Path replaced.
static void setPath(HostObject &Into, llvm::ArrayRef<const FieldDecl *> Path,
                    HostObject V) {
  if (Path.empty()) {
    Into = std::move(V);
    return;
  }
  if (Into.K != HostObject::Kind::Record) {
    Into = HostObject::record();
  }
  HostObject Inner;
  if (const HostObject *Old = Into.field(Path.front()))
    Inner = *Old;
  else if (Path.size() > 1)
    Inner = HostObject::record(
        Into.Name.empty() ? ""
                          : Into.Name + "." + Path.front()->getName().str());
  setPath(Inner, Path.drop_front(), std::move(V));
  Into.setField(Path.front(), std::move(Inner));
}

void HostEvaluator::write(const HostPlace &P, HostObject V) {
  if (!isTracked(P))
    return;
  // A helper may only change what is its own; its caller forgets the rest.
  if (Cur->isHelper() && P.Base && !Cur->Env.get(P.Base) &&
      !(Cur->F && P.Base->getDeclContext() == Cur->F))
    return;
  for (const FieldDecl *F : P.Path)
    if (F->getParent()->isUnion() || F->isBitField())
      V = HostObject(); // the other members change with it
  if (auto H = hostTypeOf(Ctx, placeType(P));
      H && V.K == HostObject::Kind::Scalar)
    V = HostObject::scalar(hostCast(V.Expr, *H));
  V = named(P, std::move(V));
  if (P.Path.empty()) {
    Cur->Env.set(P.Base, std::move(V));
    return;
  }
  HostPlace Whole;
  Whole.Base = P.Base;
  HostObject O = read(Whole);
  if (!P.Base && O.K != HostObject::Kind::Record)
    O = HostObject::record("this");
  if (O.K != HostObject::Kind::Record && O.K != HostObject::Kind::None)
    return;
  setPath(O, P.Path, std::move(V));
  Cur->Env.set(P.Base, std::move(O));
}

void HostEvaluator::forget(const HostPlace &Place) {
  HostPlace P = resolveAlias(Place);
  if (!P.Base && P.Path.empty()) {
    Cur->Env.set(nullptr, std::nullopt);
    return;
  }
  write(P, unknownObject(Ctx, placeType(P), nameOf(P)));
}

void HostEvaluator::escape(const HostPlace &Place) {
  HostPlace P = resolveAlias(Place);
  if (!P.Base)
    Cur->ThisEscaped = true;
  else
    Cur->Escaped.insert(P.Base);
}

/// Code of the user's has run: what others can reach may have changed.
void HostEvaluator::forgetShared() {
  std::vector<const VarDecl *> Shared;
  Cur->Env.forEachKey([&](const VarDecl *V) {
    if (!V || (!V->isLocalVarDeclOrParm() && !isImmutable(Ctx, V->getType())))
      Shared.push_back(V);
  });
  for (const VarDecl *V : Shared) {
    // The members of an object under construction or inside a helper are its
    // own: the helper's object is a copy.
    if (!V && Cur->isHelper())
      continue;
    HostPlace P;
    P.Base = V;
    if (V)
      Cur->Env.set(V, unknownObject(Ctx, V->getType(), nameOf(P)));
    else
      Cur->Env.set(nullptr, std::nullopt);
  }
}

void HostEvaluator::forgetAll(const MutationSet &M) {
  if (M.Everything)
    return giveUp();
  for (const HostPlace &P : M.Places)
    forget(P);
  if (M.CallsUserCode)
    forgetShared();
}

std::string HostEvaluator::textOf(const Expr *E) {
  if (Cur->isHelper())
    return "";
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const Expr *Base = M->getBase()->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(Base))
      return M->getMemberDecl()->getName().str();
    std::string Left = textOf(Base);
    if (Left.empty() || !M->getMemberDecl()->getDeclName().isIdentifier())
      return "";
    return Left + "." + M->getMemberDecl()->getName().str();
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl())) {
      HostPlace P;
      P.Base = V;
      return nameOf(P);
    }
    return D->getDecl()->getDeclName().isIdentifier()
               ? D->getDecl()->getName().str()
               : "";
  }
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      Ctx.getLangOpts());
  if (Range.isInvalid())
    return "";
  llvm::StringRef Text = Lexer::getSourceText(Range, SM, Ctx.getLangOpts());
  if (Text.size() > 2 * MaxNameLength)
    return "";
  // Only what the assume grammar takes for a name.
  std::string Name;
  int Open = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == ' ' && Open)
      continue;
    if (C == '(' || C == '[')
      if (++Open > 1)
        return "";
    if (C == ')' || C == ']')
      --Open;
    if (C == '-' && I + 1 < Text.size() && Text[I + 1] == '>') {
      Name += '.';
      ++I;
    } else if (llvm::isAlnum(C) || C == '_' || C == '.' || C == ':' ||
               C == '(' || C == ')' || C == '[' || C == ']' ||
               (Open && (C == ','))) {
      Name += C;
    } else {
      return "";
    }
  }
  llvm::StringRef Short = Name;
  Short.consume_front("this.");
  Short.consume_front("::");
  if (Short.empty() || Short.size() > MaxNameLength || llvm::isDigit(Short[0]))
    return "";
  return Short.str();
}
