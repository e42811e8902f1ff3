//===- StencilTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The volumes against counts: small domains are walked block by block, cell by
// cell, and the distinct chunks of memory are counted.
//
//===----------------------------------------------------------------------===//

#include "analysis/models/stencil-traffic/Stencil.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <list>
#include <map>
#include <set>

using namespace gpuperf;

namespace {
/// A V100 as the author of the notes on stencils measured it.
StencilGpu seedGpu() {
  StencilGpu G;
  G.GbpsGm = 771.4, G.GbpsL2 = 2066.5, G.GbpsSmx = 11860;
  G.CoalescedBytes = 32, G.L2LineBytes = 64, G.L2Bytes = 6144 * 1024;
  G.Epsilon = 0.01;
  G.Sms = 80, G.SimWarpsPerSm = 128 / 32;
  return G;
}

StencilProblem cube(double N, StencilExtent Tile,
                    std::vector<StencilPoint> Points, double Bytes = 4) {
  StencilProblem P;
  P.Arrays = {std::move(Points)};
  P.ElementBytes = Bytes;
  P.Cells = {N, N, N};
  P.Tile = Tile;
  P.FirstCell = 1;
  return P;
}

/// An array with one layer of halo around the domain, its rows \p Pitch apart.
class CountedDomain {
public:
  CountedDomain(const StencilProblem &P, double ChunkBytes)
      : P(P), Chunk(ChunkBytes),
        Pitch(P.PitchCells > 0 ? P.PitchCells : P.Cells.X + 2) {}

  int64_t chunkOf(int64_t X, int64_t Y, int64_t Z) const {
    const int64_t Row = (Z + 1) * (int64_t(P.Cells.Y) + 2) + Y + 1;
    return static_cast<int64_t>((Row * Pitch + P.FirstCell + X) *
                                P.ElementBytes / Chunk);
  }

  /// Chunks of each tile's reach, tiles in launch order, x fastest.
  void eachTile(const std::vector<StencilPoint> &Points,
                const StencilExtent &Tile,
                std::function<void(const std::set<int64_t> &)> Visit) const {
    for (int64_t Z = 0; Z < P.Cells.Z; Z += int64_t(Tile.Z))
      for (int64_t Y = 0; Y < P.Cells.Y; Y += int64_t(Tile.Y))
        for (int64_t X = 0; X < P.Cells.X; X += int64_t(Tile.X)) {
          std::set<int64_t> Touched;
          for (int64_t K = Z; K < std::min(Z + Tile.Z, P.Cells.Z); ++K)
            for (int64_t J = Y; J < std::min(Y + Tile.Y, P.Cells.Y); ++J)
              for (int64_t I = X; I < std::min(X + Tile.X, P.Cells.X); ++I)
                for (const StencilPoint &Q : Points)
                  Touched.insert(chunkOf(I + Q.X, J + Q.Y, K + Q.Z));
          Visit(Touched);
        }
  }

  double bytes(const std::vector<StencilPoint> &Points,
               const StencilExtent &Tile) const {
    double Sum = 0;
    eachTile(Points, Tile, [&](auto &Set) { Sum += Set.size(); });
    return Sum * Chunk;
  }

  /// Bytes that miss a fully associative LRU cache.
  double missedBytes(const std::vector<StencilPoint> &Points,
                     const StencilExtent &Tile, double CacheBytes) const {
    const auto Capacity = static_cast<size_t>(CacheBytes / Chunk);
    std::list<int64_t> Used;
    std::map<int64_t, std::list<int64_t>::iterator> Where;
    double Missed = 0;
    eachTile(Points, Tile, [&](auto &Set) {
      for (int64_t C : Set) {
        auto It = Where.find(C);
        if (It != Where.end())
          Used.erase(It->second);
        else
          Missed += Chunk;
        Used.push_front(C);
        Where[C] = Used.begin();
        if (Used.size() > Capacity) {
          Where.erase(Used.back());
          Used.pop_back();
        }
      }
    });
    return Missed;
  }

private:
  const StencilProblem &P;
  double Chunk, Pitch;
};

TEST(Stencil, FetchedBytesAreThoseCountedCellByCell) {
  // Rows start aligned: exact, also where tiles do not divide the domain.
  const StencilExtent Tiles[] = {{8, 8, 8}, {32, 4, 2}, {16, 16, 1}, {5, 3, 7},
                                 {1, 1, 1}, {38, 1, 1}, {64, 64, 64}};
  for (auto Points : {starPoints(), boxPoints()})
    for (double Bytes : {4.0, 8.0})
      for (double Chunk : {32.0, 64.0, Bytes})
        for (StencilExtent Tile : Tiles) {
          StencilProblem P = cube(38, Tile, Points, Bytes);
          P.PitchCells = 48;
          const double Counted = CountedDomain(P, Chunk).bytes(Points, Tile);
          EXPECT_NEAR(stencilFetchedBytes(P, Points, Tile, Chunk), Counted,
                      1e-9 * Counted)
              << Points.size() << " points, tile " << Tile.X << "x" << Tile.Y
              << "x" << Tile.Z << ", chunk " << Chunk << ", " << Bytes
              << " bytes";
        }
}

TEST(Stencil, RowsThatStartAnywhereAreAveraged) {
  for (StencilExtent Tile :
       {StencilExtent{8, 8, 4}, StencilExtent{19, 5, 3}, StencilExtent{1, 4, 4},
        StencilExtent{38, 38, 38}}) {
    StencilProblem P = cube(38, Tile, boxPoints()); // rows of 40 floats
    for (double Pitch : {40.0, 41.0, 43.0}) {
      P.PitchCells = Pitch;
      const double Counted = CountedDomain(P, 64).bytes(boxPoints(), Tile);
      EXPECT_NEAR(stencilFetchedBytes(P, boxPoints(), Tile, 64), Counted,
                  0.02 * Counted)
          << Tile.X << " wide, pitch " << Pitch;
    }
  }
}

TEST(Stencil, ReachOfFarAndOneSidedPoints) {
  const std::vector<StencilPoint> Points = {
      {0, 0, 0}, {3, 0, 0}, {0, -4, 0}, {0, 0, 2}, {-1, 1, 0}};
  StencilProblem P = cube(24, {8, 4, 3}, Points);
  P.PitchCells = 32, P.FirstCell = 4;
  // The counted array has a layer of halo: shift y so that nothing wraps.
  const double Counted = CountedDomain(P, 4).bytes(Points, P.Tile);
  EXPECT_DOUBLE_EQ(stencilFetchedBytes(P, Points, P.Tile, 4), Counted);
}

TEST(Stencil, VolumesOfOneTileByHand) {
  // 8 x 8 x 8 doubles in one block, 7 points: a cube and six faces.
  StencilProblem P = cube(8, {8, 8, 8}, starPoints(), 8);
  StencilGpu G = seedGpu();
  G.CoalescedBytes = G.L2LineBytes = 8; // cells by themselves
  StencilTraffic V = stencilTraffic(P, G, 1);
  const double Reach = (8 * 8 * 8 + 6 * 64) * 8, Cells = 512 * 8;
  EXPECT_DOUBLE_EQ(V.L2, Reach + Cells);
  EXPECT_DOUBLE_EQ(V.Gm, Reach + Cells);
  EXPECT_DOUBLE_EQ(V.Smx, 7 * Cells);
  // Through L1: rows of 64 bytes that start 0, 8 or 16 bytes after a chunk.
  G.CoalescedBytes = 32, P.PitchCells = 12;
  EXPECT_DOUBLE_EQ(stencilTraffic(P, G, 1).Smx, (5 * 3 + 2 + 3) * 64 * 32);
  G.CoalescedBytes = 8;
  P.Staged = true;
  EXPECT_DOUBLE_EQ(stencilTraffic(P, G, 1).Smx, 7 * Cells + Reach);
  P.OnChipReads = 3;
  EXPECT_DOUBLE_EQ(stencilTraffic(P, G, 1).Smx, 3 * Cells + Reach);
  P.PlainArrays = 2;
  EXPECT_DOUBLE_EQ(stencilTraffic(P, G, 1).Gm, Reach + 3 * Cells);
}

TEST(Stencil, LinesLostByASmallCacheAreThoseOfAnLru) {
  // 128 B of fresh cells per tile and array; 6 x 6 tiles per layer.
  const StencilExtent Tile{8, 8, 4};
  StencilProblem P = cube(48, Tile, boxPoints());
  P.PitchCells = 64;
  P.WrittenArrays = 0; // the simulated cache holds reads alone
  StencilGpu G = seedGpu();
  G.Epsilon = 0;
  CountedDomain Counted(P, G.L2LineBytes);
  const double FreshTile = 8 * 8 * 4 * 4;
  auto Model = [&](double L2Bytes) {
    G.L2Bytes = L2Bytes;
    return stencilTraffic(P, G, /*ResidentBlocks=*/1);
  };
  // All fits; rows of tiles fit, layers do not; tiles fit, rows do not.
  StencilTraffic Whole = Model(1 << 20), Layer = Model(36 * FreshTile - 1),
                 Row = Model(6 * FreshTile - 1), None = Model(FreshTile - 1);
  EXPECT_DOUBLE_EQ(Whole.LostZ, 0);
  EXPECT_DOUBLE_EQ(Layer.LostZ, 1);
  EXPECT_DOUBLE_EQ(Layer.LostY, 0);
  EXPECT_DOUBLE_EQ(Row.LostY, 1);
  EXPECT_DOUBLE_EQ(Row.LostX, 0);
  EXPECT_DOUBLE_EQ(None.LostX, 1);
  EXPECT_DOUBLE_EQ(Whole.Gm, Counted.missedBytes(boxPoints(), Tile, 1 << 20));
  EXPECT_DOUBLE_EQ(Whole.Gm, Whole.CompulsoryGm);
  // A cache of one layer's reach loses between layers only; of one row's, too.
  EXPECT_DOUBLE_EQ(Layer.Gm, Counted.bytes(boxPoints(), {48, 48, 4}));
  EXPECT_DOUBLE_EQ(Row.Gm, Counted.bytes(boxPoints(), {48, 8, 4}));
  EXPECT_DOUBLE_EQ(None.Gm, Counted.bytes(boxPoints(), Tile));
  const double Tiny = 10 * 6 * 64; // the reach of one tile, in lines
  EXPECT_NEAR(None.Gm, Counted.missedBytes(boxPoints(), Tile, Tiny / 4),
              0.1 * None.Gm);
  const double RowReach = 10 * 6 * 4 * 64;
  EXPECT_NEAR(Row.Gm, Counted.missedBytes(boxPoints(), Tile, 0.5 * RowReach),
              0.1 * Row.Gm);
  const double LayerReach = 50 * 6 * 4 * 64;
  EXPECT_NEAR(Layer.Gm,
              Counted.missedBytes(boxPoints(), Tile, 0.5 * LayerReach),
              0.1 * Layer.Gm);
}

TEST(Stencil, BlocksThatRunTogetherShare) {
  StencilProblem P = cube(48, {8, 8, 4}, boxPoints());
  StencilGpu G = seedGpu();
  G.Epsilon = 0, G.L2Bytes = 0;
  StencilTraffic One = stencilTraffic(P, G, 1),
                 Layer = stencilTraffic(P, G, 72),
                 Many = stencilTraffic(P, G, 1e9);
  EXPECT_DOUBLE_EQ(Layer.LostZ, 0.5); // 36 blocks apart, 72 at a time
  EXPECT_DOUBLE_EQ(Layer.LostY, 6.0 / 72);
  EXPECT_GT(One.Gm, Layer.Gm);
  EXPECT_GT(Layer.Gm, Many.Gm);
  EXPECT_NEAR(Many.Gm, Many.CompulsoryGm, 1e-6 * Many.Gm);
}

TEST(Stencil, EpsilonIsAShareOfWhatL2ShouldServe) {
  StencilProblem P = cube(64, {8, 8, 8}, starPoints());
  StencilGpu G = seedGpu();
  G.Epsilon = 0;
  StencilTraffic Without = stencilTraffic(P, G, 100);
  G.Epsilon = 0.25;
  StencilTraffic With = stencilTraffic(P, G, 100);
  const StencilPoint Self[] = {{0, 0, 0}};
  const double ReadsGm =
      Without.Gm - stencilFetchedBytes(P, Self, P.Cells, G.L2LineBytes);
  const double ReadsL2 =
      Without.L2 - stencilFetchedBytes(P, Self, P.Tile, G.CoalescedBytes);
  EXPECT_NEAR(With.Gm - Without.Gm, 0.25 * (ReadsL2 - ReadsGm), 1e-6);
  EXPECT_DOUBLE_EQ(With.L2, Without.L2);
}

TEST(Stencil, TheSlowestLevelOnTheSeedsV100) {
  const StencilGpu G = seedGpu();
  // 512 cubed doubles in blocks of 32 x 4 x 4, 7 points: bound by memory. L2
  // does not keep a layer of tiles, 2048 of 4 KiB in and out: of each 6 planes
  // that a tile reads, 2 are read once more.
  StencilProblem P = cube(512, {32, 4, 4}, starPoints(), 8);
  P.Staged = true;
  const double Resident = 80 * std::floor(2048.0 / (32 * 4 * 4));
  StencilTraffic V = stencilTraffic(P, G, Resident);
  auto [Gm, L2, Smx] = stencilLevelsUs(V, G);
  const double Once = 512.0 * 512 * 512 * 8;
  EXPECT_GT(V.Gm, 2.5 * Once);
  EXPECT_LT(V.Gm, 2.6 * Once);
  EXPECT_NEAR(Gm, V.Gm / 771.4e3, 1e-9);
  EXPECT_NEAR(L2, V.L2 / 2066.5e3, 1e-9);
  EXPECT_NEAR(Smx, V.Smx / 11860e3, 1e-9);
  EXPECT_GT(Gm, L2);
  EXPECT_GT(Gm, Smx);
  // Blocks of one cell in z fetch each plane three times: bound by L2.
  P.Tile = {8, 4, 1};
  auto Flat = stencilLevelsUs(stencilTraffic(P, G, 80 * 32), G);
  EXPECT_GT(Flat.L2Us, Flat.GmUs);
}

/// 27 points, planes through shared memory, by hand.
TEST(Stencil, TilingByHand) {
  StencilProblem P = cube(256, {32, 8, 1}, boxPoints());
  P.WrittenArrays = 0;
  P.PitchCells = 264, P.FirstCell = 1;
  const StencilGpu G = seedGpu();
  TilingTime T = stencilTiling(P, G, 1, 1);
  // 8 x 32 blocks of 8 warps on 80 SMs: 4 blocks, 32 warps, 8 a pipeline.
  EXPECT_DOUBLE_EQ(T.WarpsPerPipeline, 8);
  EXPECT_DOUBLE_EQ(T.Planes, 258);
  const double Pipes = 80 * 4;
  EXPECT_NEAR(T.Shm2RegsUs, 258 * 8 * (9 * 32 * 4) / (11860 / Pipes) * 1e-3,
              1e-6);
  // 10 rows of 34 floats: from byte 0 of each 128: 136 bytes, five segments.
  EXPECT_NEAR(T.ReadBlkUs,
              258 * 8 * (10 * 5 * 32 / 8.0) / (771.4 / Pipes) * 1e-3, 1e-6);
  EXPECT_DOUBLE_EQ(T.us(), T.Shm2RegsUs + T.ReadBlkUs);
}

TEST(Stencil, AlphaAndBetaOverlapWarpsOfTheirPart) {
  StencilProblem P = cube(256, {32, 8, 1}, boxPoints());
  const StencilGpu G = seedGpu();
  TilingTime One = stencilTiling(P, G, 1, 1), Alpha = stencilTiling(P, G, 2, 1),
             Beta = stencilTiling(P, G, 1, 3);
  EXPECT_DOUBLE_EQ(Alpha.Shm2RegsUs, One.Shm2RegsUs / 2);
  EXPECT_DOUBLE_EQ(Alpha.ReadBlkUs, One.ReadBlkUs);
  EXPECT_DOUBLE_EQ(Beta.ReadBlkUs, One.ReadBlkUs * 3 / 8); // ceil(8 / 3)
  EXPECT_DOUBLE_EQ(Beta.Shm2RegsUs, One.Shm2RegsUs);
  // More blocks than a round of SMs takes another one.
  P.Tile = {32, 32, 1};
  EXPECT_DOUBLE_EQ(stencilTiling(P, G, 1, 1).WarpsPerPipeline, 8);
  P.Cells.X = 257;
  EXPECT_DOUBLE_EQ(stencilTiling(P, G, 1, 1).WarpsPerPipeline, 8);
  P.Cells.X = 512;
  EXPECT_DOUBLE_EQ(stencilTiling(P, G, 1, 1).WarpsPerPipeline, 16);
}

TEST(Stencil, DegenerateNumbersStayFinite) {
  StencilProblem P;
  StencilGpu G;
  EXPECT_TRUE(std::isfinite(stencilTraffic(P, G, 0).Gm));
  P.Arrays = {boxPoints()};
  P.Cells = {0, 0, 0}, P.Tile = {0, 0, 0};
  EXPECT_TRUE(std::isfinite(stencilTraffic(P, G, 0).Gm));
  EXPECT_TRUE(std::isfinite(stencilTiling(P, G, 0, 0).us()));
  P.Cells = {1e9, 1e6, 1e6}, P.Tile = {7, 1e7, 3};
  EXPECT_TRUE(std::isfinite(stencilTraffic(P, G, 5).Gm));
}
} // namespace
