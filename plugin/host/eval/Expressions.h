//===- Expressions.h - Host expressions -------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_EXPRESSIONS_H
#define GPUPERF_PLUGIN_HOST_EVAL_EXPRESSIONS_H

#include "plugin/host/eval/Calls.h"
#include "plugin/host/eval/Constructors.h"
#include "plugin/host/eval/Lambdas.h"
#include "plugin/host/eval/Operators.h"

namespace gpuperf::host {

/// Gives each kind of expression to the part that understands it; literals,
/// names, members, casts and initialiser lists are evaluated here.
class ExpressionEvaluator {
public:
  struct Parts {
    const ConstantFolder &Constants;
    const Namer &Names;
    PlaceTable &Places;
    OperatorEvaluator &Operators;
    CallEvaluator &Calls;
    ConstructorCalls &Constructors;
    LambdaReader &Lambdas;
    LaunchReader &Launches;
  };

  ExpressionEvaluator(WalkState &State, const Parts &Use)
      : State(State), Use(Use) {}

  HostObject eval(const clang::Expr *E);

private:
  WalkState &State;
  Parts Use;

  HostObject evalNode(const clang::Expr *E);
  HostObject evalCast(const clang::CastExpr *E);
  HostObject evalPointer(const clang::Expr *E, clang::QualType T);
  HostObject evalDeclRef(const clang::DeclRefExpr *E);
  HostObject evalMember(const clang::MemberExpr *E);
  HostObject evalSubscript(const clang::Expr *E);
  HostObject evalInitList(const clang::InitListExpr *E);
  HostObject evalArrayList(const clang::InitListExpr *E,
                           clang::QualType Element);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_EXPRESSIONS_H
