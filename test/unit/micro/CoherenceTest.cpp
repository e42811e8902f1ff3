//===- CoherenceTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Coherence.h"
#include <gtest/gtest.h>
#include <set>

using namespace gpuperf::micro;

namespace {

/// Adinets and Shvets: with 32 threads per element and groups of 64, threads
/// 64N to 64N+31 read one element and 64N+32 to 64N+63 another, 32 further on.
TEST(Coherence, ReadsWhatTheListingReads) {
  for (uint32_t Group : {0u, 1u, 5u})
    for (uint32_t T = 0; T < 64; ++T) {
      uint32_t Thread = 64 * Group + T;
      EXPECT_EQ(groupStart(Thread, 64), 64 * Group);
      EXPECT_EQ(offsetInGroup(Thread, 64, 32), T < 32 ? 0u : 32u);
    }
}

TEST(Coherence, StaysInItsGroup) {
  for (uint32_t Size = 1; Size <= 1024; Size *= 2)
    for (uint32_t Shared = 1; Shared <= Size; Shared *= 2)
      for (uint32_t T = 0; T < 4096; T += 7) {
        uint32_t At = groupStart(T, Size) + offsetInGroup(T, Size, Shared);
        EXPECT_EQ(At / Size, T / Size);
        EXPECT_EQ(At % Shared, 0u);
        EXPECT_LE(At, T);
        EXPECT_LT(T - At, Shared);
      }
}

TEST(Coherence, GroupsLieOnOneCycle) {
  for (unsigned Bits : {2u, 3u, 8u, 13u, 16u}) {
    uint32_t Groups = 1u << Bits;
    std::vector<uint32_t> Next(Groups, ~0u);
    for (uint32_t I = 0; I < Groups; ++I) {
      uint32_t At = mixBits(I, Bits);
      ASSERT_LT(At, Groups);
      ASSERT_EQ(Next[At], ~0u) << "two groups at one place";
      Next[At] = nextGroupStart(I, Bits, 4);
      ASSERT_EQ(Next[At] % 4, 0u);
    }
    uint32_t At = 0, Hops = 0;
    do {
      At = Next[At] / 4;
      ++Hops;
    } while (At != 0 && Hops <= Groups);
    EXPECT_EQ(Hops, Groups);
  }
}

/// Sectors of a warp's first load, counted thread by thread.
uint32_t countedSectors(uint32_t Warp, uint32_t Size, uint32_t Shared) {
  std::set<uint32_t> Sectors;
  for (uint32_t T = 0; T < Warp; ++T)
    // Unrelated groups: each in memory of its own.
    Sectors.insert(
        (groupStart(T, Size) * 1024 + offsetInGroup(T, Size, Shared)) / 8);
  return uint32_t(Sectors.size());
}

TEST(Coherence, SectorsAreThoseThatThreadsTouch) {
  for (uint32_t Warp : {32u, 64u})
    for (uint32_t Size = 1; Size <= 256; Size *= 2)
      for (uint32_t Shared = 1; Shared <= Size; Shared *= 2)
        EXPECT_EQ(coherenceSectors(Warp, Size, Shared),
                  countedSectors(Warp, Size, Shared))
            << Warp << " " << Size << " " << Shared;
  // The corners: every thread for itself; a warp that reads one line; one word.
  EXPECT_EQ(coherenceSectors(32, 1, 1), 32u);
  EXPECT_EQ(coherenceSectors(32, 32, 1), 4u);
  EXPECT_EQ(coherenceSectors(32, 32, 32), 1u);
}

TEST(ApexMap, SmallAlphaStaysAtTheFront) {
  uint32_t Front[2] = {0, 0};
  for (uint32_t I = 1; I <= 20000; ++I) {
    float U = uniformOf(scramble(I));
    ASSERT_GT(U, 0.0f);
    ASSERT_LE(U, 1.0f);
    Front[0] += apexIndex(U, 1.0f, 1000) < 100;
    Front[1] += apexIndex(U, 0.1f, 1000) < 100;
    ASSERT_LT(apexIndex(U, 1.0f, 1000), 1000u);
  }
  // Of U^(1/alpha) below a tenth: a tenth for 1, 0.1^0.1 = 79 % for 0.1.
  EXPECT_NEAR(Front[0], 2000, 200);
  EXPECT_NEAR(Front[1], 15887, 300);
  EXPECT_EQ(apexIndex(1.0f, 0.5f, 7), 6u);
}

} // namespace
