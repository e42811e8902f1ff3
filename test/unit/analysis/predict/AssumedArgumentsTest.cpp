//===- AssumedArgumentsTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/AssumedArguments.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
Assumption assumed(std::string Name, AssumedValue Value) {
  Assumption A(AssumptionKind::ArgumentAssumed);
  A.Name = std::move(Name);
  A.Value = Value;
  return A;
}

/// A kernel of so many parameters, on each of which a branch depends.
KernelSummary kernelOf(size_t Parameters) {
  KernelSummary K;
  K.Params.resize(Parameters);
  for (size_t I = 0; I < Parameters; ++I) {
    ExprNode N;
    N.Kind = I % 2 ? ExprKind::FloatArg : ExprKind::Arg;
    N.Imm = static_cast<int64_t>(I);
    K.Blocks.emplace_back().Condition = K.Exprs.get(N);
  }
  return K;
}

TEST(AssumedArguments, DefaultsAreNamedByTheirParameters) {
  KernelSummary K = kernelOf(2);
  K.Params[0].Name = "n"; // the second has none
  Launch L;
  L.Args = {ArgValue::integer(1024, Provenance::Unknown),
            ArgValue::floating(0.5, Provenance::Unknown)};
  EXPECT_EQ(assumedArguments(K, L).named().vec(),
            (std::vector<Assumption>{assumed("n", int64_t(1024)),
                                     assumed("#2", 0.5)}));
}

TEST(AssumedArguments, WhatDecidesNothingIsNotTold) {
  KernelSummary K = kernelOf(1);
  K.Params.resize(2);
  Launch L;
  L.Args = {ArgValue::integer(1024, Provenance::Unknown),
            ArgValue::integer(5, Provenance::Unknown)};
  EXPECT_EQ(assumedArguments(K, L).named().vec(),
            (std::vector<Assumption>{assumed("#1", int64_t(1024))}));
  // A trip count and an address do as well.
  KernelSummary Loop;
  Loop.Params.resize(2);
  ExprNode N;
  N.Kind = ExprKind::Arg;
  Loop.Loops.emplace_back().BackedgeTaken = Loop.Exprs.get(N);
  N.Imm = 1;
  Loop.Accesses.emplace_back().Offset = Loop.Exprs.get(N);
  EXPECT_EQ(assumedArguments(Loop, L).named().size(), 2u);
}

TEST(AssumedArguments, WhatSomebodySaysIsNotAssumed) {
  KernelSummary K = kernelOf(4);
  for (Param &P : K.Params)
    P.Name = "p";
  Launch L;
  L.Args = {ArgValue::integer(1), // the user says it
            ArgValue::integer(2, Provenance::Literal),
            ArgValue::floating(3, Provenance::Recorded),
            ArgValue()}; // a pointer: it has no value
  EXPECT_TRUE(assumedArguments(K, L).empty());
  L.Args[2].From = Provenance::Unknown;
  AssumptionSet Set = assumedArguments(K, L);
  EXPECT_TRUE(Set.contains(AssumptionKind::ArgumentAssumed));
  EXPECT_EQ(Set.named().vec(), (std::vector<Assumption>{assumed("p", 3.0)}));
}

TEST(AssumedArguments, AStructIsAssumedIfOneOfItsFieldsIs) {
  KernelSummary K = kernelOf(1);
  K.Params[0].Name = "Shape";
  Launch L;
  L.Args.resize(1);
  L.Args[0].Fields = {{0, ArgValue::integer(4, Provenance::CommandLine)},
                      {4, ArgValue::integer(5, Provenance::CommandLine)}};
  EXPECT_TRUE(assumedArguments(K, L).empty());
  L.Args[0].Fields[1].second.From = Provenance::Unknown;
  const AssumptionSet Set = assumedArguments(K, L);
  ASSERT_EQ(Set.named().size(), 1u);
  EXPECT_EQ(Set.named()[0].Name, "Shape");
}
} // namespace
