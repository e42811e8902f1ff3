//===- RequestMemoTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/RequestMemo.h"
#include "gtest/gtest.h"
#include <random>

using namespace gpuperf;

static Access access(MemSpace Space, AccessKind Kind, unsigned Bytes) {
  Access A;
  A.Space = Space, A.Kind = Kind, A.BytesPerLane = Bytes;
  return A;
}

/// The memo answers as the count itself, whatever came before.
TEST(RequestMemo, SameAsCounting) {
  std::mt19937_64 Random(7);
  for (auto [Banks, BankBytes] : {std::pair(32u, 4u), {16u, 4u}, {24u, 8u}}) {
    RequestMemo Memo(Banks, BankBytes);
    for (unsigned N = 0; N < 20000; ++N) {
      constexpr MemSpace Spaces[] = {MemSpace::Global, MemSpace::Shared,
                                     MemSpace::Local, MemSpace::Constant};
      constexpr AccessKind Kinds[] = {AccessKind::Load, AccessKind::Store,
                                      AccessKind::Atomic};
      Access A =
          access(Spaces[Random() % 4], Kinds[Random() % 3], 1u << Random() % 5);
      std::vector<int64_t> Addresses;
      std::vector<unsigned> Lanes;
      // Small numbers, so that shapes come again.
      auto First = static_cast<int64_t>(Random() % 64) * 16 - 512;
      auto Stride = static_cast<int64_t>(Random() % 9) * 4 - 16;
      bool Bent = Random() % 2, Far = Random() % 50 == 0;
      for (unsigned I = 0; I < 32; ++I) {
        if (N % 3 == 0 && I % 2)
          continue;
        Lanes.push_back(I);
        int64_t V = First + Stride * (Bent ? I / 8 : I);
        Addresses.push_back(Far && I > 4 ? INT64_MAX - V * V : V);
      }
      const RequestCost &Got = Memo.cost(A, Addresses, Lanes);
      RequestCost Want = countRequest(A, Addresses, Lanes, Banks, BankBytes);
      ASSERT_EQ(Got.Passes, Want.Passes) << N;
      ASSERT_EQ(Got.Sectors, Want.Sectors) << N;
      ASSERT_EQ(Got.Lines, Want.Lines) << N;
      ASSERT_EQ(Got.AnyBase.Fewest, Want.AnyBase.Fewest) << N;
      ASSERT_EQ(Got.AnyBase.Most, Want.AnyBase.Most) << N;
    }
  }
}

/// Rows of 128 bytes, one per lane: each element alone meets all others on one
/// bank; four of them at once take four turns of eight lanes.
TEST(RequestMemo, JoinedLoadsAreCountedAsOne) {
  RequestMemo Memo(32, 4);
  Access A = access(MemSpace::Shared, AccessKind::Load, 4);
  std::vector<int64_t> Addresses;
  std::vector<unsigned> Lanes;
  for (unsigned I = 0; I < 32; ++I) {
    Addresses.push_back(128 * I + 4);
    Lanes.push_back(I);
  }
  EXPECT_EQ(Memo.cost(A, Addresses, Lanes).Passes, 32);
  A.JoinedBytes = 16;
  EXPECT_EQ(Memo.cost(A, Addresses, Lanes).Passes, 8);
  A.JoinedBytes = 8;
  EXPECT_EQ(Memo.cost(A, Addresses, Lanes).Passes, 16);
}

TEST(RequestMemo, NoAddresses) {
  RequestMemo Memo(32, 4);
  EXPECT_EQ(
      Memo.cost(access(MemSpace::Global, AccessKind::Load, 4), {}, {}).Sectors,
      0);
}

// A wavefront of 64 has eight phases of 16 bytes: 112 clocks are 14 a phase,
// and two of a word that 64 lanes read are free of conflicts.
TEST(RequestMemo, WideRequestsOfAmdsLdsHaveToBeAligned) {
  const Access Wide = access(MemSpace::Shared, AccessKind::Load, 16);
  std::vector<int64_t> Words, Aligned;
  std::vector<unsigned> Lanes;
  for (unsigned I = 0; I < 64; ++I) {
    Words.push_back(4 * I);
    Aligned.push_back(16 * I);
    Lanes.push_back(I);
  }
  EXPECT_EQ(countRequest(Wide, Words, Lanes, 32, 4, false, 64).Passes,
            112 / 8.0);
  EXPECT_EQ(countRequest(Wide, Aligned, Lanes, 32, 4, false, 64).Passes, 1);
  EXPECT_LE(countRequest(Wide, Words, Lanes, 32, 4).Passes, 2);
  const Access Word = access(MemSpace::Shared, AccessKind::Load, 4);
  EXPECT_EQ(countRequest(Word, Words, Lanes, 32, 4, false, 64).Passes, 1);
}
