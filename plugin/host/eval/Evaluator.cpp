//===- Evaluator.cpp - Straight-line evaluation of host code --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/Evaluator.h"
#include "plugin/host/eval/Expressions.h"
#include "plugin/host/eval/Statements.h"
#include "plugin/host/state/Scope.h"
#include "clang/AST/ASTContext.h"

using namespace gpuperf;
using namespace gpuperf::host;
using namespace clang;

/// A launch that is read on its own has as many steps, even where the walks
/// have used up all others.
static constexpr uint64_t StepsOfOneLaunch = 10'000;

struct Evaluator::Parts final : TreeWalk {
  WalkState State;
  ConstantFolder Constants;
  Namer Names;
  InitialValues Initials;
  PlaceTable Places;
  Joiner Joins;
  BranchFacts Facts;
  InlineCalls Inline;
  LaunchReader Launches;
  LambdaReader Lambdas;
  ConstructorCalls Constructors;
  CallEvaluator Calls;
  OperatorEvaluator Operators;
  ExpressionEvaluator Expressions;
  LoopWalker Loops;
  JumpWalker Jumps;
  StatementWalker Statements;

  Parts(ASTContext &Ctx, EvaluatorHooks Hooks)
      : State(Ctx, std::move(Hooks), *this),
        Constants(Ctx, State.Hooks.Symbols), Names(State),
        Initials(State, Constants, Names), Places(State, Names, Initials),
        Joins(State, Names, Places), Facts(State, Places),
        Inline(State, Places, Joins), Launches(State, Places),
        Lambdas(State, Names, Places),
        Constructors(State, Constants, Places, Inline),
        Calls(State, Constants, Names, Places, Inline, Launches),
        Operators(State, Places, Joins),
        Expressions(State, {Constants, Names, Places, Operators, Calls,
                            Constructors, Lambdas, Launches}),
        Loops(State, Places, Joins), Jumps(State, Facts, Joins),
        Statements(State, {Names, Places, Joins, Facts, Loops, Jumps}) {}

  HostObject eval(const Expr *E) override { return Expressions.eval(E); }
  void exec(const Stmt *S) override { Statements.exec(S); }
};

Evaluator::Evaluator(ASTContext &Ctx, EvaluatorHooks Hooks)
    : All(std::make_unique<Parts>(Ctx, std::move(Hooks))) {}

Evaluator::~Evaluator() = default;

void Evaluator::walkFunction(const FunctionDecl *F, HostEnv Seeds) {
  Frame Top;
  Top.Function = F;
  Top.Env = std::move(Seeds);
  FrameScope Scope(All->State, Top);
  All->Inline.walkBody(F);
}

void Evaluator::walkInitializer(const VarDecl *V) {
  Frame Top;
  FrameScope Scope(All->State, Top);
  if (V->hasInit())
    All->eval(V->getInit());
}

void Evaluator::readAlone(const CallExpr *Launch) {
  Frame Alone;
  Alone.Lost = true; // nothing that can change is known
  FrameScope Scope(All->State, Alone);
  All->State.StepsLeft = std::max(All->State.StepsLeft, StepsOfOneLaunch);
  All->eval(Launch);
}
