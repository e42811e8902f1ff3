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

TEST(HostJoins, AWayThatGivesNoValueIsNotGone) {
  EXPECT_EQ(configIn("int b; if (n == 7) b = 64; k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b; if (n == 7) b = 64; else if (n == 8) b = 32;"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  // Whoever is handed its address may have written it.
  EXPECT_EQ(configIn("int b; scan(&b); if (n == 7) b = 64; k<<<1, b>>>();",
                     "void scan(int *P);"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(
      configIn("int b; for (int i = 0; i < n; ++i) b = i; k<<<1, b>>>();"),
      "1 x 1 x 1 | b x 1 x 1");
}
