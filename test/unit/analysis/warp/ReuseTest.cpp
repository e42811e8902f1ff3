//===- ReuseTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Reuse.h"
#include "test/unit/analysis/warp/GroupBuilder.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(Reuse, HitShareAtKnownPoints) {
  EXPECT_NEAR(hitShare(0.8, 1), 0.94, 0.005);
  EXPECT_NEAR(hitShare(1.0, 1), 0.78, 0.005);
  EXPECT_NEAR(hitShare(1.5, 1), 0.26, 0.005);
  EXPECT_NEAR(hitShare(2.0, 1), 0.06, 0.005);
  // Only the ratio counts.
  EXPECT_DOUBLE_EQ(hitShare(3e6, 4e6), hitShare(0.75, 1));
}

TEST(Reuse, HitShareFallsFromOneToZero) {
  double Before = hitShare(0, 1);
  EXPECT_NEAR(Before, 1, 1e-9);
  for (double X = 0.05; X < 6; X += 0.05) {
    double Share = hitShare(X, 1);
    EXPECT_LE(Share, Before) << X;
    EXPECT_GE(Share, 0) << X;
    Before = Share;
  }
  EXPECT_LT(Before, 1e-6);
}

TEST(Reuse, NoCacheHoldsNothing) {
  EXPECT_EQ(hitShare(0, 0), 0);
  EXPECT_EQ(hitShare(100, 0), 0);
  EXPECT_EQ(hitShare(100, -1), 0);
}

namespace {
constexpr double Rows = 64, Columns = 16384; // a row is 64 KiB
constexpr double RowBytes = Columns * 4;

/// for (i < Rows) for (j < Columns) sum += a[i * Columns + j] * x[j];
/// by one thread: bytes of a and of x that pass the cache.
std::vector<double> matrixVector(double CapacityBytes) {
  GroupBuilder B({1}, {1}, {Rows, Columns});
  AccessGroups T = B.with({B.group(0, {along(0, RowBytes), along(1, 4)}),
                           B.group(1, {along(1, 4)})});
  CacheScope Scope;
  Scope.CapacityBytes = CapacityBytes;
  double Asked = Rows * Columns * 32; // a sector each
  return movedBytes(T, Scope, {Asked, Asked});
}
} // namespace

TEST(Reuse, AVectorStaysWhereItFits) {
  // A row and the vector are 128 KiB.
  std::vector<double> Fits = matrixVector(1 << 20);
  EXPECT_NEAR(Fits[0] / (Rows * RowBytes), 1, 1e-3); // once, whatever fits
  EXPECT_NEAR(Fits[1] / RowBytes, 1, 0.01);          // once
  std::vector<double> Not = matrixVector(8 << 10);
  EXPECT_NEAR(Not[0] / (Rows * RowBytes), 1, 1e-3);
  EXPECT_NEAR(Not[1] / (Rows * RowBytes), 1, 1e-3); // with every row
}

TEST(Reuse, APartOfTheVectorStaysWhereItJustFits) {
  std::vector<double> Moved = matrixVector(2 * RowBytes);
  double Fits = hitShare(1, 1);
  EXPECT_NEAR(Moved[1] / (RowBytes * (Fits + (1 - Fits) * Rows)), 1, 0.01);
}

TEST(Reuse, NeighboursInASectorAreAHitWhateverTheSize) {
  // Room for the two lines of one iteration: a sector serves eight of them.
  std::vector<double> Moved = matrixVector(1024);
  EXPECT_NEAR(Moved[0] / (Rows * RowBytes), 1, 0.01);
}

TEST(Reuse, ALargerCacheLetsLessThrough) {
  std::vector<double> Before = matrixVector(0);
  EXPECT_DOUBLE_EQ(Before[0], Rows * Columns * 32); // all that is asked for
  for (double Capacity = 256; Capacity < 1e8; Capacity *= 1.7) {
    std::vector<double> Moved = matrixVector(Capacity);
    EXPECT_LE(Moved[0], Before[0] * (1 + 1e-12)) << Capacity;
    EXPECT_LE(Moved[1], Before[1] * (1 + 1e-12)) << Capacity;
    EXPECT_GE(Moved[0], Rows * RowBytes) << Capacity; // all that there is
    EXPECT_GE(Moved[1], RowBytes) << Capacity;
    Before = Moved;
  }
}

namespace {
/// 64 x 64 blocks of 1024 threads: what all rows of blocks read, 256 KiB, and
/// what each block has for itself, 16 MiB. A wave is one row of blocks.
std::vector<double> rowsOfBlocks(double CapacityBytes, bool AcrossScopes) {
  GroupBuilder B({64, 64}, {1024});
  AccessGroups T = B.with(
      {B.group(0, {along(ExprKind::TidX, 4), along(ExprKind::CtaidX, 4096)}),
       B.group(1, {along(ExprKind::TidX, 4), along(ExprKind::CtaidX, 4096),
                   along(ExprKind::CtaidY, 64 * 4096)})});
  CacheScope Scope;
  Scope.Blocks = {64, 1, 1}, Scope.Grid = {64, 64, 1};
  Scope.CapacityBytes = CapacityBytes;
  Scope.AcrossScopes = AcrossScopes;
  double Asked = 64 * 64 * 4096;
  return movedBytes(T, Scope, {Asked, Asked});
}
} // namespace

TEST(Reuse, RowsOfBlocksFindWhatTheRowBeforeLeft) {
  std::vector<double> Fits = rowsOfBlocks(10e6, true);
  EXPECT_NEAR(Fits[0], 64 * 4096, 1);
  EXPECT_DOUBLE_EQ(Fits[1], 64 * 64 * 4096);
  std::vector<double> Not = rowsOfBlocks(1e5, true);
  EXPECT_NEAR(Not[0] / (64 * 64 * 4096), 1, 1e-3);
  EXPECT_DOUBLE_EQ(Not[1], 64 * 64 * 4096);
}

TEST(Reuse, ACacheOfABlockForgetsWithTheBlock) {
  EXPECT_DOUBLE_EQ(rowsOfBlocks(10e6, false)[0], 64 * 64 * 4096);
}

TEST(Reuse, WithoutAFormAllPasses) {
  GroupBuilder B({16}, {256}, {100});
  AccessGroup G = B.group(0, {along(ExprKind::TidX, 4)});
  G.HasForm = false;
  CacheScope Scope;
  Scope.Grid = {16, 1, 1};
  Scope.CapacityBytes = 1e9;
  EXPECT_EQ(movedBytes(B.with({G}), Scope, {12345.0})[0], 12345);
  EXPECT_EQ(movedBytes(B.with({G}), Scope, {0.0})[0], 0);
}

TEST(Reuse, AGroupThatAsksForNothingTakesNoRoom) {
  GroupBuilder B({1}, {1}, {Rows, Columns});
  AccessGroups T = B.with({B.group(0, {along(0, RowBytes), along(1, 4)}),
                           B.group(1, {along(1, 4)})});
  CacheScope Scope;
  Scope.CapacityBytes = 1.5 * RowBytes; // the vector alone fits
  double Asked = Rows * Columns * 32;
  double Alone = movedBytes(T, Scope, {0, Asked})[1];
  double Beside = movedBytes(T, Scope, {Asked, Asked})[1];
  EXPECT_LT(Alone, RowBytes * 10);
  EXPECT_GT(Beside, 2 * Alone);
}

TEST(Reuse, NeighboursAreFoundWhateverIsTouchedBeforeAndAfter) {
  // A row of 64 KiB that is read twice, by this block and by the one before it,
  // and ten others.
  constexpr double Row = 65536;
  for (bool Apart : {false, true}) {
    GroupBuilder B({64}, {256});
    auto Row4 = [] {
      return std::vector<AddressVariable>{along(ExprKind::TidX, 4),
                                          along(ExprKind::CtaidX, 1024)};
    };
    std::vector<AccessGroup> Groups = {B.group(0, Row4(), {0, 1024})};
    std::vector<double> Asked = {2 * Row};
    for (uint32_t Other = 1; Other <= 10; ++Other) {
      Groups.push_back(B.group(Other, Row4()));
      Asked.push_back(Row);
    }
    if (Apart) // the second one is read last
      Groups[0].Members[1] = B.NextMember;
    CacheScope Scope;
    Scope.Blocks = Scope.Grid = {64, 1, 1};
    Scope.CapacityBytes = 2.5 * Row;
    const double Moved = movedBytes(B.with(Groups), Scope, Asked)[0];
    if (Apart)
      EXPECT_GT(Moved, 1.95 * Row);
    else
      EXPECT_NEAR(Moved / (Row + 1024), 1, 0.01);
  }
}
