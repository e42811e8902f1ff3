//===- Pairs.h - Two places that share a line or do not ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PAIRS_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PAIRS_H

#include "benchmarks/micro/addresses/Patterns.h"

namespace gpuperf::micro {

/// Each pair has a block of its own, so that pairs never share a line.
constexpr uint64_t PairBlockBytes = 512;
constexpr uint64_t PairWordBytes = 8;

/// Byte offset of place \p Place of the list of pairs: 2 i and 2 i + 1 are pair
/// i. The two stand \p Distance bytes apart (a power of two from PairWordBytes
/// to half a block) within one aligned piece of twice the distance: they share
/// a line exactly if lines are at least that long. Where in its block a pair
/// stands is random, so that all sets of a cache get their share.
GPUPERF_EVERYWHERE inline uint64_t pairOffset(uint64_t Place,
                                              uint64_t Distance) {
  const uint64_t Pair = Place / 2;
  const uint32_t Chance = mixWord(uint32_t(Pair));
  const uint64_t Piece = Chance % (PairBlockBytes / (2 * Distance));
  const uint64_t Word = (Chance >> 16) % (Distance / PairWordBytes);
  return Pair * PairBlockBytes + Piece * 2 * Distance + Word * PairWordBytes +
         Place % 2 * Distance;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PAIRS_H
