//===- Statements.cpp - Host statements -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Evaluator.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

static constexpr unsigned MaxStmtDepth = 300;
/// Rounds of a helper function's loop that are run with known values.
static constexpr unsigned MaxConcreteRounds = 128;

static std::optional<bool> truthOf(const HostExpr &E) {
  auto V = constantValue(E);
  if (!V)
    return std::nullopt;
  return V->IsFloating ? V->Floating != 0 : V->Integer != 0;
}

void HostEvaluator::walkFunction(const FunctionDecl *F, HostEnv Seeds) {
  Frame Top;
  Top.F = F;
  Top.Env = std::move(Seeds);
  Cur = &Top;
  Depth = HelperDepth = 0;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      HostObject V = eval(I->getInit());
      if (!I->isMemberInitializer())
        continue;
      HostPlace P;
      P.Path.push_back(I->getMember());
      write(P, std::move(V));
    }
  runFunction(F);
  Cur = nullptr;
}

void HostEvaluator::walkInitializer(const VarDecl *V) {
  Frame Top;
  Cur = &Top;
  Depth = HelperDepth = 0;
  if (V->hasInit())
    eval(V->getInit());
  Cur = nullptr;
}

void HostEvaluator::runFunction(const FunctionDecl *F) {
  if (const Stmt *Body = F->getBody())
    exec(Body);
}

static bool isZeroOrOne(const HostExpr &E) {
  auto V = constantValue(E);
  return V && !V->IsFloating && (V->Integer == 0 || V->Integer == 1);
}

HostObject HostEvaluator::mergeValues(QualType T, llvm::StringRef Name,
                                      const HostExpr &Condition,
                                      const HostObject &A,
                                      const HostObject &B) {
  if (sameObject(A, B))
    return A;
  if (Condition && A.K == Kind::Scalar && B.K == Kind::Scalar) {
    // Worth keeping as a choice if it asks for no name that the values do not
    // ask for themselves: (n % b) ? n / b + 1 : n / b, but not argc > 1 ? 64 :
    // 128; or if it rounds up: n / b + (n % b ? 1 : 0).
    std::vector<std::string> Names = freeNames(A.Expr);
    llvm::append_range(Names, freeNames(B.Expr));
    std::vector<std::string> Asked = freeNames(Condition);
    bool Covered =
        Cur->isHelper() || (isZeroOrOne(A.Expr) && isZeroOrOne(B.Expr)) ||
        (!Asked.empty() && llvm::all_of(Asked, [&](const std::string &N) {
          return HostSymbols::isName(N) || llvm::is_contained(Names, N);
        }));
    if (Covered && hostTypeOf(Ctx, T))
      if (HostExpr S = hostApply(HostOp::Select, *hostTypeOf(Ctx, T),
                                 {Condition, A.Expr, B.Expr}))
        return HostObject::scalar(S);
  }
  if (Condition && A.K == Kind::Record && B.K == Kind::Record) {
    HostObject O = HostObject::record(Name.str());
    for (const HostField &F : A.Fields) {
      std::string FieldName;
      if (!Name.empty())
        FieldName = (Name + "." + F.Field->getName()).str();
      if (const HostObject *Other = B.field(F.Field))
        O.setField(F.Field, mergeValues(F.Field->getType(), FieldName,
                                        Condition, F.Value, *Other));
    }
    return O;
  }
  return mergeObjects(Ctx, T, Name, A, B);
}

void HostEvaluator::join(std::vector<HostEnv::Delta> Ways,
                         const HostExpr &Condition) {
  llvm::MapVector<const VarDecl *, bool> Keys;
  for (const auto &W : Ways)
    for (const auto &Entry : W)
      Keys[Entry.first] = true;
  for (const auto &Key : Keys) {
    const VarDecl *V = Key.first;
    HostPlace P;
    P.Base = V;
    std::optional<HostObject> Merged;
    bool First = true, Absent = false;
    const HostObject *Base = Cur->Env.get(V);
    for (const auto &W : Ways) {
      auto It = W.find(V);
      std::optional<HostObject> Here;
      if (It != W.end())
        Here = It->second;
      else if (Base)
        Here = *Base;
      else if (!V)
        Here = HostObject::record("this");
      else if (V->isLocalVarDeclOrParm() && !isa<ParmVarDecl>(V))
        Absent = true; // out of scope on that way
      else
        Here = read(P);
      if (!Here) {
        Absent = true;
        break;
      }
      if (First)
        Merged = std::move(Here);
      else
        Merged =
            mergeValues(placeType(P), V ? nameOf(P) : "this",
                        Ways.size() == 2 ? Condition : nullptr, *Merged, *Here);
      First = false;
    }
    if (Absent)
      Cur->Env.set(V, std::nullopt);
    else if (!V && Merged && Merged->K != Kind::Record)
      Cur->Env.set(V, std::nullopt);
    else
      Cur->Env.set(V, Merged);
  }
}

void HostEvaluator::exec(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    eval(E);
    return;
  }
  if (Depth > MaxStmtDepth || !spend())
    return giveUp();
  ++Depth;
  execNode(S);
  --Depth;
}

void HostEvaluator::execNode(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Child : cast<CompoundStmt>(S)->body())
      exec(Child);
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        execVar(V);
    return;
  case Stmt::IfStmtClass:
    return execIf(cast<IfStmt>(S));
  case Stmt::ForStmtClass: {
    const auto *F = cast<ForStmt>(S);
    return execLoop(S, F->getInit(),
                    {F->getConditionVariableDeclStmt(), F->getCond(),
                     F->getBody(), F->getInc()});
  }
  case Stmt::WhileStmtClass: {
    const auto *W = cast<WhileStmt>(S);
    return execLoop(
        S, nullptr,
        {W->getConditionVariableDeclStmt(), W->getCond(), W->getBody()});
  }
  case Stmt::DoStmtClass: {
    const auto *D = cast<DoStmt>(S);
    bool Once = false;
    if (!D->getCond()->isValueDependent() && !D->getCond()->containsErrors() &&
        D->getCond()->EvaluateAsBooleanCondition(Once, Ctx) && !Once)
      return execDoOnce(D); // do { ... } while (0)
    return execLoop(S, nullptr, {D->getBody(), D->getCond()});
  }
  case Stmt::CXXForRangeStmtClass: {
    const auto *R = cast<CXXForRangeStmt>(S);
    exec(R->getInit());
    exec(R->getRangeStmt());
    exec(R->getBeginStmt());
    return execLoop(
        S, R->getEndStmt(),
        {R->getCond(), R->getLoopVarStmt(), R->getBody(), R->getInc()});
  }
  case Stmt::SwitchStmtClass:
    return execSwitch(cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return execCase(cast<SwitchCase>(S));
  case Stmt::BreakStmtClass:
    return execJump(/*IsBreak=*/true);
  case Stmt::ContinueStmtClass:
    return execJump(/*IsBreak=*/false);
  case Stmt::ReturnStmtClass:
    return execReturn(cast<ReturnStmt>(S));
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    Cur->Reachable = false;
    if (Cur->isHelper())
      giveUp();
    return;
  case Stmt::LabelStmtClass: {
    // Control may come from anywhere in the function.
    if (!Cur->Mutations) {
      Cur->Mutations.emplace();
      if (Cur->F)
        collectMutations(Ctx, Cur->F->getBody(), *Cur->Mutations);
    }
    MutationSet All = *Cur->Mutations;
    forgetAll(All);
    forgetFacts();
    Cur->Reachable = true;
    return exec(cast<LabelStmt>(S)->getSubStmt());
  }
  case Stmt::AttributedStmtClass:
    return exec(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::CXXTryStmtClass:
    return execTry(cast<CXXTryStmt>(S));
  case Stmt::NullStmtClass:
    return;
  default: {
    // Pragmas, assembly, coroutines, ...: what it changes is not known after
    // it.
    MutationSet M;
    collectMutations(Ctx, S, M);
    forgetAll(M);
    for (const Stmt *Child : S->children())
      exec(Child);
    forgetAll(M);
    return;
  }
  }
}

void HostEvaluator::execVar(const VarDecl *V) {
  HostPlace P;
  P.Base = V;
  const Expr *Init = V->getInit();
  if (V->isStaticLocal()) {
    if (Init && !V->getType().isConstQualified())
      eval(Init);
    return; // a constant is read on demand
  }
  if (V->isInvalidDecl() || V->hasExternalStorage()) {
    Cur->Env.set(V, unknownObject(Ctx, V->getType(), nameOf(P)));
    return;
  }
  if (V->getType()->isReferenceType() && Init) {
    if (auto Target = placeOf(Init); Target && Target->Base) {
      Cur->Env.set(V, HostObject::address(*Target));
      return;
    }
    // A part of something that is not followed may change unseen.
    HostObject Value = eval(Init);
    const auto *W = dyn_cast<ExprWithCleanups>(Init);
    const Expr *Inner = W ? W->getSubExpr() : Init;
    bool Temporary = isa<MaterializeTemporaryExpr>(Inner->IgnoreParens());
    if (!Temporary) {
      if (auto S = syntacticPlace(Init);
          S && !V->getType()->getPointeeType().isConstQualified())
        escape(*S);
      Value = unknownObject(Ctx, V->getType(), nameOf(P));
    }
    Cur->Env.set(V, named(P, std::move(Value)));
    return;
  }
  HostObject Value = Init ? eval(Init) : HostObject();
  if (auto H = hostTypeOf(Ctx, V->getType()); H && Value.K == Kind::Scalar)
    Value = HostObject::scalar(hostCast(Value.Expr, *H));
  // Not write(): a constant may be given its first value.
  Cur->Env.set(V, named(P, std::move(Value)));
}

void HostEvaluator::execIf(const IfStmt *S) {
  exec(S->getInit());
  if (S->getConditionVariableDeclStmt())
    exec(S->getConditionVariableDeclStmt());
  HostExpr C = S->getCond() ? evalScalar(S->getCond()) : nullptr;
  if (S->isConsteval())
    C = nullptr;
  auto Known = truthOf(C);
  if (Known && Cur->isHelper()) {
    exec(*Known ? S->getThen() : S->getElse());
    return;
  }
  bool Reachable = Cur->Reachable;
  size_t Mark = Cur->Env.mark();
  Cur->PathConditions.push_back(C);
  HostEnv::Delta Facts;
  assumeCondition(S->getCond(), true, Facts);
  Cur->BranchFacts.push_back(&Facts);
  exec(S->getThen());
  bool ThenFalls = Cur->Reachable;
  auto Then = Cur->Env.take(Mark);
  dropFacts(Then, Facts);
  Cur->PathConditions.back() =
      C ? hostApply(HostOp::Not, HostType(), {C}) : nullptr;
  Cur->Reachable = Reachable;
  Facts.clear();
  if (S->getElse()) {
    assumeCondition(S->getCond(), false, Facts);
    exec(S->getElse());
  }
  bool ElseFalls = Cur->Reachable;
  auto Else = Cur->Env.take(Mark);
  dropFacts(Else, Facts);
  Cur->BranchFacts.pop_back();
  Cur->PathConditions.pop_back();
  if (Known)
    (*Known ? ElseFalls : ThenFalls) = false;
  Cur->Reachable = ThenFalls || ElseFalls;
  if (ThenFalls && ElseFalls)
    join({std::move(Then), std::move(Else)}, C);
  else
    Cur->Env.applyDelta(ThenFalls ? Then : Else);
}

/// Known values go round a helper's loop as they would in the program.
bool HostEvaluator::execConcretely(const Stmt *Cond, const Stmt *Body,
                                   const Stmt *Inc, bool TestFirst) {
  size_t Mark = Cur->Env.mark();
  for (unsigned Round = 0; Round < MaxConcreteRounds; ++Round) {
    if (Round || TestFirst) {
      const auto *C = dyn_cast_or_null<Expr>(Cond);
      auto Known = C ? truthOf(evalScalar(C)) : std::nullopt;
      if (!Known || Cur->Lost)
        break;
      if (!*Known)
        return true;
    }
    size_t Returns = Cur->Returns.size();
    exec(Body);
    if (!Cur->Reachable || Cur->Returns.size() != Returns)
      break; // break, continue, return: not followed here
    exec(Inc);
  }
  Cur->Env.rollback(Mark);
  return false;
}

void HostEvaluator::execLoop(const Stmt *S, const Stmt *Init,
                             llvm::ArrayRef<const Stmt *> Once) {
  exec(Init);
  MutationSet M;
  for (const Stmt *Part : Once)
    if (Part)
      collectMutations(Ctx, Part, M);
  if (Cur->isHelper() && !Cur->Lost && Cur->Reachable) {
    size_t Returns = Cur->Returns.size();
    bool Done = false;
    Cur->Jumps.push_back(
        {JumpTarget::Kind::Loop, Cur->Env.mark(), {}, false, 0});
    if (const auto *F = dyn_cast<ForStmt>(S))
      Done = !F->getConditionVariable() &&
             execConcretely(F->getCond(), F->getBody(), F->getInc(), true);
    else if (const auto *W = dyn_cast<WhileStmt>(S))
      Done = !W->getConditionVariable() &&
             execConcretely(W->getCond(), W->getBody(), nullptr, true);
    else if (const auto *D = dyn_cast<DoStmt>(S))
      Done = execConcretely(D->getCond(), D->getBody(), nullptr, false);
    Cur->Jumps.pop_back();
    Cur->Reachable = true;
    if (Done)
      return;
    Cur->Returns.resize(std::min(Returns, Cur->Returns.size()));
  }
  forgetAll(M);
  Cur->Jumps.push_back({JumpTarget::Kind::Loop, Cur->Env.mark(), {}, false, 0});
  Cur->PathConditions.push_back(nullptr); // how often is not known
  bool Reachable = Cur->Reachable;
  for (const Stmt *Part : Once)
    exec(Part);
  Cur->PathConditions.pop_back();
  Cur->Jumps.pop_back();
  // It may have run no time or have been left half-way.
  forgetAll(M);
  Cur->Reachable = Reachable;
}

void HostEvaluator::execDoOnce(const DoStmt *S) {
  size_t Mark = Cur->Env.mark();
  Cur->Jumps.push_back({JumpTarget::Kind::Once, Mark, {}, false, 0});
  exec(S->getBody());
  JumpTarget T = std::move(Cur->Jumps.back());
  Cur->Jumps.pop_back();
  if (T.Exits.empty())
    return;
  auto Last = Cur->Env.take(Mark);
  if (Cur->Reachable)
    T.Exits.push_back(std::move(Last));
  Cur->Reachable = true;
  join(std::move(T.Exits), nullptr);
}

void HostEvaluator::execSwitch(const SwitchStmt *S) {
  exec(S->getInit());
  if (S->getConditionVariableDeclStmt())
    exec(S->getConditionVariableDeclStmt());
  eval(S->getCond());
  size_t Mark = Cur->Env.mark();
  Cur->Jumps.push_back({JumpTarget::Kind::Switch, Mark, {}, false, 0});
  Cur->PathConditions.push_back(nullptr);
  Cur->Jumps.back().PathDepth = Cur->PathConditions.size();
  Cur->Jumps.back().Switched = S->getCond();
  bool Reachable = Cur->Reachable;
  Cur->Reachable = false;
  exec(S->getBody());
  Cur->PathConditions.pop_back();
  JumpTarget T = std::move(Cur->Jumps.back());
  Cur->Jumps.pop_back();
  auto Last = Cur->Env.take(Mark);
  dropFacts(Last, T.Facts);
  if (Cur->Reachable)
    T.Exits.push_back(std::move(Last));
  if (!T.HasDefault && !S->isAllEnumCasesCovered())
    T.Exits.emplace_back();
  Cur->Reachable = Reachable && !T.Exits.empty();
  if (!T.Exits.empty())
    join(std::move(T.Exits), nullptr);
}

void HostEvaluator::execCase(const SwitchCase *S) {
  if (!Cur->Jumps.empty() && Cur->Jumps.back().K == JumpTarget::Kind::Switch &&
      Cur->Jumps.back().PathDepth == Cur->PathConditions.size()) {
    JumpTarget &T = Cur->Jumps.back();
    T.HasDefault |= isa<DefaultStmt>(S);
    size_t Mark = T.Mark;
    if (Cur->Reachable) { // falls through from the case above
      std::vector<HostEnv::Delta> Ways(1);
      Ways.push_back(Cur->Env.take(Mark));
      dropFacts(Ways.back(), T.Facts);
      T.Facts.clear();
      join(std::move(Ways), nullptr);
    } else {
      Cur->Env.rollback(Mark);
      T.Facts.clear();
      const auto *Case = dyn_cast<CaseStmt>(S);
      if (Case && !Case->getRHS())
        assumeEqual(T.Switched, Case->getLHS(), T.Facts);
    }
  } else {
    giveUp(); // a case label inside an if or a loop: into its middle
  }
  Cur->Reachable = true;
  exec(S->getSubStmt());
}

void HostEvaluator::execJump(bool IsBreak) {
  for (JumpTarget &T : llvm::reverse(Cur->Jumps)) {
    if (T.K == JumpTarget::Kind::Switch && !IsBreak)
      continue;
    if (T.K != JumpTarget::Kind::Loop && Cur->Reachable) {
      T.Exits.push_back(Cur->Env.changesSince(T.Mark));
      dropFacts(T.Exits.back(), T.Facts);
      for (const HostEnv::Delta *Facts : Cur->BranchFacts)
        dropFacts(T.Exits.back(), *Facts);
    }
    break;
  }
  Cur->Reachable = false;
}

void HostEvaluator::execReturn(const ReturnStmt *S) {
  HostObject V = S->getRetValue() ? eval(S->getRetValue()) : HostObject();
  if (Cur->isHelper() && Cur->Reachable) {
    Return R;
    R.Value = std::move(V);
    R.Always = Cur->PathConditions.empty();
    if (!R.Always) {
      R.Condition = Cur->PathConditions.front();
      for (const HostExpr &C : llvm::drop_begin(Cur->PathConditions))
        R.Condition = R.Condition && C ? hostApply(HostOp::LogicalAnd,
                                                   HostType(), {R.Condition, C})
                                       : nullptr;
    }
    Cur->Returns.push_back(std::move(R));
  }
  Cur->Reachable = false;
}

void HostEvaluator::execTry(const CXXTryStmt *S) {
  MutationSet M;
  collectMutations(Ctx, S->getTryBlock(), M);
  size_t Mark = Cur->Env.mark();
  bool Reachable = Cur->Reachable;
  std::vector<HostEnv::Delta> Ways;
  exec(S->getTryBlock());
  auto Way = Cur->Env.take(Mark);
  if (Cur->Reachable)
    Ways.push_back(std::move(Way));
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    Cur->Reachable = Reachable;
    forgetAll(M); // thrown from anywhere inside
    exec(S->getHandler(I)->getHandlerBlock());
    Way = Cur->Env.take(Mark);
    if (Cur->Reachable)
      Ways.push_back(std::move(Way));
  }
  Cur->Reachable = Reachable && !Ways.empty();
  if (!Ways.empty())
    join(std::move(Ways), nullptr);
}
