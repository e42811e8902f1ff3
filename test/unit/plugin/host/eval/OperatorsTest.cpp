//===- OperatorsTest.cpp - Operators and assignments ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostOperators, Arithmetic) {
  EXPECT_EQ(configIn("int b = 256; k<<<(n + b - 1) / b, b>>>();"),
            "(n + 256 - 1) / 256 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("int N = 1 << 20; int b = 1 << 8; k<<<N / b, b>>>();"),
            "4096 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("int b = 32; b *= 4; b += 8; b--; ++b; b >>= 1; b |= 1;"
                     "k<<<b++, b>>>();"),
            "69 x 1 x 1 | 70 x 1 x 1");
  EXPECT_EQ(configIn("int t = n * m; k<<<t / 64, 64>>>(t);"),
            "n * m / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("size_t N = n; k<<<(N + 127) / 128, 128>>>();"),
            "(n + 127) / 128 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(configIn("int b = 2147483647; b = b + 1; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostOperators, IncrementsWrapAsTheirTypeDoes) {
  EXPECT_EQ(configIn("unsigned char b = 255; b++; k<<<1, b + 32>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("int b = 31; k<<<b++, ++b>>>();"),
            "31 x 1 x 1 | 33 x 1 x 1");
}

TEST(HostOperators, ASideThatMayNotRun) {
  EXPECT_EQ(configIn("int b = 64; n || (b = 32); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; n && (b = 64); k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; n ? (b = 8) : (b = 4); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; n ? b = 32 : throw 1; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
}

TEST(HostOperators, TheCommaKeepsTheRightSide) {
  EXPECT_EQ(configIn("int b; int c = (b = 16, b * 2); k<<<b, c>>>();"),
            "16 x 1 x 1 | 32 x 1 x 1");
}
