//===- LoopsTest.cpp - Loops of host code ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostLoops, LoopsForgetWhatTheyChange) {
  EXPECT_EQ(configIn("for (int b = 32; b <= 1024; b *= 2) k<<<n / b, b>>>();"),
            "n / b x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 512; while (b > n) b /= 2; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 512, c = 64; for (int i = 0; i < n; ++i) {"
                     "  k<<<c, b>>>(i); b = 256; }"),
            "64 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(launchIn("int b = 64; for (int i = 0; i < n; ++i) k<<<1, b>>>(i);"),
            "k <1 x 1 x 1 | 64 x 1 x 1 | 0> a=i f=0");
  EXPECT_EQ(
      configIn("int b = 64; do { b = 32; if (n) break; b = 32; } while (0);"
               "k<<<1, b>>>();"),
      "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; do { if (n) break; b = 32; } while (0);"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(
      configIn("int b = 64; for (int i = 0; i < n; ++i) { int b = 3; b++; }"
               "k<<<1, b>>>();"),
      "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(
      configIn("int b = 64; again: k<<<1, b>>>(); b = 32; if (n) goto again;"),
      "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostLoops, AHelpersLoopRunsWithKnownValues) {
  EXPECT_EQ(configIn("k<<<1, f(5)>>>();",
                     "int f(int a) { int r = 1; do r *= 2; while (--a);"
                     " return r; }"),
            "1 x 1 x 1 | 32 x 1 x 1");
  // Given up, and nothing of it is kept: more rounds than are run, and a jump.
  EXPECT_EQ(configIn("k<<<1, f(500)>>>();",
                     "int f(int a) { int r = 0; while (r < a) ++r;"
                     " return r; }"),
            "1 x 1 x 1 | f(500) x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, f(5)>>>();",
                     "int f(int a) { int r = 0; while (r < a) { if (r == 3)"
                     " break; ++r; } return r; }"),
            "1 x 1 x 1 | f(5) x 1 x 1");
}

TEST(HostLoops, WhatFollowsALoopIsReached) {
  EXPECT_EQ(configIn("int b = 64; for (int i = 0; i < n; ++i) return;"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
}
