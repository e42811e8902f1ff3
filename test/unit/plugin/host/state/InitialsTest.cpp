//===- InitialsTest.cpp - What global variables hold ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostInitials, GlobalsThatMayChangeAreNamed) {
  EXPECT_EQ(configIn("k<<<1, B>>>();", "int B = 64;"), "1 x 1 x 1 | B x 1 x 1");
  EXPECT_EQ(
      configIn("k<<<1, B>>>();", "static int B = 64; void set() { B = 32; }"),
      "1 x 1 x 1 | B x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, ns::B>>>();", "namespace ns { int B = 64; }"),
            "1 x 1 x 1 | ns::B x 1 x 1");
  EXPECT_EQ(configIn("B = 32; k<<<1, B>>>();", "int B = 64;"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("B = 32; other(); k<<<1, B>>>();", "int B; void other();"),
            "1 x 1 x 1 | B x 1 x 1");
  EXPECT_EQ(configIn("static int b = 8; ++b; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostInitials, OneGlobalMayBeMadeOfOthers) {
  EXPECT_EQ(configIn("k<<<1, C>>>();",
                     "static int f() { return 8; } static int A = 8;"
                     "static int B = A * 2, C = A + B + f();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, A>>>();", "extern int B; static int A = B;"),
            "1 x 1 x 1 | B x 1 x 1");
}

TEST(HostInitials, AStaticLocalThatNothingChangesKeepsItsNumber) {
  EXPECT_EQ(configIn("k<<<1, size()>>>();",
                     "int size() { static int n = 201; return n; }"),
            "1 x 1 x 1 | 201 x 1 x 1");
  EXPECT_EQ(configIn("static const int b = size(); k<<<1, b>>>();",
                     "int size() { static int n = 201; return n; }"),
            "1 x 1 x 1 | 201 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, size()>>>();",
                     "int size() { static int n = 201; return n++; }"),
            "1 x 1 x 1 | size() x 1 x 1");
  // By what is returned here, others may change it.
  EXPECT_EQ(configIn("k<<<1, size()>>>();",
                     "int &size() { static int n = 201; return n; }"),
            "1 x 1 x 1 | size() x 1 x 1");
}
