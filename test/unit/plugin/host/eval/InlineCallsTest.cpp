//===- InlineCallsTest.cpp - Functions evaluated in place -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostInlineCalls, HelperFunctions) {
  llvm::StringRef Before =
      "int div_up(int a, int b) { return (a + b - 1) / b; }\n"
      "template <class T> T cdiv(T a, T b) { return div_up(a, b); }\n"
      "int iDivUp(int a, int b) {\n"
      "  return (a % b != 0) ? (a / b + 1) : (a / b); }\n"
      "int ifDiv(int a, int b) { if (a % b) return a / b + 1; return a / b; }\n"
      "int steps(int a) { int r = a; r += 3; r = r / 4; return r; }\n"
      "int pow2(int x) { int p = 1; while (p < x) p <<= 1; return p; }\n"
      "constexpr int ce(int x) { int s = 0; for (int i = 0; i < x; ++i) s += i;"
      " return s; }\n"
      "dim3 grid(int w, int h) { return dim3(div_up(w, 16), div_up(h, 8)); }\n"
      "void both(dim3 &g, dim3 &b, int n) { b = dim3(128); g.x = n / 128; }\n"
      "int rec(int x) { return rec(x + 1); }\n";
  EXPECT_EQ(configIn("k<<<div_up(1000, 256), 256>>>();", Before),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("k<<<cdiv(n, 64), 64>>>();", Before),
            "(n + 64 - 1) / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("k<<<iDivUp(1000, 256), ifDiv(512, 2)>>>();", Before),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("k<<<iDivUp(n, 32), 32>>>();", Before),
            "n % 32 != 0 ? n / 32 + 1 : n / 32 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("k<<<ifDiv(n, 32), 32>>>();", Before),
            "n % 32 ? n / 32 + 1 : n / 32 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("k<<<steps(9), pow2(100)>>>();", Before),
            "3 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, ce(5)>>>();", Before), "1 x 1 x 1 | 10 x 1 x 1");
  EXPECT_EQ(configIn("k<<<grid(64, m), 4>>>();", Before),
            "4 x (m + 8 - 1) / 8 x 1 | 4 x 1 x 1");
  EXPECT_EQ(configIn("dim3 g, b; both(g, b, 1024); k<<<g, b>>>();", Before),
            "8 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, rec(5)>>>();", Before),
            "1 x 1 x 1 | rec(5) x 1 x 1");
}

TEST(HostInlineCalls, WhatIsNotFollowed) {
  EXPECT_EQ(configIn("S s; S &r = s; k<<<1, r.f()>>>();",
                     "struct S { virtual int f() { return 32; } };"),
            "1 x 1 x 1 | r.f() x 1 x 1");
  EXPECT_EQ(
      configIn("k<<<1, f(3)>>>();", "int f(int a, ...) { return a * 32; }"),
      "1 x 1 x 1 | f(3) x 1 x 1");
}

TEST(HostInlineCalls, CallsInsideEachOtherAreFollowedToADepth) {
  std::string Chain = "int f0(int a) { return a + 1; }\n";
  for (int I = 1; I < 10; ++I)
    Chain += "int f" + std::to_string(I) + "(int a) { return f" +
             std::to_string(I - 1) + "(a) + 1; }\n";
  EXPECT_EQ(configIn("k<<<1, f5(26)>>>();", Chain), "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, f9(22)>>>();", Chain),
            "1 x 1 x 1 | f9(22) x 1 x 1");
}

TEST(HostInlineCalls, TheCallerKeepsItsVariables) {
  EXPECT_EQ(configIn("int b = 64; int c = f(b); k<<<c, b>>>();",
                     "int f(int b) { b = 3; return b; }"),
            "3 x 1 x 1 | 64 x 1 x 1");
}
