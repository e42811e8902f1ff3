//===- NamesTest.cpp - What unknown values are called ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostNames, UnknownsTakeTheNamesOfTheSource) {
  llvm::StringRef Before = "struct V { int size() const; int w; };"
                           "int load(int); extern V *gp;";
  EXPECT_EQ(configIn("V v; k<<<v.size() / 64, 64>>>();", Before),
            "v.size() / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int s = load(3); k<<<s / 64, 64>>>();", Before),
            "s / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int s = load(3) * 2; k<<<s, 64>>>();", Before),
            "load(3) * 2 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int s = atoi(argv[1]); k<<<s, 64>>>();", Before),
            "s x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("k<<<gp->w, 64>>>();", Before),
            "gp.w x 1 x 1 | 64 x 1 x 1");
}

TEST(HostNames, ANameIsOneOfTheAssumeGrammar) {
  llvm::StringRef Before = "struct V { int w(int, int = 0); V *next; int z; };"
                           "extern V *gp;";
  EXPECT_EQ(configIn("k<<<gp->next->z, 64>>>();", Before),
            "gp.next.z x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("k<<<gp->w(1, 2), 64>>>();", Before),
            "gp.w(1,2) x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("k<<<gp->w(n + 1), 64>>>();", Before),
            "? x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("k<<<f(nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn), 64>>>();",
                     "int f(int); extern int "
                     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn;"),
            "? x 1 x 1 | 64 x 1 x 1");
}
