//===- FootprintTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/Footprint.h"
#include "analysis/warp/Requests.h"
#include "gtest/gtest.h"
#include <set>

using namespace gpuperf;

/// By enumeration.
static double counted(std::vector<BoxDimension> Box, int64_t Element) {
  std::set<int64_t> Sectors;
  std::vector<int64_t> Points = {0};
  for (const BoxDimension &D : Box) {
    std::vector<int64_t> Next;
    for (int64_t P : Points)
      for (int64_t I = 0; I < static_cast<int64_t>(D.Count); ++I)
        Next.push_back(P + I * static_cast<int64_t>(D.StrideBytes));
    Points = std::move(Next);
  }
  for (int64_t P : Points)
    for (int64_t B = 0; B < Element; ++B)
      Sectors.insert((P + B) / SectorBytes);
  return static_cast<double>(Sectors.size()) * SectorBytes;
}

TEST(Footprint, AgreesWithEnumeration) {
  const std::vector<std::vector<BoxDimension>> Boxes = {
      {},
      {{4, 32}},
      {{4, 256}, {1024, 16}},          // contiguous blocks
      {{4, 32}, {4096, 8}},            // rows of a tile
      {{4096, 32}, {4, 8}, {32, 4}},   // columns of a tile
      {{32, 256}},                     // array of structures
      {{0, 32}, {4, 100}},             // broadcast
      {{4, 16}, {4096, 16}, {64, 64}}, // tiles walked along a row
      {{4, 32}, {4, 5}},               // overlapping windows
      {{128, 16}, {512, 4}},
  };
  for (const auto &Box : Boxes)
    EXPECT_EQ(distinctSectorBytes(Box, 4), counted(Box, 4));
}

TEST(Footprint, SignAndOrderOfStridesDoNotMatter) {
  EXPECT_EQ(distinctSectorBytes({{-4, 32}, {-4096, 8}}, 4),
            distinctSectorBytes({{4096, 8}, {4, 32}}, 4));
}

TEST(Footprint, NeverMoreThanTheSpan) {
  BoxDimension Box[] = {{4, 8}, {48, 10}, {40, 10}};
  EXPECT_LE(distinctSectorBytes(Box, 4), 28 + 4 + 432 + 360 + 32.0);
}
