//===- VariableArgumentsTest.cpp - Values of variables in a launch --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/VariableArguments.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// A kernel of one parameter that reads two variables.
KernelSummary reading() {
  KernelSummary K;
  K.Params.resize(3);
  K.Params[0].Name = "x";
  K.Params[1].Name = "N";
  K.Params[2].Name = "ns::P";
  K.Params[1].IsVariable = K.Params[2].IsVariable = true;
  K.Params[2].IsByValStruct = true;
  return K;
}
} // namespace

TEST(VariableArguments, StandAfterTheKernelsOwn) {
  const KernelSummary K = reading();
  EXPECT_EQ(ownParameters(K), 1u);
  Launch L;
  L.Args.resize(1);
  ArgValue P;
  P.Fields = {{8, ArgValue::integer(3)}};
  L.Variables = {{"ns::P", P}, {"Other", ArgValue::integer(9)}};
  EXPECT_TRUE(lacksVariables(K, L));
  addVariableArguments(K, L);
  EXPECT_FALSE(lacksVariables(K, L));
  ASSERT_EQ(L.Args.size(), 3u);
  EXPECT_EQ(L.Args[1].K, ArgValue::Kind::Unknown); // nobody says N
  ASSERT_EQ(L.Args[2].Fields.size(), 1u);
  EXPECT_EQ(L.Args[2].Fields[0].second.Integer, 3);
  // Asked once more, of a launch that says more.
  L.Variables.push_back({"N", ArgValue::integer(5)});
  addVariableArguments(K, L);
  ASSERT_EQ(L.Args.size(), 3u);
  EXPECT_EQ(L.Args[1].Integer, 5);
}

TEST(VariableArguments, AKernelWithoutVariablesLacksNone) {
  KernelSummary K;
  K.Params.resize(2);
  Launch L;
  EXPECT_FALSE(lacksVariables(K, L));
  L.Variables = {{"N", ArgValue::integer(5)}};
  addVariableArguments(K, L);
  EXPECT_TRUE(L.Args.empty());
}

TEST(VariableArguments, AVariableIsOpenAndAParameterIsNot) {
  KernelSummary K = reading();
  ExprNode N;
  N.Kind = ExprKind::Arg;
  const ExprId Own = K.Exprs.get(N);
  N.Imm = 1;
  const ExprId Variable = K.Exprs.get(N);
  N.Kind = ExprKind::Opaque;
  const ExprId Data = K.Exprs.get(N);
  EXPECT_FALSE(isOpen(K, Own));
  EXPECT_TRUE(isOpen(K, Variable));
  EXPECT_TRUE(isOpen(K, Data));
  EXPECT_FALSE(isOpen(K, NoExpr));
}
