//===- StatementsTest.cpp - Branches, declarations, labels ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostStatements, BranchesThatDisagreeLeaveAnUnknown) {
  EXPECT_EQ(configIn("int b = 64; if (n > 5) b = 128; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; if (n > 5) b = 64; k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(
      configIn("int b = 64; if (n > 5) { b = 7; return; } k<<<1, b>>>();"),
      "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(
      configIn("int b = 64; if (n > 5) { b = 7; exit(1); } k<<<1, b>>>();"),
      "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b; if (n) b = 1; else b = 2; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 1; if (sizeof(int) == 4) b = 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("dim3 b(32, 4); if (n) b.y = 8; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x b.y x 1");
  EXPECT_EQ(configIn("k<<<1, n ? 64 : 64>>>();"), "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b = n ? 64 : 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int g = n / 64; if (n % 64) g++; k<<<g, 64>>>();"),
            "n % 64 ? n / 64 + 1 : n / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; n && (b = 32); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostStatements, References) {
  EXPECT_EQ(configIn("dim3 b(8); unsigned &x = b.x; x = 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; int a[2]; int &r = a[n]; k<<<r, b>>>();"),
            "r x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("const int &r = 96; k<<<1, r>>>();"),
            "1 x 1 x 1 | 96 x 1 x 1");
}

TEST(HostStatements, AHandlerMayBeEnteredFromAnywhereInItsBlock) {
  EXPECT_EQ(configIn("int b = 64; try { b = 32; b = 64; } catch (...) {}"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; try { b = 32; } catch (...) { exit(1); }"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
}
