//===- ClocksTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include "test/unit/gpumodel/calibration/MadeUpCurves.h"

using namespace gpuperf::calibration;

namespace {

TEST(DeriveClocks, SecondHalfCounts) {
  auto Found = deriveQuantities(
      "clock-under-load", hopper(),
      {curve("clock-under-load", "compute",
             {{10, 300}, {20, 1200}, {30, 1900}, {40, 1890}, {50, 1880}})});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Name, "clock_under_compute_mhz");
  EXPECT_EQ(Found[0].Value, 1890);
  EXPECT_TRUE(Found[0].Ok) << Found[0].Why;
}

TEST(DeriveClocks, ImpossibleClocksAreNotWritten) {
  auto ClockOk = [](double A, double B) {
    return deriveQuantities("clock-under-load", hopper(),
                            {curve("clock-under-load", "memory",
                                   {{10, A}, {20, A}, {30, A}, {40, B}})})[0]
        .Ok;
  };
  EXPECT_TRUE(ClockOk(1900, 1900));
  EXPECT_TRUE(ClockOk(2600, 2600));  // above the rated boost: GeForce
  EXPECT_FALSE(ClockOk(2800, 2800)); // far above it
  EXPECT_FALSE(ClockOk(300, 300));
  EXPECT_FALSE(ClockOk(1900, 1200)); // not steady
}

TEST(DeriveClocks, SpreadOfTheSms) {
  auto Found = deriveQuantities(
      "sm-spread", hopper(),
      {curve("sm-spread", "compute", {{0, 1000}, {1, 1000}, {2, 1010}}),
       curve("sm-spread", "memory", {{0, 1000}, {1, 1100}, {2, 1050}})});
  EXPECT_NEAR(find(Found, "sm_compute_spread_percent")->Value, 1, 1e-9);
  EXPECT_NEAR(find(Found, "sm_memory_spread_percent")->Value,
              100 * 100.0 / 1050,
              1e-9); // over the median
  EXPECT_EQ(find(Found, "sm_count_seen")->Value, 3);
  EXPECT_TRUE(find(Found, "sm_count_seen")->Ok);
  DeviceFacts Smaller = hopper();
  Smaller.SmCount = 2;
  Found = deriveQuantities(
      "sm-spread", Smaller,
      {curve("sm-spread", "compute", {{0, 1000}, {1, 1000}, {2, 1010}})});
  EXPECT_FALSE(find(Found, "sm_count_seen")->Ok);
}

} // namespace
