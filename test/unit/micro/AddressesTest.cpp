//===- AddressesTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/addresses/Pairs.h"
#include "benchmarks/micro/addresses/Patterns.h"
#include "benchmarks/micro/addresses/Transactions.h"
#include "benchmarks/micro/addresses/Walks.h"
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>

using namespace gpuperf::micro;

namespace {

template <Pattern Order>
std::vector<uint64_t> firstWarp(unsigned Bits, unsigned Bytes,
                                uint64_t First = 0) {
  std::vector<uint64_t> Addresses;
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    Addresses.push_back(elementOf<Order>(First + Lane, Bits, Bytes, 7) * Bytes);
  return Addresses;
}

TEST(Chase, OneCycleThroughAllNodes) {
  for (uint32_t Nodes : {1u, 2u, 3u, 16u, 1000u}) {
    std::vector<uint32_t> Next = cyclicOrder(Nodes, Nodes);
    std::set<uint32_t> Seen;
    uint32_t At = 0;
    for (uint32_t I = 0; I < Nodes; ++I, At = Next[At])
      Seen.insert(At);
    EXPECT_EQ(Seen.size(), Nodes);
    EXPECT_EQ(At, 0u) << "the cycle does not close";
  }
}

TEST(Chase, FootprintsRiseAndAreWholeNodes) {
  std::vector<uint64_t> Sizes = footprints(2048, 1 << 20, 4, 128);
  ASSERT_GE(Sizes.size(), 36u);
  EXPECT_EQ(Sizes.front(), 2048u);
  EXPECT_EQ(Sizes.back(), 1u << 20);
  for (size_t I = 0; I < Sizes.size(); ++I) {
    EXPECT_EQ(Sizes[I] % 128, 0u);
    EXPECT_LE(Sizes[I], 1u << 20);
    EXPECT_TRUE(I == 0 || Sizes[I] > Sizes[I - 1]);
  }
}

TEST(Patterns, SequentialWarpsTouchNeighbouringSectors) {
  EXPECT_EQ(piecesTouched(firstWarp<Pattern::Sequential>(20, 4), 4, 32), 4u);
  EXPECT_EQ(piecesTouched(firstWarp<Pattern::Sequential>(20, 8), 8, 32), 8u);
  EXPECT_EQ(piecesTouched(firstWarp<Pattern::Sequential>(20, 16), 16, 32), 16u);
  EXPECT_EQ(piecesTouched(firstWarp<Pattern::Sequential>(20, 4), 4, 128), 1u);
}

TEST(Patterns, ShiftedLanesNeverShareALine) {
  for (uint64_t First : {0ull, 32ull, 4096ull, (1ull << 20) - 32, 1ull << 33}) {
    EXPECT_EQ(piecesTouched(firstWarp<Pattern::Shifted>(20, 4, First), 4, 128),
              32u);
    EXPECT_EQ(
        piecesTouched(firstWarp<Pattern::Shifted>(20, 16, First), 16, 128),
        32u);
  }
}

TEST(Patterns, AWalkMeetsEachElementOnce) {
  constexpr unsigned Bits = 12;
  for (unsigned Bytes : {4u, 8u, 16u}) {
    std::set<uint64_t> Sequential, Shifted;
    for (uint64_t A = 0; A < 1u << Bits; ++A) {
      Sequential.insert(elementOf<Pattern::Sequential>(A, Bits, Bytes, 0));
      Shifted.insert(elementOf<Pattern::Shifted>(A, Bits, Bytes, 0));
    }
    EXPECT_EQ(Sequential.size(), 1u << Bits);
    EXPECT_EQ(Shifted.size(), 1u << Bits);
    EXPECT_EQ(*Shifted.rbegin(), (1u << Bits) - 1);
  }
}

TEST(Patterns, NoneLeavesTheBuffer) {
  for (unsigned Bits : {5u, 12u, 31u, 32u})
    for (uint64_t A = 0; A < 5000; ++A) {
      uint64_t Access = A * 0x1234567ull;
      EXPECT_LT(elementOf<Pattern::Random>(Access, Bits, 4, 9), 1ull << Bits);
      EXPECT_LT(elementOf<Pattern::Shifted>(Access, Bits, 4, 9), 1ull << Bits);
      EXPECT_LT(elementOf<Pattern::Sequential>(Access, Bits, 4, 9),
                1ull << Bits);
    }
}

TEST(Patterns, RandomIsSpread) {
  // 4,096 accesses into 64 buckets: 64 each, give or take.
  std::map<uint64_t, unsigned> Buckets;
  for (uint64_t A = 0; A < 4096; ++A)
    ++Buckets[elementOf<Pattern::Random>(A, 20, 4, 3) >> 14];
  EXPECT_EQ(Buckets.size(), 64u);
  for (auto [Bucket, Count] : Buckets) {
    EXPECT_GT(Count, 24u) << Bucket;
    EXPECT_LT(Count, 120u) << Bucket;
  }
  // Another seed is another order.
  EXPECT_NE(elementOf<Pattern::Random>(1, 20, 4, 3),
            elementOf<Pattern::Random>(1, 20, 4, 4));
}

TEST(Patterns, MovedBytes) {
  EXPECT_DOUBLE_EQ(movedPerRequested<Pattern::Sequential>(24, 4, 32), 1);
  EXPECT_DOUBLE_EQ(movedPerRequested<Pattern::Sequential>(24, 16, 64), 1);
  EXPECT_DOUBLE_EQ(movedPerRequested<Pattern::Shifted>(24, 4, 32), 8);
  EXPECT_DOUBLE_EQ(movedPerRequested<Pattern::Shifted>(24, 16, 32), 2);
  EXPECT_NEAR(movedPerRequested<Pattern::Random>(24, 8, 32), 4, 0.01);
}

TEST(Patterns, WrittenValuesAreTold) {
  unsigned Same = 0;
  for (uint64_t E = 0; E < 10000; ++E) {
    EXPECT_NE(valueOf(E, 1), Unwritten);
    EXPECT_NE(valueOf(E, 1), 0u);
    Same += valueOf(E, 1) == valueOf(E, 2);
    Same += valueOf(E, 1) == valueOf(E + 1, 1);
  }
  EXPECT_LE(Same, 2u) << "stale data would pass for new";
}

TEST(Pairs, ShareALineExactlyIfItIsTwiceTheirDistance) {
  for (unsigned Bits = 3; 1u << Bits <= PairBlockBytes / 2; ++Bits)
    for (uint64_t Line : {32u, 64u, 128u, 256u}) {
      std::set<uint64_t> Lines;
      for (uint64_t Pair = 0; Pair < 2000; ++Pair) {
        const uint64_t D = 1u << Bits, First = pairOffset(2 * Pair, Bits);
        EXPECT_EQ(pairOffset(2 * Pair + 1, Bits), First + D);
        EXPECT_EQ(First % PairWordBytes, 0u);
        EXPECT_EQ(First / PairBlockBytes, Pair);
        EXPECT_EQ((First + D) / PairBlockBytes, Pair);
        Lines.insert(First / Line);
        Lines.insert((First + D) / Line);
      }
      EXPECT_EQ(Lines.size(), Line >= 2u << Bits ? 2000u : 4000u)
          << Bits << " " << Line;
    }
}

TEST(Pairs, AllSetsOfACacheGetTheirShare) {
  for (unsigned Bits = 3; 1u << Bits <= PairBlockBytes / 2; ++Bits)
    for (uint64_t Sets : {4u, 64u}) {
      std::map<uint64_t, unsigned> Entries;
      for (uint64_t Place = 0; Place < 2 * 64 * Sets; ++Place)
        ++Entries[pairOffset(Place, Bits) / 128 % Sets];
      EXPECT_EQ(Entries.size(), Sets) << Bits;
      for (auto [Set, Count] : Entries)
        EXPECT_LT(Count, 192u) << Bits << " " << Set; // 128 on average
    }
}

TEST(Transactions, PiecesOfWideAccesses) {
  EXPECT_EQ(piecesTouched({0}, 16, 32), 1u);
  EXPECT_EQ(piecesTouched({24}, 16, 32), 2u);
  EXPECT_EQ(piecesTouched({0, 4, 8, 31}, 1, 32), 1u);
}

TEST(Banks, ConflictWordsTakeExactlySoManyPasses) {
  for (unsigned Ways = 1; Ways <= 32; ++Ways) {
    std::vector<uint32_t> Words;
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      Words.push_back(conflictWord(Lane, Ways));
    EXPECT_EQ(std::set<uint32_t>(Words.begin(), Words.end()).size(), 32u);
    EXPECT_LT(*std::max_element(Words.begin(), Words.end()), 1024u);
    EXPECT_EQ(bankPasses(Words), Ways);
  }
}

TEST(Banks, RowsOfMatricesTakeExactlySoManyPasses) {
  for (uint32_t Pitch = 16; Pitch <= 512; Pitch += 16) {
    // The words of a matrix are read four by four: a row is a lane's.
    std::vector<uint32_t> Words;
    for (uint32_t Row = 0; Row < 8; ++Row)
      for (uint32_t Word = 0; Word < 4; ++Word)
        Words.push_back(Row * Pitch / 4 + Word);
    EXPECT_EQ(bankPasses(Words), matrixRowsPerBank(Pitch)) << Pitch;
  }
  EXPECT_EQ(matrixRowsPerBank(128), 8u);
  EXPECT_EQ(matrixRowsPerBank(144), 1u);
}

TEST(Banks, OneWordForAllIsOnePass) {
  EXPECT_EQ(bankPasses(std::vector<uint32_t>(32, 5)), 1u);
  EXPECT_EQ(bankPasses({0, 32, 64, 1}), 3u);
}

TEST(Walks, DistinctNumbers) {
  std::vector<uint32_t> Some = distinctNumbers(100, 1000, 1);
  EXPECT_EQ(std::set<uint32_t>(Some.begin(), Some.end()).size(), 100u);
  EXPECT_LT(*std::max_element(Some.begin(), Some.end()), 1000u);
  EXPECT_EQ(distinctNumbers(10, 4, 1).size(), 4u);
  EXPECT_TRUE(distinctNumbers(10, 0, 1).empty());
}

TEST(Walks, APageWalkMeetsEachNodeOnceAndEachPageInTurn) {
  constexpr uint64_t Page = 1 << 16, Node = 128;
  for (uint32_t Pages : {1u, 3u, 16u, 100u}) {
    uint32_t Nodes =
        uint32_t(std::min<uint64_t>(pageWalkNodes(Pages, Page, Node), 2000));
    std::vector<uint64_t> Walk = pageWalk(Pages, Page, Node, Nodes, 42);
    ASSERT_EQ(Walk.size(), Nodes);
    EXPECT_EQ(std::set<uint64_t>(Walk.begin(), Walk.end()).size(), Nodes);
    for (uint32_t I = 0; I < Nodes; ++I) {
      EXPECT_LT(Walk[I], Pages * Page);
      EXPECT_EQ(Walk[I] % Node, 0u);
      // The same page again after one round, and not before.
      EXPECT_TRUE(I < Pages || Walk[I] / Page == Walk[I - Pages] / Page);
    }
    std::set<uint64_t> Round;
    for (uint32_t I = 0; I < std::min(Pages, Nodes); ++I)
      Round.insert(Walk[I] / Page);
    EXPECT_EQ(Round.size(), std::min(Pages, Nodes));
  }
}

TEST(Walks, PagesAreBegunAtDifferentPlaces) {
  constexpr uint64_t Page = 2 << 20, Node = 128;
  std::vector<uint64_t> Walk = pageWalk(64, Page, Node, 64, 5);
  std::set<uint64_t> Places;
  for (uint64_t Offset : Walk)
    Places.insert(Offset % Page);
  EXPECT_GT(Places.size(), 55u);
}

TEST(Walks, SpreadLoadsAskForExactlySoManyTransactions) {
  for (uint64_t Spread : {32u, 128u}) {
    std::vector<uint64_t> Loads = spreadLoads(50, 32, Spread, 1 << 20, 3);
    ASSERT_EQ(Loads.size(), 50u * 32);
    EXPECT_EQ(std::set<uint64_t>(Loads.begin(), Loads.end()).size(),
              Loads.size());
    for (unsigned Hop = 0; Hop < 50; ++Hop)
      for (unsigned Active : {1u, 7u, 32u}) {
        std::vector<uint64_t> Lanes(Loads.begin() + Hop * 32,
                                    Loads.begin() + Hop * 32 + Active);
        EXPECT_EQ(piecesTouched(Lanes, 8, 32), Active);
        EXPECT_EQ(piecesTouched(Lanes, 8, 128),
                  Spread == 128 ? Active : (Active + 3) / 4);
      }
    EXPECT_LT(*std::max_element(Loads.begin(), Loads.end()), 1u << 20);
  }
  // A coalesced row of 128 bytes per warp is one line.
  EXPECT_EQ(spreadLoads(1, 32, 128, 4096, 1)[5] % 128, 0u);
  // Too small a region gives fewer rounds, never the same place twice.
  EXPECT_EQ(spreadLoads(50, 32, 128, 3 * 4096, 1).size(), 3u * 32);
}

TEST(Walks, ThreadSweepRisesToFullSms) {
  for (bool Quick : {false, true})
    for (auto [Sms, Warp, PerSm] : {std::array<uint32_t, 3>{132, 32, 64},
                                    {128, 32, 48},
                                    {4, 32, 32},
                                    {1, 32, 64},
                                    {104, 64, 32},
                                    {30, 32, 4}}) {
      std::vector<GridShape> Sweep = threadSweep(Sms, Warp, PerSm, Quick);
      ASSERT_GE(Sweep.size(), 2u);
      for (size_t I = 0; I < Sweep.size(); ++I) {
        EXPECT_GT(Sweep[I].Blocks, 0u);
        EXPECT_EQ(Sweep[I].Threads % Warp, 0u);
        EXPECT_LE(Sweep[I].Threads, 8 * Warp);
        EXPECT_TRUE(I == 0 || Sweep[I].total() > Sweep[I - 1].total());
      }
      EXPECT_EQ(Sweep.back().total(), uint64_t(Sms) * PerSm * Warp);
    }
}

} // namespace
