//===- SampledFormTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/Footprint.h"
#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A kernel that stores at out[%at]; \p Body computes it from %t, which is
/// tid.x, and %b, which is ctaid.x.
KernelSummary stores(llvm::StringRef Body) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %w) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)" + Body.str() + R"(
  %wide = zext i32 %at to i64
  %p = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float 1.0, ptr addrspace(1) %p, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)";
  Ir I = parseText(Text);
  return summarize(I, "k");
}

std::optional<AffineForm> formOf(const KernelSummary &K, const Launch &L,
                                 size_t N = 0, std::vector<double> Trips = {}) {
  uint64_t Steps = 1'000'000;
  return sampledForm(K, access(K, N), L, Trips, Steps);
}

void expectDigit(const AddressVariable &V, double StrideBytes, double Divisor,
                 double Modulus) {
  EXPECT_EQ(V.StrideBytes, StrideBytes);
  EXPECT_EQ(V.Divisor, Divisor);
  EXPECT_EQ(V.Modulus, Modulus);
}

constexpr const char *TwoDigits = R"(
  %c = and i32 %t, 31
  %r = lshr i32 %t, 5
  %row = mul i32 %r, 1000
  %at = add i32 %row, %c)";
} // namespace

TEST(SampledForm, QuotientAndRemainderAreTwoDigits) {
  KernelSummary K = stores(TwoDigits);
  ASSERT_FALSE(access(K, 0).Affine);
  auto F = formOf(K, launch({1}, {256}));
  ASSERT_TRUE(F);
  EXPECT_EQ(F->ConstantBytes, 0);
  ASSERT_EQ(F->Variables.size(), 2u);
  EXPECT_EQ(F->Variables[0].Kind, ExprKind::TidX);
  EXPECT_EQ(F->Variables[1].Kind, ExprKind::TidX);
  expectDigit(F->Variables[0], 4, 1, 32);
  expectDigit(F->Variables[1], 4000, 32, 0);

  // Eight rows of 32.
  FootprintScope Scope;
  Scope.Threads = {256, 1, 1};
  EXPECT_EQ(distinctSectorBytes(boxOf(*F, Scope), 4), 8 * 128);
  // One warp is in one of them, half a warp in half of it.
  Scope.Threads = {32, 1, 1};
  EXPECT_EQ(distinctSectorBytes(boxOf(*F, Scope), 4), 128);
  Scope.Threads = {16, 1, 1};
  EXPECT_EQ(distinctSectorBytes(boxOf(*F, Scope), 4), 64);
}

TEST(SampledForm, ThreeLevelsAreThreeDigits) {
  KernelSummary K = stores(R"(
  %x = and i32 %t, 7
  %shift = lshr i32 %t, 3
  %y = and i32 %shift, 7
  %z = lshr i32 %t, 6
  %ys = mul i32 %y, 100
  %zs = mul i32 %z, 10000
  %xy = add i32 %x, %ys
  %at = add i32 %xy, %zs)");
  auto F = formOf(K, launch({1}, {512}));
  ASSERT_TRUE(F);
  ASSERT_EQ(F->Variables.size(), 3u);
  expectDigit(F->Variables[0], 4, 1, 8);
  expectDigit(F->Variables[1], 400, 8, 8);
  expectDigit(F->Variables[2], 40000, 64, 0);
}

TEST(SampledForm, AWidthThatIsNoPowerOfTwo) {
  KernelSummary K = stores(R"(
  %c = urem i32 %t, 12
  %r = udiv i32 %t, 12
  %row = mul i32 %r, 500
  %at = add i32 %row, %c)");
  auto F = formOf(K, launch({1}, {192}));
  ASSERT_TRUE(F);
  ASSERT_EQ(F->Variables.size(), 2u);
  expectDigit(F->Variables[0], 4, 1, 12);
  expectDigit(F->Variables[1], 2000, 12, 0);
}

TEST(SampledForm, ADigitWithoutAPlaceOfItsOwnIsLeftOut) {
  // Threads of a group of 8 share a place.
  KernelSummary K = stores("%at = lshr i32 %t, 3");
  auto F = formOf(K, launch({1}, {256}));
  ASSERT_TRUE(F);
  ASSERT_EQ(F->Variables.size(), 1u);
  EXPECT_EQ(F->Variables[0].StrideBytes, 4);
  EXPECT_EQ(F->Variables[0].Divisor, 8);
  FootprintScope Scope;
  Scope.Threads = {256, 1, 1};
  EXPECT_EQ(distinctSectorBytes(boxOf(*F, Scope), 4), 128);
}

TEST(SampledForm, BlocksAreTakenApartToo) {
  // ctaid.x % 16 and ctaid.x / 16 are tiles of a matrix of 4096.
  KernelSummary K = stores(R"(
  %tile = and i32 %b, 15
  %rowOfTiles = lshr i32 %b, 4
  %tx = mul i32 %tile, 256
  %ty = mul i32 %rowOfTiles, 4096
  %first = add i32 %tx, %ty
  %at = add i32 %first, %t)");
  auto F = formOf(K, launch({64}, {256}));
  ASSERT_TRUE(F);
  FootprintScope Scope;
  Scope.Threads = {256, 1, 1};
  Scope.Blocks = {64, 1, 1};
  EXPECT_EQ(distinctSectorBytes(boxOf(*F, Scope), 4), 64 * 256 * 4);
}

TEST(SampledForm, AProductOfDigitsIsNotTheirSum) {
  // Zero wherever one of the digits is: only a third place tells.
  KernelSummary K = stores(R"(
  %c = and i32 %t, 31
  %r = lshr i32 %t, 5
  %at = mul i32 %r, %c)");
  auto F = formOf(K, launch({1}, {256}));
  ASSERT_TRUE(F);
  ASSERT_EQ(F->Variables.size(), 1u);
  EXPECT_EQ(F->Variables[0].Divisor, 1);
  EXPECT_EQ(F->Variables[0].Modulus, 0);
  EXPECT_GT(F->Variables[0].StrideBytes, 0);
}

TEST(SampledForm, ASquareIsMeasured) {
  KernelSummary K = stores("%at = mul i32 %t, %t");
  auto F = formOf(K, launch({1}, {256}));
  ASSERT_TRUE(F);
  ASSERT_EQ(F->Variables.size(), 1u);
  // 256 places, first to last 255 * 255 apart.
  EXPECT_NEAR(F->Variables[0].StrideBytes * 255, 4 * 255 * 255, 1);
  EXPECT_EQ(F->Variables[0].DistinctShare, 1);
}

TEST(SampledForm, TheEdgeThatWrapsAroundIsNotTheRule) {
  // The element of the row above in 256 rows of 64, four of them per block: the
  // last row is above the first.
  KernelSummary K = stores(R"(
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
  %x = and i32 %i, 63
  %y = lshr i32 %i, 6
  %u = add i32 %y, 255
  %m = and i32 %u, 255
  %row = shl i32 %m, 6
  %at = add i32 %row, %x)");
  auto F = formOf(K, launch({64}, {256}));
  ASSERT_TRUE(F);
  EXPECT_EQ(F->strideOf(ExprKind::TidX), 4);
  EXPECT_EQ(F->strideOf(ExprKind::CtaidX), 1024);
  EXPECT_EQ(F->Variables.size(), 2u);
  EXPECT_EQ(F->ConstantBytes, -256);
  // The first row is below the last one.
  K = stores(R"(
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
  %x = and i32 %i, 63
  %y = lshr i32 %i, 6
  %u = add i32 %y, 1
  %m = and i32 %u, 255
  %row = shl i32 %m, 6
  %at = add i32 %row, %x)");
  F = formOf(K, launch({64}, {256}));
  ASSERT_TRUE(F);
  EXPECT_EQ(F->strideOf(ExprKind::CtaidX), 1024);
  EXPECT_EQ(F->Variables.size(), 2u);
  EXPECT_EQ(F->ConstantBytes, 256);
}

TEST(SampledForm, WhatTheFirstBlockDoesNotLoadIsSeenInOthers) {
  KernelSummary K = stores(R"(
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
  %left = sub i32 %i, 16
  %inside = icmp ne i32 %b, 0
  %at = select i1 %inside, i32 %left, i32 0)");
  auto F = formOf(K, launch({64}, {256}));
  ASSERT_TRUE(F);
  EXPECT_EQ(F->strideOf(ExprKind::TidX), 4);
  EXPECT_EQ(F->strideOf(ExprKind::CtaidX), 1024);
  EXPECT_EQ(F->ConstantBytes, -64);
}

TEST(SampledForm, WhatDataChooseHasNone) {
  KernelSummary K = kernel("gather");
  Launch L = launch({64}, {256}, {{}, {}, {}, 16384});
  EXPECT_FALSE(formOf(K, L, 1));
  // Nor what an argument without a value does.
  KernelSummary W = stores(R"(
  %c = urem i32 %t, %w
  %at = add i32 %c, 5)");
  EXPECT_FALSE(formOf(W, launch({1}, {256})));
  EXPECT_TRUE(formOf(W, launch({1}, {256}, {{}, 10})));
}

TEST(SampledForm, NoStepsNoForm) {
  KernelSummary K = stores(TwoDigits);
  uint64_t Steps = 3;
  EXPECT_FALSE(sampledForm(K, access(K, 0), launch({1}, {256}), {}, Steps));
}
