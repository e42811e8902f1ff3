//===- ExpressionsTest.cpp - Literals, names, members ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostExpressions, Literals) {
  EXPECT_EQ(launchIn("k<<<64, 256>>>();"),
            "k <64 x 1 x 1 | 256 x 1 x 1 | 0> a=0 f=0");
  EXPECT_EQ(launchIn("k<<<1, 32, 48 * sizeof(float)>>>(n, 2.5f);"),
            "k <1 x 1 x 1 | 32 x 1 x 1 | 192> a=n f=2.5");
}

TEST(HostExpressions, ConstantsOfEveryKind) {
  llvm::StringRef Before = "#define SB 64\n"
                           "enum { EB = 96 }; enum class EC : int { V = 48 };\n"
                           "const int GB = 160; constexpr int HB = GB * 2;\n"
                           "struct S { static constexpr int B = 224;\n"
                           "           static const int C = 32; };\n"
                           "static int SV = 192;\n"
                           "namespace { unsigned AV = 352; }\n"
                           "template <int B> struct T { enum { V = B }; };\n";
  EXPECT_EQ(configIn("k<<<EB, SB>>>();", Before), "96 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("k<<<GB, HB>>>();", Before), "160 x 1 x 1 | 320 x 1 x 1");
  EXPECT_EQ(configIn("k<<<S::C, S::B>>>();", Before),
            "32 x 1 x 1 | 224 x 1 x 1");
  EXPECT_EQ(configIn("k<<<T<5>::V, (int)EC::V>>>();", Before),
            "5 x 1 x 1 | 48 x 1 x 1");
  EXPECT_EQ(configIn("k<<<AV, SV>>>();", Before), "352 x 1 x 1 | 192 x 1 x 1");
  EXPECT_EQ(configIn("static const int b = 33; k<<<1, b>>>();"),
            "1 x 1 x 1 | 33 x 1 x 1");
}

TEST(HostExpressions, StructsAndTheirFields) {
  llvm::StringRef Before = "struct Cfg { int bs; dim3 grid; int w = 5; };\n"
                           "struct Ctor { int b; Ctor(int n) : b(n * 2) {} int "
                           "get() const { return b; } };\n";
  EXPECT_EQ(
      configIn(
          "Cfg c; c.bs = 96; c.grid = dim3(3, 4); k<<<c.grid, c.bs>>>(c.w);",
          Before),
      "3 x 4 x 1 | 96 x 1 x 1");
  EXPECT_EQ(
      launchIn(
          "Cfg c{32, {2, 3}}; Cfg d = c; d.bs++; k<<<d.grid, c.bs>>>(d.bs);",
          Before),
      "k <2 x 3 x 1 | 32 x 1 x 1 | 0> a=33 f=0");
  EXPECT_EQ(configIn("Ctor c(16); k<<<c.get(), c.b>>>();", Before),
            "32 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(
      configIn("extern Cfg load(); Cfg c = load(); k<<<c.grid, c.bs>>>();",
               Before),
      "c.grid.x x c.grid.y x c.grid.z | c.bs x 1 x 1");
  EXPECT_EQ(
      configIn("extern Cfg *get(); Cfg *c = get(); k<<<c->grid, c->bs>>>();",
               Before),
      "c.grid.x x c.grid.y x c.grid.z | c.bs x 1 x 1");
}

TEST(HostExpressions, Casts) {
  EXPECT_EQ(configIn("k<<<(unsigned char)300, (int)2.9f>>>();"),
            "44 x 1 x 1 | 2 x 1 x 1");
  EXPECT_EQ(configIn("k<<<n > 0 ? 1 : 1, (bool)7 + 31>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
}

TEST(HostExpressions, ElementsOfTables) {
  EXPECT_EQ(configIn("k<<<1, T[1]>>>();", "constexpr int T[2] = {32, 96};"),
            "1 x 1 x 1 | 96 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, T[n]>>>();", "constexpr int T[2] = {32, 96};"),
            "1 x 1 x 1 | T[n] x 1 x 1");
}

TEST(HostExpressions, APartThatIsNotUnderstoodStillAssigns) {
  EXPECT_EQ(configIn("int b = 64; new int(b = 32); k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
}
