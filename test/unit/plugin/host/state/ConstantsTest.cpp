//===- ConstantsTest.cpp - Values that clang gives ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostConstants, WhatClangKnows) {
  EXPECT_EQ(configIn("k<<<alignof(double), sizeof(dim3) + true>>>();"),
            "8 x 1 x 1 | 13 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, 'a'>>>();"), "1 x 1 x 1 | 97 x 1 x 1");
}

TEST(HostConstants, ValueInitialisationIsZero) {
  EXPECT_EQ(configIn("S s = {}; S t = S(); k<<<s.b + 1, t.b + 32>>>();",
                     "struct S { int a, b; };"),
            "1 x 1 x 1 | 32 x 1 x 1");
}
