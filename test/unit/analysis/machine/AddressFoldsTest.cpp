//===- AddressFoldsTest.cpp - Addresses that cost nothing -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/machine/LoweringFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(AddressFolds, AConstantOffsetIsPartOfTheAccess) {
  Lowered L("%q = getelementptr float, ptr addrspace(1) %p, i64 7\n"
            "store float %x, ptr addrspace(1) %q");
  EXPECT_EQ(L.count(OpClass::IntAdd) + L.count(OpClass::IntMulWide), 0);
}

TEST(AddressFolds, NeighboursShareOneAddress) {
  const std::string First = "%a = sext i32 %n to i64\n"
                            "%q = getelementptr float, ptr addrspace(1) %p, "
                            "i64 %a\n"
                            "store float %x, ptr addrspace(1) %q\n";
  Lowered One(First);
  EXPECT_EQ(One.count(OpClass::IntMulWide), 1);
  Lowered Two(First + "%r = getelementptr i8, ptr addrspace(1) %q, i64 4\n"
                      "store float %y, ptr addrspace(1) %r");
  EXPECT_EQ(Two.count(OpClass::IntMulWide), 1);
  EXPECT_EQ(Two.count(OpClass::IntAdd), One.count(OpClass::IntAdd));
}

TEST(AddressFolds, TheExtensionOfAnIndexIsPartOfTheProduct) {
  Lowered L("%a = sext i32 %n to i64\n"
            "%q = getelementptr float, ptr addrspace(1) %p, i64 %a\n"
            "store float %x, ptr addrspace(1) %q");
  EXPECT_TRUE(L.isFolded("a"));
  // Not where its value is asked for, too.
  Lowered Kept("%a = sext i32 %n to i64\n"
               "%b = mul i64 %a, %m\n"
               "store i64 %b, ptr addrspace(1) %p");
  EXPECT_EQ(Kept.count(OpClass::IntMulWide), 0);
}
