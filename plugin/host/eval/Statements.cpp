//===- Statements.cpp - Host statements -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Statements.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;
using Kind = HostObject::Kind;

void StatementWalker::exec(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    State.Tree.eval(E);
    return;
  }
  if (State.Depth > MaxDepth || !State.spend())
    return State.giveUp();
  DepthScope Deeper(State);
  execNode(S);
}

void StatementWalker::execNode(const Stmt *S) {
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
  case Stmt::ForStmtClass:
    return Use.Loops.exec(cast<ForStmt>(S));
  case Stmt::WhileStmtClass:
    return Use.Loops.exec(cast<WhileStmt>(S));
  case Stmt::DoStmtClass:
    return Use.Loops.exec(cast<DoStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return Use.Loops.exec(cast<CXXForRangeStmt>(S));
  case Stmt::SwitchStmtClass:
    return Use.Jumps.execSwitch(cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return Use.Jumps.execCase(cast<SwitchCase>(S));
  case Stmt::BreakStmtClass:
    return Use.Jumps.execBreak();
  case Stmt::ContinueStmtClass:
    return Use.Jumps.execContinue();
  case Stmt::ReturnStmtClass:
    return Use.Jumps.execReturn(cast<ReturnStmt>(S));
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    return execGoto();
  case Stmt::LabelStmtClass:
    return execLabel(cast<LabelStmt>(S));
  case Stmt::AttributedStmtClass:
    return exec(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::CXXTryStmtClass:
    return execTry(cast<CXXTryStmt>(S));
  case Stmt::NullStmtClass:
    return;
  default:
    return execUnknown(S);
  }
}

void StatementWalker::execGoto() {
  State.frame().Reachable = false;
  if (State.inHelper())
    State.giveUp();
}

/// Control may come to a label from anywhere in the function.
void StatementWalker::execLabel(const LabelStmt *S) {
  Use.Places.forgetAll(State.frame().mutations(State.Ctx));
  Use.Facts.forgetAll();
  State.frame().Reachable = true;
  exec(S->getSubStmt());
}

/// Pragmas, assembly, coroutines, ...: what they change is not known after
/// them.
void StatementWalker::execUnknown(const Stmt *S) {
  MutationSet Changed;
  collectMutations(State.Ctx, S, Changed);
  Use.Places.forgetAll(Changed);
  for (const Stmt *Child : S->children())
    exec(Child);
  Use.Places.forgetAll(Changed);
}

/// What the reference \p V is bound to: an address, if it is a place that is
/// followed, else the value that stands there.
HostObject StatementWalker::referenceValue(const VarDecl *V) {
  const Expr *Init = V->getInit();
  if (auto Target = Use.Places.placeOf(Init); Target && Target->Base)
    return HostObject::address(*Target);
  HostPlace P;
  P.Base = V;
  HostObject Value = State.Tree.eval(Init);
  const auto *W = dyn_cast<ExprWithCleanups>(Init);
  const Expr *Inner = W ? W->getSubExpr() : Init;
  if (!isa<MaterializeTemporaryExpr>(Inner->IgnoreParens())) {
    // A part of something that is not followed may change unseen.
    if (auto Bound = syntacticPlace(Init);
        Bound && !V->getType()->getPointeeType().isConstQualified())
      Use.Places.escape(*Bound);
    Value = unknownObject(State.Ctx, V->getType(), Use.Names.ofPlace(P));
  }
  return Use.Names.named(P, std::move(Value));
}

void StatementWalker::execVar(const VarDecl *V) {
  HostPlace P;
  P.Base = V;
  const Expr *Init = V->getInit();
  if (V->isStaticLocal()) {
    if (Init && !V->getType().isConstQualified())
      State.Tree.eval(Init);
    return; // a constant is read on demand
  }
  if (V->isInvalidDecl() || V->hasExternalStorage()) {
    State.frame().Env.set(
        V, unknownObject(State.Ctx, V->getType(), Use.Names.ofPlace(P)));
    return;
  }
  if (V->getType()->isReferenceType() && Init) {
    State.frame().Env.set(V, referenceValue(V));
    return;
  }
  HostObject Value = State.Tree.eval(Init);
  if (auto H = hostTypeOf(State.Ctx, V->getType());
      H && Value.K == Kind::Scalar)
    Value = HostObject::scalar(hostCast(Value.Expr, *H));
  HostObject First = Use.Names.named(P, std::move(Value));
  First.Unset = !Init && V->getType()->isArithmeticType();
  // Not write(): a constant may be given its first value.
  State.frame().Env.set(V, std::move(First));
}

/// Walks one side of an if, where \p Condition holds or does not hold. \p Path
/// is the same as a value; null: not known.
Way StatementWalker::walkBranch(const Stmt *Branch, const Expr *Condition,
                                bool Holds, HostExpr Path) {
  Frame &In = State.frame();
  BranchScope Side(In);
  if (!Branch)
    return Side.way();
  PathScope Under(In, std::move(Path));
  HostEnv::Delta Facts;
  Use.Facts.assumeCondition(Condition, Holds, Facts);
  FactsScope Known(In, Facts);
  exec(Branch);
  Way Result = Side.way();
  BranchFacts::drop(Result.Changes, Facts);
  return Result;
}

void StatementWalker::execIf(const IfStmt *S) {
  exec(S->getInit());
  exec(S->getConditionVariableDeclStmt());
  HostExpr C = State.Tree.evalScalar(S->getCond());
  if (S->isConsteval())
    C = nullptr;
  auto Known = truthOf(C);
  if (Known && State.inHelper())
    return exec(*Known ? S->getThen() : S->getElse());
  Way Then = walkBranch(S->getThen(), S->getCond(), true, C);
  HostExpr Not = C ? hostApply(HostOp::Not, HostType(), {C}) : nullptr;
  Way Else = walkBranch(S->getElse(), S->getCond(), false, Not);
  if (Known)
    (*Known ? Else : Then).ReachesEnd = false;
  Frame &In = State.frame();
  In.Reachable = Then.ReachesEnd || Else.ReachesEnd;
  if (Then.ReachesEnd && Else.ReachesEnd)
    Use.Joins.join({std::move(Then.Changes), std::move(Else.Changes)}, C);
  else
    In.Env.applyDelta(Then.ReachesEnd ? Then.Changes : Else.Changes);
}

void StatementWalker::execTry(const CXXTryStmt *S) {
  Frame &In = State.frame();
  MutationSet Changed;
  collectMutations(State.Ctx, S->getTryBlock(), Changed);
  std::vector<HostEnv::Delta> Ways;
  auto Add = [&](Way W) {
    if (W.ReachesEnd)
      Ways.push_back(std::move(W.Changes));
  };
  {
    BranchScope Block(In);
    exec(S->getTryBlock());
    Add(Block.way());
  }
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    BranchScope Handler(In);
    Use.Places.forgetAll(Changed); // thrown from anywhere inside
    exec(S->getHandler(I)->getHandlerBlock());
    Add(Handler.way());
  }
  if (Ways.empty())
    In.Reachable = false;
  else
    Use.Joins.join(std::move(Ways), nullptr);
}
