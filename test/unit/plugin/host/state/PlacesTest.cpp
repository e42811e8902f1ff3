//===- PlacesTest.cpp - Reading and writing variables ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostPlaces, PointersAndReferencesLeadToTheirVariable) {
  EXPECT_EQ(configIn("dim3 b(8); dim3 &r = b; dim3 &q = r; q.y = 4;"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | 8 x 4 x 1");
  EXPECT_EQ(configIn("dim3 b(8); k<<<(&b)->x, 32>>>();"),
            "8 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("const dim3 b(8); const dim3 *p = &b;"
                     "k<<<p->x, (*p).x * 4>>>();"),
            "8 x 1 x 1 | 32 x 1 x 1");
}

TEST(HostPlaces, MembersOfAUnionShareTheirMemory) {
  EXPECT_EQ(configIn("union { int a; int b; } u; u.a = 32; u.b = 64;"
                     "k<<<1, u.a>>>();"),
            "1 x 1 x 1 | u.a x 1 x 1");
}

TEST(HostPlaces, OtherMembersStayKnown) {
  EXPECT_EQ(configIn("S s{32, 64}; set(s.b); k<<<s.a, s.b>>>();",
                     "struct S { int a, b; }; void set(int &);"),
            "32 x 1 x 1 | s.b x 1 x 1");
}

TEST(HostPlaces, WhatHasEscapedStaysUnknown) {
  EXPECT_EQ(configIn("int b = 1; keep(&b); b = 64; other(); k<<<1, b>>>();",
                     "void keep(int *); void other();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b = 1; int *p = &b; b = 64; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}
