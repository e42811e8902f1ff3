//===- LambdasTest.cpp - What a lambda captures ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostLambdas, DirectlyCalledLambdas) {
  EXPECT_EQ(configIn("auto d = [](int a, int b) { return (a + b - 1) / b; };"
                     "k<<<d(1000, 100), 100>>>();"),
            "10 x 1 x 1 | 100 x 1 x 1");
  EXPECT_EQ(configIn("const int b = 64; auto d = [&](int a) { return a / b; };"
                     "k<<<d(640), b>>>();"),
            "10 x 1 x 1 | 64 x 1 x 1");
}

TEST(HostLambdas, ALaunchInsideSeesWhatIsCaptured) {
  EXPECT_EQ(configIn("int b = 64; auto f = [b, c = b / 2] { k<<<c, b>>>(); };"
                     "f();"),
            "32 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; auto f = [&] { k<<<1, b>>>(); }; b = n;"
                     "f();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostLambdas, ConstantsAroundThemNeedNoCapture) {
  EXPECT_EQ(configIn("constexpr int b = 64; const int c = 2 * b;"
                     "auto f = [](int g) { k<<<g, c>>>(); }; f(3);"),
            "3 x 1 x 1 | 128 x 1 x 1");
}
