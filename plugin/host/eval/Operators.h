//===- Operators.h - Host operators and assignments -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_OPERATORS_H
#define GPUPERF_PLUGIN_HOST_EVAL_OPERATORS_H

#include "plugin/host/state/Joins.h"

namespace gpuperf::host {

class OperatorEvaluator {
public:
  OperatorEvaluator(WalkState &State, PlaceTable &Places, Joiner &Joins)
      : State(State), Places(Places), Joins(Joins) {}

  HostObject unary(const clang::UnaryOperator *E);
  HostObject binary(const clang::BinaryOperator *E);
  /// `Condition ? A : B`.
  HostObject conditional(const clang::ConditionalOperator *E);

private:
  WalkState &State;
  PlaceTable &Places;
  Joiner &Joins;

  HostObject arithmetic(HostOp Op, const clang::UnaryOperator *E);
  HostObject addressOf(const clang::UnaryOperator *E);
  HostObject dereference(const clang::UnaryOperator *E);
  HostObject increment(const clang::UnaryOperator *E);
  HostObject arithmetic(const clang::BinaryOperator *E);
  HostObject logic(const clang::BinaryOperator *E);
  HostObject assign(const clang::BinaryOperator *E);
  HostObject assignUnfollowed(const clang::BinaryOperator *E);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_OPERATORS_H
