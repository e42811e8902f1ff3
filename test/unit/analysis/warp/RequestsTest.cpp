//===- RequestsTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Requests.h"
#include "gtest/gtest.h"
#include <numeric>
#include <vector>

using namespace gpuperf;

static std::vector<int64_t> strided(int64_t Stride, int64_t Start = 0,
                                    size_t Lanes = 32) {
  std::vector<int64_t> A(Lanes);
  for (size_t I = 0; I < Lanes; ++I)
    A[I] = Start + static_cast<int64_t>(I) * Stride;
  return A;
}

TEST(Requests, Sectors) {
  EXPECT_EQ(chunksTouched(strided(4), 4, SectorBytes), 4u);
  EXPECT_EQ(chunksTouched(strided(4, 4), 4, SectorBytes), 5u);
  EXPECT_EQ(chunksTouched(strided(-4, -4), 4, SectorBytes), 4u);
  EXPECT_EQ(chunksTouched(strided(0), 4, SectorBytes), 1u);
  EXPECT_EQ(chunksTouched(strided(8), 4, SectorBytes), 8u);
  EXPECT_EQ(chunksTouched(strided(4096), 4, SectorBytes), 32u);
  EXPECT_EQ(chunksTouched(strided(16), 16, SectorBytes), 16u);
  EXPECT_EQ(chunksTouched(strided(1), 1, SectorBytes), 1u);
  EXPECT_EQ(chunksTouched(strided(4), 4, LineBytes), 1u);
  EXPECT_EQ(chunksTouched({}, 4, SectorBytes), 0u);
  // An element across the border of two sectors.
  EXPECT_EQ(chunksTouched({30}, 4, SectorBytes), 2u);
}

TEST(Requests, AnyBase) {
  ChunkRange R = chunksTouchedAnyBase(strided(4), 4, SectorBytes, 4);
  EXPECT_EQ(R.Fewest, 4u);
  EXPECT_EQ(R.Most, 5u);
  // One of the eight places of a float in a sector.
  EXPECT_DOUBLE_EQ(R.Mean, 4.875);
  R = chunksTouchedAnyBase(strided(128), 4, SectorBytes, 4);
  EXPECT_EQ(R.Fewest, 32u);
  EXPECT_EQ(R.Most, 32u);
}

TEST(Requests, BankPasses) {
  EXPECT_EQ(bankPasses(strided(4), 4, 32, 4), 1);
  EXPECT_EQ(bankPasses(strided(0), 4, 32, 4), 1); // broadcast
  EXPECT_EQ(bankPasses(strided(8), 4, 32, 4), 2);
  EXPECT_EQ(bankPasses(strided(128), 4, 32, 4), 32); // a column of [32][32]
  EXPECT_EQ(bankPasses(strided(132), 4, 32, 4), 1);  // of [32][33]
  EXPECT_EQ(bankPasses(strided(-128, -4), 4, 32, 4), 32);
  EXPECT_EQ(bankPasses(strided(8), 8, 32, 4), 1); // doubles, in halves
  EXPECT_EQ(bankPasses(strided(256), 8, 32, 4), 16);
  EXPECT_EQ(bankPasses(strided(16), 16, 32, 4), 1); // float4, in quarters
  EXPECT_EQ(bankPasses(strided(1), 1, 32, 4), 1);   // bytes share words
}

TEST(Requests, WideLoadsOfNeighboursThatShareAnAddressTakeHalf) {
  // The fragments of a product of tiles: 16 lanes have one address, or pairs.
  auto Every = [](unsigned Lanes, int64_t Stride) {
    std::vector<int64_t> Out;
    for (unsigned I = 0; I < 32; ++I)
      Out.push_back(static_cast<int64_t>(I / Lanes) * Stride);
    return Out;
  };
  auto halved = [](const std::vector<int64_t> &A, unsigned Bytes) {
    return bankPasses(A, Bytes, 32, 4, {}, /*PairsShare=*/true);
  };
  EXPECT_EQ(halved(Every(32, 0), 16), 0.5);
  EXPECT_EQ(bankPasses(Every(32, 0), 16, 32, 4), 1); // on other GPUs
  EXPECT_EQ(halved(Every(16, 16), 16), 0.5);
  EXPECT_EQ(halved(Every(2, 16), 16), 0.5);
  EXPECT_EQ(halved(Every(2, 8), 8), 0.5);
  // Eight addresses of a half of the warp on the same banks.
  EXPECT_EQ(halved(Every(2, 128), 16), 4);
  // Lane n has the address of n ^ 16: no neighbours.
  std::vector<int64_t> Halves;
  for (unsigned I = 0; I < 32; ++I)
    Halves.push_back(I % 16 * 16);
  EXPECT_EQ(halved(Halves, 16), 1);
  // Lane n has the address of n ^ 2.
  std::vector<int64_t> Alternate;
  for (unsigned I = 0; I < 32; ++I)
    Alternate.push_back((I & ~2u) * 16);
  EXPECT_EQ(halved(Alternate, 16), 1); // two-way, in half the phases
  // A word of each lane is one phase in any case.
  EXPECT_EQ(halved(Every(32, 0), 4), 1);
}

TEST(Requests, WideAccessesGoByPartsOfTheWarpNotOfTheActiveLanes) {
  // Doubles of 16 lanes, half of them in each half of the warp, all on the same
  // two banks: two halves with eight words each.
  std::vector<int64_t> Column;
  std::vector<unsigned> Spread, Together;
  for (unsigned I = 0; I < 16; ++I) {
    Column.push_back(128 * I);
    Spread.push_back(2 * I);
    Together.push_back(I);
  }
  EXPECT_EQ(bankPasses(Column, 8, 32, 4, Spread), 8);
  EXPECT_EQ(bankPasses(Column, 8, 32, 4, Together), 16);
  EXPECT_EQ(bankPasses(Column, 8, 32, 4), 16);
}

TEST(Requests, Atomics) {
  EXPECT_EQ(sameAddressLanes(strided(0)), 32u);
  EXPECT_EQ(sameAddressLanes(strided(4)), 1u);
  EXPECT_EQ(sameAddressLanes({8, 4, 8, 12, 8}), 3u);
}

TEST(Requests, LocalMemoryIsInterleavedByLane) {
  std::vector<unsigned> Lanes(32);
  std::iota(Lanes.begin(), Lanes.end(), 0u);
  EXPECT_EQ(localSectors(strided(0), Lanes, 4), 4u);
  EXPECT_EQ(localSectors(strided(0), Lanes, 8), 8u);
  EXPECT_EQ(localSectors(strided(4), Lanes, 4), 32u);
}

TEST(Requests, ExtremesDoNotOverflow) {
  EXPECT_EQ(chunksTouched({INT64_MAX, INT64_MIN}, 16, SectorBytes), 2u);
}

TEST(Requests, WideRequestsThatAreNotAlignedGoLaneByLane) {
  auto Every = [](int64_t Stride, unsigned Lanes = 64) {
    std::vector<int64_t> Out;
    for (int64_t I = 0; I < Lanes; ++I)
      Out.push_back(I * Stride);
    return Out;
  };
  EXPECT_EQ(laneByLaneClocks(Every(4), 4), 0u);
  EXPECT_EQ(laneByLaneClocks(Every(8), 8), 0u);
  EXPECT_EQ(laneByLaneClocks(Every(16), 16), 0u);
  // Three of four lanes reach into a second piece of 16 bytes.
  EXPECT_EQ(laneByLaneClocks(Every(4), 16), 64u + 48u);
  // Of 12 bytes, those at 8 and 12 do.
  EXPECT_EQ(laneByLaneClocks(Every(4), 12), 64u + 32u);
  EXPECT_EQ(laneByLaneClocks(Every(12), 12), 64u + 32u);
  EXPECT_EQ(laneByLaneClocks(Every(4, 16), 16), 16u + 12u);
}
