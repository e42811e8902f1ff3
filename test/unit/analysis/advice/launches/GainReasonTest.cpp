//===- GainReasonTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/advice/AdviceFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Ten microseconds of waiting, ten full waves, all lanes at work.
Prediction waiting(double TimeUs = 10) {
  Prediction P = spent(TimeUs);
  P.BoundBy = Bound::Latency;
  P.Waves = 10;
  P.Load.Nsmw = 640;
  P.Profile.Warps = 1000, P.Profile.WarpsPerBlock = 8;
  P.Profile.WarpInstructions[0] = 100;
  P.Profile.LaneInstructions[0] = 3200;
  P.Profile.DramReadBytes = 1 << 20;
  P.Profile.L2Bytes = 1 << 20;
  return P;
}
} // namespace

TEST(GainReason, Occupancy) {
  Prediction From = waiting(10), To = waiting(6);
  From.Occ.Fraction = 0.5;
  EXPECT_EQ(reasonOfGain(From, To), "occupancy 50% -> 100%");
  // More warps do not help what computes all the time.
  From.BoundBy = Bound::Fp32;
  EXPECT_EQ(reasonOfGain(From, To), "");
}

TEST(GainReason, LastWave) {
  Prediction From = waiting(10), To = waiting(7);
  From.Waves = 1.12, To.Waves = 0.96;
  EXPECT_EQ(reasonOfGain(From, To), "last wave 12% full -> 96%");
  To.Waves = 2;
  EXPECT_EQ(reasonOfGain(From, To), "last wave 12% full -> full");
  // Of a hundred waves, one more is nothing.
  From.Waves = 100.12, To.Waves = 100;
  EXPECT_EQ(reasonOfGain(From, To), "");
}

TEST(GainReason, AGridThatDoesNotFillTheGpu) {
  Prediction From = waiting(10), To = waiting(4);
  From.Waves = 0.1, To.Waves = 0.1;
  From.Load.Nsmw = 32, To.Load.Nsmw = 8;
  EXPECT_EQ(reasonOfGain(From, To), "warps on the fullest SM 32 -> 8");
}

TEST(GainReason, LanesAndWarpsThatDoNothing) {
  Prediction From = waiting(10), To = waiting(6);
  From.Profile.LaneInstructions[0] = 1600;
  EXPECT_EQ(reasonOfGain(From, To), "active lanes per instruction 16 -> 32");
  From = waiting(10);
  From.Profile.Warps = 2000, From.Profile.WarpsPerBlock = 16;
  EXPECT_EQ(reasonOfGain(From, To),
            "fewer warps, idle at the guard or not whole: 2000 -> 1000");
}

TEST(GainReason, Traffic) {
  Prediction From = waiting(20), To = waiting(10);
  From.BoundBy = Bound::Dram;
  From.Profile.DramReadBytes = 3 << 20;
  EXPECT_EQ(reasonOfGain(From, To), "DRAM traffic 3 MiB -> 1 MiB");
  From.BoundBy = Bound::L2;
  From.Profile.DramReadBytes = 1 << 20, From.Profile.L2Bytes = 2 << 20;
  EXPECT_EQ(reasonOfGain(From, To), "L2 traffic 2 MiB -> 1 MiB");
}

TEST(GainReason, NothingIsSaidWhereNothingExplainsIt) {
  EXPECT_EQ(reasonOfGain(waiting(10), waiting(6)), "");
  // A cause that is there but far too small.
  Prediction From = waiting(100), To = waiting(10);
  From.Occ.Fraction = 0.8;
  EXPECT_EQ(reasonOfGain(From, To), "");
  // What is not faster needs no reason.
  From = waiting(10), To = waiting(10);
  From.Occ.Fraction = 0.1;
  EXPECT_EQ(reasonOfGain(From, To), "");
  EXPECT_EQ(reasonOfGain(Prediction(), Prediction()), "");
}
