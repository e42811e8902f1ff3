//===- JoinsTest.cpp - Where ways through the code meet -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostJoins, AChoiceIsKeptIfItAsksForNothingNew) {
  EXPECT_EQ(configIn("int g = n / 8; if (n % 8) g = n / 8 + 1;"
                     "k<<<g, 32>>>();"),
            "n % 8 ? n / 8 + 1 : n / 8 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("int g = 4; if (n % 8) g = 8; k<<<g, 32>>>();"),
            "g x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("k<<<m + (n % 8 ? 1 : 0), 32>>>();"),
            "m + (n % 8 ? 1 : 0) x 1 x 1 | 32 x 1 x 1");
}

TEST(HostJoins, EqualPartsOfARecordStay) {
  EXPECT_EQ(configIn("dim3 b; if (n) b = dim3(32, 2); else b = dim3(32, 4);"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x b.y x 1");
}

TEST(HostJoins, MoreThanTwoWays) {
  EXPECT_EQ(
      configIn("int b; switch (n) { case 1: b = 32; break; case 2: b = 32;"
               " break; default: b = 32; } k<<<1, b>>>();"),
      "1 x 1 x 1 | 32 x 1 x 1");
}
