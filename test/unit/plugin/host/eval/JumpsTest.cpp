//===- JumpsTest.cpp - Switch, break and return ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostJumps, Switches) {
  EXPECT_EQ(configIn("int b = 1; switch (n) { case 1: b = 32; break;"
                     "case 2: b = 64; break; } k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 1; switch (n) { case 1: b = 32; break;"
                     "default: b = 32; } k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("int b = 8; switch (n) { case 1: b = 32;"
                     "case 2: k<<<1, b>>>(); }"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 8; switch (n) { case 1: b = 32; break;"
                     "case 2: k<<<1, b>>>(); }"),
            "1 x 1 x 1 | 8 x 1 x 1");
}

TEST(HostJumps, ALabelInsideAnotherStatementIsGivenUp) {
  EXPECT_EQ(configIn("int b = 8; switch (n) { case 1: if (m) { case 2: b = 8; }"
                     " } k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostJumps, ReturnsAreTakenInTheirOrder) {
  llvm::StringRef Before = "int f(int a) { if (a > 9) return 1; if (a > 4)"
                           " return 2; return 3; }";
  EXPECT_EQ(configIn("k<<<f(10), f(7)>>>();", Before), "1 x 1 x 1 | 2 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, f(0)>>>();", Before), "1 x 1 x 1 | 3 x 1 x 1");
}
