//===- ArrayNamesTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/ArrayNames.h"
#include "gtest/gtest.h"

using namespace gpuperf;

static KernelSummary summaryOf(std::initializer_list<const char *> Variables) {
  KernelSummary K;
  for (const char *Name : Variables) {
    Access A;
    A.Base = Access::BaseKind::Variable;
    A.BaseIndex = static_cast<uint32_t>(K.Variables.size());
    K.Variables.push_back({Name, MemSpace::Shared, 64});
    K.Accesses.push_back(A);
  }
  return K;
}

TEST(ArrayNames, AsTheyAreWritten) {
  const KernelSummary K = summaryOf({"_ZZ5tiledPKfS0_PfiE2Bs", "tmp.i"});
  EXPECT_EQ(arrayNames(K, {0}), "'Bs'");
  EXPECT_EQ(arrayNames(K, {1}), "'tmp'");
  EXPECT_EQ(arrayNames(K, {0, 1, 0}), "'Bs' and 'tmp'");
}

TEST(ArrayNames, OfManyTheRestIsCounted) {
  const KernelSummary K = summaryOf({"a", "b", "c", "d", "e"});
  EXPECT_EQ(arrayNames(K, {0, 1, 2}), "'a', 'b' and 'c'");
  EXPECT_EQ(arrayNames(K, {0, 1, 2, 3, 4}), "'a', 'b', 'c' and 2 more arrays");
}

TEST(ArrayNames, NoneWhereOneHasNoName) {
  KernelSummary K = summaryOf({"a"});
  K.Accesses.emplace_back();
  EXPECT_EQ(arrayNames(K, {0, 1}), "");
}
