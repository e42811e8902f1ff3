//===- ExactTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "test/exact/Cases.h"
#include "test/exact/Compare.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <ostream>

using namespace gpuperf;
using namespace gpuperf::exact;

namespace {
class Exact : public testing::TestWithParam<Case> {};
} // namespace

TEST_P(Exact, CountsAreThoseOfARunOnTheCpu) {
  auto C = CompiledCase::create(GetParam());
  ASSERT_TRUE(bool(C)) << llvm::toString(C.takeError());
  auto Gpu = findGpu("a100-sxm4-40gb");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  auto True = count(*C);
  ASSERT_TRUE(bool(True)) << llvm::toString(True.takeError());
  EXPECT_THAT(True->Uncovered, testing::IsEmpty());
  WarpProfile P = profile(*C, *Gpu, /*Everything=*/true);
  for (const Figure &F : compareAll(C->summary(), P, *True))
    EXPECT_TRUE(F.exact()) << F.What << ": " << F.Ours << ", in truth "
                           << F.True;
}

INSTANTIATE_TEST_SUITE_P(Launches, Exact, testing::ValuesIn(exactCases()),
                         [](const auto &I) { return I.param.Name; });
