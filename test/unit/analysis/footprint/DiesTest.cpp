//===- DiesTest.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/Dies.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
constexpr double Row = 4096, BlockBytes = 1024;

/// Blocks of 1 KB, \p PerRow of them in a row of a plane of 512 rows.
AffineForm fieldOf(double PerRow) {
  AffineForm F;
  F.Variables = {{ExprKind::TidX, NoId, 4},
                 {ExprKind::CtaidX, NoId, BlockBytes},
                 {ExprKind::CtaidY, NoId, BlockBytes * PerRow},
                 {ExprKind::CtaidZ, NoId, BlockBytes * PerRow * 512}};
  return F;
}

/// The seven points of a stencil.
std::vector<double> starOf(double PerRow) {
  const double Line = BlockBytes * PerRow, Plane = Line * 512;
  return {0, -4, 4, -Line, Line, -Plane, Plane};
}

double always(double) { return 1; }
double never(double) { return 0; }
} // namespace

TEST(Dies, OneDieFetchesOnce) {
  EXPECT_EQ(timesFetched(fieldOf(2), starOf(2),
                         {{2, 512, 512}, {2, 512, 512}, 1}, always),
            1);
}

TEST(Dies, WhatOneBlockTouchesIsFetchedOnce) {
  EXPECT_EQ(timesFetched(fieldOf(2), {0, 4}, {{2, 512, 512}, {2, 512, 512}, 6},
                         never),
            1);
}

// Two blocks a row: the rows before and after are two dies away, and planes,
// 1,024 blocks away, four.
TEST(Dies, NeighboursOnOtherDiesFetchTheirOwnCopies) {
  EXPECT_EQ(timesFetched(fieldOf(2), starOf(2),
                         {{2, 512, 512}, {2, 512, 512}, 6}, always),
            3);
  // One block a row: dies one and two away on either side.
  EXPECT_EQ(timesFetched(fieldOf(1), starOf(1),
                         {{1, 512, 512}, {1, 512, 512}, 6}, always),
            5);
  // As many blocks a row as there are dies: all on the same one.
  EXPECT_EQ(timesFetched(fieldOf(6), {0, -6 * BlockBytes, 6 * BlockBytes},
                         {{6, 512, 1}, {6, 512, 1}, 6}, always),
            1);
}

// A stencil's blocks at the border do nothing, but are dealt: a plane is 512
// blocks away, which is two dies, and not 510, which is the same die.
TEST(Dies, IdleBlocksAreDealtAsWell) {
  EXPECT_EQ(timesFetched(fieldOf(1), starOf(1),
                         {{1, 510, 510}, {1, 512, 512}, 6}, always),
            5);
  EXPECT_EQ(timesFetched(fieldOf(1), starOf(1),
                         {{1, 510, 510}, {1, 510, 510}, 6}, always),
            3);
}

TEST(Dies, WhatTheL2LostIsFetchedAgain) {
  EXPECT_EQ(timesFetched(fieldOf(2), starOf(2),
                         {{2, 512, 512}, {2, 512, 512}, 6}, never),
            5);
  // The rows around are still there, the planes around are not.
  auto Near = [](double Blocks) { return Blocks < 100 ? 1.0 : 0.0; };
  EXPECT_EQ(timesFetched(fieldOf(6), starOf(6),
                         {{6, 512, 512}, {6, 512, 512}, 6}, Near),
            3);
}

// A row of a matrix that all blocks along x read.
TEST(Dies, EachDieHasACopyOfWhatAllBlocksRead) {
  AffineForm F;
  F.Variables = {{ExprKind::TidX, NoId, 4}, {ExprKind::CtaidY, NoId, Row}};
  EXPECT_EQ(timesFetched(F, {0}, {{64, 64, 1}, {64, 64, 1}, 8}, always), 8);
  EXPECT_EQ(timesFetched(F, {0}, {{3, 64, 1}, {3, 64, 1}, 8}, always), 3);
}

TEST(Dies, WhatIsVisitedAgainLaterTakesRoomTwice) {
  const Dealing Of{{2, 512, 512}, {2, 512, 512}, 6};
  const AffineForm F = fieldOf(2);
  const std::vector<double> Star = starOf(2);
  // Rows before and after are two dies away; planes are 1,024 blocks away, on
  // the same dies. While fewer blocks are dealt, all five are other places.
  EXPECT_EQ(placesTouched(F, Star, Of, 1000), 5 * 1000);
  // A die that was at a place 1,026 blocks before touches none that is new.
  EXPECT_EQ(placesTouched(F, Star, Of, 4000), 3 * 4000 + 2 * 1026);
  EXPECT_EQ(placesTouched(F, {0}, Of, 4000), 4000);
}
