//===- ConstructorsTest.cpp - Objects that constructors make --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostConstructors, EveryFormOfDim3) {
  EXPECT_EQ(configIn("k<<<dim3(4), dim3(8, 2)>>>();"), "4 x 1 x 1 | 8 x 2 x 1");
  EXPECT_EQ(configIn("dim3 b(16, 16), g; k<<<g, b>>>();"),
            "1 x 1 x 1 | 16 x 16 x 1");
  EXPECT_EQ(configIn("dim3 b = {32, 4, 2}; dim3 g{2}; k<<<g, b>>>();"),
            "2 x 1 x 1 | 32 x 4 x 2");
  EXPECT_EQ(
      configIn("dim3 b = 128; auto c = b; const dim3 d = c; k<<<d, c>>>();"),
      "128 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(configIn("dim3 b; b.x = 64; b.y = b.x / 16; k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 4 x 1");
  EXPECT_EQ(configIn("constexpr dim3 b(8, 8, 8); k<<<1, b>>>();"),
            "1 x 1 x 1 | 8 x 8 x 8");
  EXPECT_EQ(configIn("dim3 b; b = dim3(7, 3); k<<<dim3{n, 2u}, b>>>();"),
            "n x 2 x 1 | 7 x 3 x 1");
}

TEST(HostConstructors, MembersAndBody) {
  llvm::StringRef Before =
      "struct S { int b, c = 3; S(int n) : b(n) { c *= 2; }"
      "};\nstruct D : S { D() : S(8) {} };\n";
  EXPECT_EQ(configIn("S s(32); k<<<s.c, s.b>>>();", Before),
            "6 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("D d; k<<<1, d.b>>>();", Before),
            "1 x 1 x 1 | d.b x 1 x 1");
}

TEST(HostConstructors, Dim3OfUint3) {
  EXPECT_EQ(configIn("uint3 u = {4, 5, 6}; k<<<dim3(u), 32>>>();"),
            "4 x 5 x 6 | 32 x 1 x 1");
}
