//===- PipeBoundTest.cpp - The pipe that issues most ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/PipeBound.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
Bound boundOf(std::initializer_list<std::pair<OpClass, double>> Cycles,
              double Total) {
  OpCounts C{};
  for (auto [Op, N] : Cycles)
    C[static_cast<unsigned>(Op)] = N;
  return pipeBound(C, Total);
}
} // namespace

TEST(PipeBound, APipeBindsWithMoreThanHalfOfTheCycles) {
  EXPECT_EQ(boundOf({{OpClass::Fp32Fma, 51}}, 100), Bound::Fp32);
  EXPECT_EQ(boundOf({{OpClass::Fp32Fma, 50}}, 100), Bound::Issue);
}

TEST(PipeBound, ClassesOfOnePipeAreAddedUp) {
  EXPECT_EQ(boundOf({{OpClass::IntAdd, 30}, {OpClass::IntShift, 30}}, 100),
            Bound::Int);
  EXPECT_EQ(
      boundOf({{OpClass::LoadShared, 30}, {OpClass::StoreShared, 30}}, 100),
      Bound::Shared);
  EXPECT_EQ(boundOf({{OpClass::Fp64Div, 40}, {OpClass::Fp64Add, 20}}, 100),
            Bound::Fp64);
}

TEST(PipeBound, NoPipeByItselfIsIssue) {
  EXPECT_EQ(boundOf({{OpClass::Fp32Add, 40}, {OpClass::IntAdd, 40}}, 100),
            Bound::Issue);
  EXPECT_EQ(boundOf({{OpClass::AtomicShared, 60}}, 100), Bound::Atomic);
  EXPECT_EQ(boundOf({{OpClass::TensorMma, 60}}, 100), Bound::Tensor);
}
