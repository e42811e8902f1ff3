//===- Coherence.h - Groups of threads in memory ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain C++: the addresses of a benchmark can be checked on any machine.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_COHERENCE_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_COHERENCE_H

#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/addresses/HostDevice.h"
#include <cmath>

namespace gpuperf::micro {

/// Adinets and Shvets, listing 3. Threads move through memory in groups of \p
/// GroupSize (a power of two) that know nothing of one another. This is where
/// the group of \p Thread begins.
GPUPERF_EVERYWHERE inline uint32_t groupStart(uint32_t Thread,
                                              uint32_t GroupSize) {
  return Thread ^ (Thread & (GroupSize - 1));
}

/// Which element of its group a thread reads: \p ThreadsPerElement neighbours
/// (a power of two, at most \p GroupSize) read the same one.
GPUPERF_EVERYWHERE inline uint32_t
offsetInGroup(uint32_t Thread, uint32_t GroupSize, uint32_t ThreadsPerElement) {
  return (Thread ^ (Thread & (ThreadsPerElement - 1))) & (GroupSize - 1);
}

/// A bijection of the numbers of \p Bits bits (2 to 31) that leaves no order:
/// group number i of the cycle below stands at place mixBits(i).
GPUPERF_EVERYWHERE inline uint32_t mixBits(uint32_t X, unsigned Bits) {
  uint32_t Mask = (1u << Bits) - 1;
  X = (X * 0x9e3779b1u) & Mask;
  X ^= X >> ((Bits + 1) / 2);
  X = (X * 0x85ebca6bu) & Mask;
  X ^= X >> ((Bits + 1) / 2);
  return X;
}

/// The groups lie on one cycle of 2^\p GroupBits groups; this is where the
/// \p Index-th of it points: the first element of the next one.
GPUPERF_EVERYWHERE inline uint32_t
nextGroupStart(uint32_t Index, unsigned GroupBits, uint32_t GroupSize) {
  uint32_t Groups = 1u << GroupBits;
  return mixBits((Index + 1) & (Groups - 1), GroupBits) * GroupSize;
}

/// 32-byte sectors that the first load of a warp of \p WarpSize threads
/// touches, with elements of four bytes: every group begins on a multiple of
/// its size.
inline uint32_t coherenceSectors(uint32_t WarpSize, uint32_t GroupSize,
                                 uint32_t ThreadsPerElement) {
  constexpr uint32_t ElementsPerSector = 8;
  // A group that spans warps gives each warp WarpSize elements of it.
  uint32_t Groups = GroupSize < WarpSize ? WarpSize / GroupSize : 1;
  uint32_t Lanes = WarpSize / Groups;
  if (ThreadsPerElement >= Lanes)
    return Groups;
  // Elements that are read stand ThreadsPerElement apart.
  uint32_t PerGroup = ThreadsPerElement >= ElementsPerSector
                          ? Lanes / ThreadsPerElement
                          : (Lanes + ElementsPerSector - 1) / ElementsPerSector;
  return Groups * PerGroup;
}

/// APEX-Map (Strohmaier and Shan 2005): the index of an access among \p Count
/// blocks, from a number in (0, 1]; \p Alpha 1: all alike; towards 0: ever more
/// often the first ones.
GPUPERF_EVERYWHERE inline uint32_t apexIndex(float Uniform, float Alpha,
                                             uint32_t Count) {
  float Place = powf(Uniform, 1.0f / Alpha) * float(Count);
  uint32_t Index = uint32_t(Place);
  return Index < Count ? Index : Count - 1;
}

/// A hash of 32 bits (after Wang's integer hashes): neighbouring numbers give
/// unrelated ones.
GPUPERF_EVERYWHERE inline uint32_t scramble(uint32_t X) {
  X = (X ^ 61u) ^ (X >> 16);
  X *= 9u;
  X ^= X >> 4;
  X *= 0x27d4eb2du;
  return X ^ (X >> 15);
}

/// (0, 1], never 0.
GPUPERF_EVERYWHERE inline float uniformOf(uint32_t Hash) {
  return float((Hash >> 8) + 1) * (1.0f / 16777216.0f);
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_COHERENCE_H
