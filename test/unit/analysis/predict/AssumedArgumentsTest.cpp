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

TEST(AssumedArguments, DefaultsAreNamedByTheirParameters) {
  KernelSummary K;
  K.Params.resize(2);
  K.Params[0].Name = "n"; // the second has none
  Launch L;
  L.Args = {ArgValue::integer(1024, Provenance::Unknown),
            ArgValue::floating(0.5, Provenance::Unknown),
            ArgValue::integer(7, Provenance::Unknown)};
  AssumptionSet Set = assumedArguments(K, L);
  // One that the kernel has no parameter for is told by its number, too.
  EXPECT_EQ(
      Set.named().vec(),
      (std::vector<Assumption>{assumed("n", int64_t(1024)), assumed("#2", 0.5),
                               assumed("#3", int64_t(7))}));
}

TEST(AssumedArguments, WhatSomebodySaysIsNotAssumed) {
  KernelSummary K;
  K.Params.resize(4);
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
} // namespace
