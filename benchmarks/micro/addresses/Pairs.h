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
/// i. The two stand 2^\p Bits bytes apart (PairWordBytes to half a block)
/// within one aligned piece of twice the distance: they share a line exactly if
/// lines are at least that long. Where in its block a pair stands is random, so
/// that all sets of a cache get their share. No division: a kernel does this
/// for each load.
GPUPERF_EVERYWHERE inline uint64_t pairOffset(uint64_t Place, unsigned Bits) {
  const uint64_t Pair = Place / 2;
  const uint32_t Chance = mixWord(uint32_t(Pair));
  const uint32_t Piece = Chance & uint32_t((PairBlockBytes >> (Bits + 1)) - 1);
  const uint32_t Words = uint32_t((1ull << Bits) / PairWordBytes);
  const uint32_t Word = (Chance >> 16) & (Words - 1);
  return Pair * PairBlockBytes + (uint64_t(Piece) << (Bits + 1)) +
         Word * PairWordBytes + ((Place & 1) << Bits);
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PAIRS_H
