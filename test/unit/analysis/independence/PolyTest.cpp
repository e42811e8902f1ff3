//===- PolyTest.cpp - Indices as polynomials ------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Poly.h"
#include "test/unit/analysis/independence/ProofFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(Poly, TheSameIndexInAnotherForm) {
  for (const char *V :
       {"%v = add i32 %t, %s",
        "%m = sub i32 0, %b\n %o = mul i32 %m, %d\n"
        "%v = sub i32 %t, %o",
        "%o = shl i32 %s, 1\n %u = shl i32 %t, 1\n %v = or disjoint i32 %o, %u",
        "%y = sub i32 %i, %t\n %z = add i32 %y, %d\n %w = sub i32 %z, %d\n"
        "%v = add i32 %w, %t",
        "%o = mul i32 %i, %n\n %v = udiv i32 %o, 7"})
    EXPECT_TRUE(proofOf(std::string(V) + Store).Proven) << V;
  for (const char *V :
       {"%v = add i32 %t, %d", "%v = sub i32 %i, %t", "%v = mul i32 %t, %d",
        "%o = mul i32 %s, 2\n %v = add i32 %o, %t", "%v = xor i32 %s, %t",
        "%o = mul i32 %t, %n\n %v = add i32 %s, %o",
        "%o = udiv i32 %s, 7\n %u = udiv i32 %t, 7\n %v = add i32 %o, %u",
        "%o = trunc i32 %s to i8\n %u = zext i8 %o to i32\n"
        "%v = add i32 %u, %t"})
    EXPECT_FALSE(proofOf(std::string(V) + Store).Proven) << V;
}

TEST(Poly, HashesWrap) {
  // 64 bits of a 32-bit product each: the sum is not that of the index.
  EXPECT_FALSE(proofOf(R"(
  %o = mul i32 %s, 1664525
  %u = mul i32 %t, 1664525
  %o8 = zext i32 %o to i64
  %u8 = zext i32 %u to i64
  %a = add i64 %o8, %u8
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 0, ptr addrspace(1) %x
  ret void)")
                   .Proven);
}

TEST(Poly, SumsDropWhatCancels) {
  LaunchPoly A = {{{launchvar::Tid}, 3}, {{}, 5}};
  LaunchPoly B = {{{launchvar::Tid}, 1}, {{launchvar::Ctaid}, 2}};
  LaunchPoly Expected = {{{}, 5}, {{launchvar::Ctaid}, -6}};
  EXPECT_EQ(addPoly(A, B, -3), Expected);
}

TEST(Poly, BlockTimesBlockSizeIsTheGlobalIndexWithoutTheThread) {
  LaunchPoly P = {{{launchvar::Ctaid, launchvar::Ntid}, 4},
                  {{launchvar::Tid}, 4}};
  auto Q = replacePair(P, launchvar::Ctaid, launchvar::Ntid,
                       launchvar::GlobalId, launchvar::Tid);
  LaunchPoly Expected = {{{launchvar::GlobalId}, 4}};
  ASSERT_TRUE(Q);
  EXPECT_EQ(*Q, Expected);
}
