//===- Transactions.h - What a warp's request costs -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_TRANSACTIONS_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_TRANSACTIONS_H

#include "benchmarks/micro/addresses/HostDevice.h"
#include "benchmarks/micro/addresses/Patterns.h"
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace gpuperf::micro {

constexpr unsigned SectorBytes = 32; ///< what a miss of L1 or L2 brings
constexpr unsigned SharedBanks = 32; ///< each four bytes wide

/// Pieces of \p PieceBytes (sectors, lines) that a warp's request touches: one
/// access of \p AccessBytes at each of \p Addresses.
inline unsigned piecesTouched(const std::vector<uint64_t> &Addresses,
                              unsigned AccessBytes, unsigned PieceBytes) {
  std::set<uint64_t> Pieces;
  for (uint64_t A : Addresses)
    for (uint64_t P = A / PieceBytes; P <= (A + AccessBytes - 1) / PieceBytes;
         ++P)
      Pieces.insert(P);
  return unsigned(Pieces.size());
}

/// Bytes that move, in whole sectors, for each byte that a pattern asks for: an
/// average over \p Warps warps of a grid's first access.
template <Pattern Order>
double movedPerRequested(unsigned ElementBits, unsigned ElementBytes,
                         unsigned WarpSize, unsigned Warps = 64) {
  double Sectors = 0;
  for (unsigned Warp = 0; Warp < Warps; ++Warp) {
    std::vector<uint64_t> Addresses;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      Addresses.push_back(elementOf<Order>(uint64_t(Warp) * WarpSize + Lane,
                                           ElementBits, ElementBytes, 0) *
                          ElementBytes);
    Sectors += piecesTouched(Addresses, ElementBytes, SectorBytes);
  }
  return Sectors * SectorBytes / (double(Warps) * WarpSize * ElementBytes);
}

/// The word of shared memory that a lane touches so that \p Ways (1 to 32)
/// lanes meet in one bank, each with another word: lanes 0 to Ways-1 in bank 0,
/// the next Ways in bank 1, and so on. Below 1,024. Each 32 lanes do the same.
GPUPERF_EVERYWHERE inline uint32_t conflictWord(uint32_t Lane, uint32_t Ways) {
  Lane %= 32;
  return (Lane % Ways) * 32 + Lane / Ways;
}

/// How many of eight rows of 16 bytes, each that far from the last one, lie in
/// the same four banks, at the most. \p PitchBytes: a multiple of 16.
GPUPERF_EVERYWHERE inline uint32_t matrixRowsPerBank(uint32_t PitchBytes) {
  uint32_t Most = 0;
  for (uint32_t Group = 0; Group < 8; ++Group) {
    uint32_t Here = 0;
    for (uint32_t Row = 0; Row < 8; ++Row)
      Here += Row * PitchBytes / 16 % 8 == Group ? 1 : 0;
    Most = Here > Most ? Here : Most;
  }
  return Most;
}

/// Passes that a request of these words takes: lanes that want the same word
/// are served at once, others of its bank one by one.
inline unsigned bankPasses(const std::vector<uint32_t> &Words) {
  std::set<uint32_t> Distinct(Words.begin(), Words.end());
  unsigned InBank[SharedBanks] = {}, Most = 0;
  for (uint32_t Word : Distinct)
    Most = std::max(Most, ++InBank[Word % SharedBanks]);
  return Most;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_TRANSACTIONS_H
