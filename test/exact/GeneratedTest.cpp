//===- GeneratedTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Generated.h"
#include "gpumodel/files/GpuRegistry.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::exact;

namespace {
class Generated : public testing::TestWithParam<const char *> {};
} // namespace

TEST_P(Generated, FindingsAreWhatARunOnTheCpuShows) {
  auto Gpu = findGpu(GetParam());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  auto V = judgeGenerated(generate(200, 1), *Gpu);
  ASSERT_TRUE(bool(V)) << llvm::toString(V.takeError());
  EXPECT_THAT(V->Wrong, testing::IsEmpty());
  EXPECT_EQ(V->GathersFound, 0u);
  EXPECT_EQ(V->OutsideBand, 0u);
  // There is something to find, of either kind and form.
  EXPECT_GT(V->Global.AffineWasteful, 40u);
  EXPECT_GT(V->Global.Wasteful, V->Global.AffineWasteful);
  EXPECT_GT(V->Shared.AffineWasteful, 10u);
  EXPECT_GT(V->Shared.Wasteful, V->Shared.AffineWasteful);
  EXPECT_GT(V->Global.Accesses, 2 * V->Global.Wasteful);
  EXPECT_GT(V->Gathers, 3u);
}

// Warps of 32 lanes, wavefronts of 64, and wavefronts of 32.
INSTANTIATE_TEST_SUITE_P(Gpus, Generated,
                         testing::Values("a100-sxm4-40gb", "mi300x",
                                         "radeon-pro-w6600"));

namespace {
class GeneratedForAmd : public testing::TestWithParam<const char *> {};
} // namespace

// The same kernels as HIP, in the IR of AMD's own architecture.
TEST_P(GeneratedForAmd, FindingsAreWhatARunOnTheCpuShows) {
  auto Gpu = findGpu(GetParam());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  auto V = judgeGenerated(generate(200, 1), *Gpu, Gpu->Arch.Name);
  ASSERT_TRUE(bool(V)) << llvm::toString(V.takeError());
  EXPECT_THAT(V->Wrong, testing::IsEmpty());
  EXPECT_EQ(V->GathersFound, 0u);
  EXPECT_EQ(V->OutsideBand, 0u);
  EXPECT_GT(V->Global.Wasteful, 60u);
  EXPECT_GT(V->Shared.Wasteful, 30u);
  EXPECT_GT(V->Gathers, 3u);
}
INSTANTIATE_TEST_SUITE_P(Gpus, GeneratedForAmd,
                         testing::Values("mi300x", "radeon-pro-w6600"));
