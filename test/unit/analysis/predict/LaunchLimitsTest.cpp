//===- LaunchLimitsTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/TestGpu.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
std::vector<std::string> violations(const Launch &L,
                                    const KernelSummary &K = {}) {
  return launchLimitViolations(K, L, quGpu());
}

TEST(LaunchLimits, ALegalLaunchBreaksNone) {
  EXPECT_THAT(violations(launchOf(1, 1024)), IsEmpty());
  EXPECT_THAT(violations(launchOf(2147483647, 1)), IsEmpty());
}

TEST(LaunchLimits, BlockSize) {
  EXPECT_THAT(violations(launchOf(1, 1025)),
              ElementsAre("block dimension x is 1025 threads; at most 1024"));
  Launch L = launchOf(1, 64);
  L.Block.Y = 32;
  EXPECT_THAT(violations(L),
              ElementsAre("the block's size is 2048 threads; at most 1024"));
  L = launchOf(1, 1);
  L.Block.Z = 65;
  EXPECT_THAT(violations(L),
              ElementsAre("block dimension z is 65 threads; at most 64"));
}

TEST(LaunchLimits, ZeroDimensions) {
  EXPECT_THAT(violations(launchOf(1, 0)),
              ElementsAre("block dimension x is zero; at least 1"));
  Launch L = launchOf(1, 32);
  L.Grid.Y = 0;
  EXPECT_THAT(violations(L),
              ElementsAre("grid dimension y is zero; at least 1"));
}

TEST(LaunchLimits, GridDimensions) {
  Launch L = launchOf(1, 32);
  L.Grid.Y = 65536;
  EXPECT_THAT(violations(L),
              ElementsAre("grid dimension y is 65536 blocks; at most 65535"));
}

TEST(LaunchLimits, SharedMemory) {
  KernelSummary K;
  // Dynamic memory over 48 KiB is allowed to those who opt in.
  Launch L = launchOf(1, 32);
  L.DynamicSharedBytes = 60000;
  EXPECT_THAT(violations(L, K), IsEmpty());
  L.DynamicSharedBytes = 65537;
  EXPECT_THAT(violations(L, K),
              ElementsAre("shared memory, static and dynamic, is 65537 bytes; "
                          "at most 65536"));
  // Static memory is not.
  K.StaticSharedBytes = 49153;
  L.DynamicSharedBytes = 0;
  EXPECT_THAT(
      violations(L, K),
      ElementsAre("static shared memory is 49153 bytes; at most 49152"));
  K.StaticSharedBytes = 1;
  L.DynamicSharedBytes = ~uint64_t(0);
  EXPECT_EQ(violations(L, K).size(), 1u);
}

TEST(LaunchLimits, RegistersAreARiskAndNoViolation) {
  const GpuModel Gpu = quGpu();
  KernelSummary K;
  K.RegistersPerThread = Estimate::exact(65);
  // 65 * 32 is 2080, in units of 256: 2304 a warp, 73728 a block.
  auto Risk = registerLimitRisk(K, launchOf(1, 1024), Gpu);
  ASSERT_TRUE(Risk);
  EXPECT_THAT(*Risk, HasSubstr("1024 threads x 65 registers"));
  EXPECT_THAT(*Risk, HasSubstr("65536"));
  EXPECT_THAT(*Risk, HasSubstr("as clang compiles the kernel"));
  K.RegistersFrom = RegisterSource::Object;
  K.RegistersOf = "k.o";
  Risk = registerLimitRisk(K, launchOf(1, 1024), Gpu);
  ASSERT_TRUE(Risk);
  EXPECT_THAT(*Risk, HasSubstr("as k.o has them, exceed the 65536"));
  K.RegistersFrom = RegisterSource::None;
  // The program's own compiler may need fewer: the launch is predicted.
  EXPECT_THAT(violations(launchOf(1, 1024), K), IsEmpty());
  // A bound that covers the block makes every compiler fit it.
  K.MaxThreadsPerBlockBound = 1024;
  EXPECT_FALSE(registerLimitRisk(K, launchOf(1, 1024), Gpu));
  K.MaxThreadsPerBlockBound = 0;
  K.RegistersPerThread = Estimate::exact(64);
  EXPECT_FALSE(registerLimitRisk(K, launchOf(1, 1024), Gpu));
  // What only may be is not even that.
  K.RegistersPerThread = {60, 65, 70, AssumptionKind::RegistersEstimated};
  EXPECT_FALSE(registerLimitRisk(K, launchOf(1, 1024), Gpu));
}

TEST(LaunchLimits, LaunchBounds) {
  KernelSummary K;
  K.MaxThreadsPerBlockBound = 128;
  EXPECT_THAT(violations(launchOf(1, 256), K),
              ElementsAre("the block's size under the kernel's "
                          "__launch_bounds__ is 256 threads; at most 128"));
}
} // namespace
