//===- ClockLoadTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/clocks/Turning.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <bitset>
#include <cstring>

using namespace gpuperf::micro;

namespace {

uint32_t bitsOf(float V) {
  uint32_t Bits;
  std::memcpy(&Bits, &V, sizeof(Bits));
  return Bits;
}

TEST(ClockLoad, TurnsForMillionsOfSteps) {
  for (float S : TurnFactors)
    for (uint32_t Thread : {0u, 1u, 77777u}) {
      float A = turnStart(Thread, 0), B = turnStart(Thread, 1);
      double Most = 0, Least = 1e9, Toggled = 0;
      constexpr unsigned Steps = 4 << 20;
      for (unsigned I = 0; I < Steps; ++I) {
        float Before = A;
        turn(A, B, S);
        double R = double(A) * A + double(B) * B;
        Most = std::max(Most, R);
        Least = std::min(Least, R);
        Toggled += double(std::bitset<32>(bitsOf(Before) ^ bitsOf(A)).count());
        ASSERT_TRUE(A == 0 || std::isnormal(A));
      }
      EXPECT_LT(Most, 40);
      EXPECT_GT(Least, 0.2);
      // About half of the mantissa, from one value to the next.
      EXPECT_GT(Toggled / Steps, 9);
    }
}

TEST(ClockLoad, LanesBeginApart) {
  for (uint32_t Thread = 0; Thread < 64; ++Thread)
    for (uint32_t I = 0; I < 8; ++I) {
      float V = turnStart(Thread, I);
      EXPECT_GE(V, 1);
      EXPECT_LT(V, 2);
      EXPECT_NE(bitsOf(V), bitsOf(turnStart(Thread + 1, I)));
    }
}

} // namespace
