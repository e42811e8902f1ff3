//===- Patterns.h - Which element an access touches -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a bandwidth benchmark's accesses, and what it writes: pure
// functions, so that tests know the sectors of each warp without a GPU.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PATTERNS_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PATTERNS_H

#include "benchmarks/micro/addresses/HostDevice.h"
#include <cstdint>

namespace gpuperf::micro {

/// Three orders of Adinets and Shvets. Sequential: neighbours touch neighbours.
/// Shifted: neighbours are a cache line and one element apart, so that no two
/// accesses of a walk through the buffer fall into one line. Random: anywhere.
enum class Pattern { Sequential, Shifted, Random };

/// The distance that keeps accesses apart: the largest line of L1 or L2.
constexpr unsigned PatternLineBytes = 128;

/// A bijection of 32-bit numbers without visible order.
GPUPERF_EVERYWHERE inline uint32_t mixWord(uint32_t X) {
  X = (X ^ (X >> 16)) * 0x9e3779b1u;
  X = (X ^ (X >> 15)) * 0x85ebca77u;
  return X ^ (X >> 16);
}

/// The element of the \p Access-th access of a grid (access i of thread t of T
/// is number i * T + t), in a buffer of 2^\p ElementBits elements of
/// \p ElementBytes (a power of two, at most a line); ElementBits is at most 32
/// and the buffer at least a line. Sequential and shifted accesses meet each
/// element once in 2^ElementBits.
template <Pattern Order>
GPUPERF_EVERYWHERE uint64_t elementOf(uint64_t Access, unsigned ElementBits,
                                      unsigned ElementBytes, uint32_t Seed) {
  const uint64_t Mask = (uint64_t(1) << ElementBits) - 1;
  if constexpr (Order == Pattern::Sequential)
    return Access & Mask;
  if constexpr (Order == Pattern::Random)
    return mixWord(uint32_t(Access) ^ (Seed + uint32_t(Access >> 32))) & Mask;
  const uint64_t PerLine = PatternLineBytes / ElementBytes;
  const uint64_t Lines = (Mask + 1) / PerLine;
  const uint64_t Line = Access & (Lines - 1);
  // Pass p through the lines takes another element of each. The division is
  // one of powers of two.
  unsigned LineBits = ElementBits;
  for (uint64_t Rest = PerLine; Rest > 1; Rest /= 2)
    --LineBits;
  const uint64_t Place = (Line + (Access >> LineBits)) & (PerLine - 1);
  return Line * PerLine + Place;
}

/// What is written to an element: odd, so never Unwritten; another value with
/// another \p Salt, mostly.
GPUPERF_EVERYWHERE inline uint32_t valueOf(uint64_t Element, uint32_t Salt) {
  return mixWord(uint32_t(Element) + Salt * 0x27d4eb2fu) | 1u;
}
/// A word that valueOf never gives.
constexpr uint32_t Unwritten = 0x5a5a5a5a;

/// The largest b with 2^b <= \p Value; 0 for 0.
inline unsigned floorLog2(uint64_t Value) {
  unsigned Bits = 0;
  for (; Value > 1; Value /= 2)
    ++Bits;
  return Bits;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_PATTERNS_H
