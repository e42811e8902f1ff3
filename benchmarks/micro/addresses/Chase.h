//===- Chase.h - Orders for pointer chases ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain C++: the addresses of a benchmark can be checked on any machine.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_CHASE_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_CHASE_H

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace gpuperf::micro {

/// A small generator of our own: the same sequence with every standard library
/// and on every GPU (xorshift64*, Vigna 2016).
struct Random {
  uint64_t State;
  explicit Random(uint64_t Seed)
      : State(Seed * 2654435769u + 88172645463325252u) {}
  uint64_t next() {
    State ^= State >> 12;
    State ^= State << 25;
    State ^= State >> 27;
    return State * 2685821657736338717u;
  }
  /// 0 to Bound - 1.
  uint64_t below(uint64_t Bound) { return (next() >> 16) % Bound; }
};

/// Next[i] is where a chase goes from node i: one cycle through all \p Nodes in
/// random order (Sattolo), so that neither a prefetcher nor a row buffer can
/// guess the next node and none is met twice before all have been met.
inline std::vector<uint32_t> cyclicOrder(uint32_t Nodes, uint64_t Seed) {
  std::vector<uint32_t> Next(Nodes);
  std::iota(Next.begin(), Next.end(), 0u);
  Random Numbers(Seed);
  for (uint32_t I = Nodes; I-- > 1;)
    std::swap(Next[I], Next[Numbers.below(I)]);
  return Next;
}

/// Footprints from \p First to \p Last bytes, \p PerOctave to a factor of two,
/// each a whole number of \p NodeBytes, rising.
inline std::vector<uint64_t> footprints(uint64_t First, uint64_t Last,
                                        unsigned PerOctave,
                                        uint64_t NodeBytes) {
  std::vector<uint64_t> Found;
  for (uint64_t Octave = First; Octave <= Last; Octave *= 2)
    for (unsigned I = 0; I < PerOctave; ++I) {
      uint64_t Bytes =
          (Octave + Octave * I / PerOctave) / NodeBytes * NodeBytes;
      if (Bytes >= NodeBytes && Bytes <= Last &&
          (Found.empty() || Bytes > Found.back()))
        Found.push_back(Bytes);
    }
  return Found;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_CHASE_H
