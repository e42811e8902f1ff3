//===- Inputs.h - What buffers hold at first --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every element is a pure function of its place, on the GPU and on the CPU: a
// reference needs no copy of a buffer.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_INPUTS_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_INPUTS_H

#include <cstdint>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define GPUPERF_MEASURE_BOTH __host__ __device__
#else
#define GPUPERF_MEASURE_BOTH
#endif

namespace gpuperf::measure {

/// A number that looks random; \p Stream tells buffers apart.
GPUPERF_MEASURE_BOTH inline uint32_t mixed(uint64_t Place, uint32_t Stream) {
  uint64_t V = (Place + 1) * 0x9e3779b97f4a7c15u + Stream * 0xd1b54a32d192ed03u;
  V ^= V >> 32;
  V *= 0xbf58476d1ce4e5b9u;
  V ^= V >> 29;
  V *= 0x94d049bb133111ebu;
  return uint32_t(V >> 32);
}

/// A multiple of 1/256 from -2 up to 2: exact in float, and so are products of
/// two and short sums of them.
GPUPERF_MEASURE_BOTH inline double signedInput(uint64_t Place,
                                               uint32_t Stream) {
  return (int(mixed(Place, Stream) % 1024) - 512) / 256.0;
}

/// The same from 1 up to 2.
GPUPERF_MEASURE_BOTH inline double positiveInput(uint64_t Place,
                                                 uint32_t Stream) {
  return 1 + int(mixed(Place, Stream) % 256) / 256.0;
}

/// The same within 1/2048 of 1: its powers neither vanish nor overflow.
GPUPERF_MEASURE_BOTH inline double nearOneInput(uint64_t Place,
                                                uint32_t Stream) {
  return 1 + signedInput(Place, Stream) / 4096;
}

/// A permutation of the numbers below 2^Bits: every step can be undone.
GPUPERF_MEASURE_BOTH inline uint32_t permuted(uint32_t Place, unsigned Bits) {
  const uint32_t Mask = Bits >= 32 ? ~0u : (1u << Bits) - 1;
  const unsigned Half = Bits / 2 > 0 ? Bits / 2 : 1;
  uint32_t V = (Place * 0x9e3779b1u + 0x7f4a7c15u) & Mask;
  V ^= V >> Half;
  V = (V * 0x85ebca6bu) & Mask;
  V ^= V >> Half;
  return (V * 0xc2b2ae35u) & Mask;
}

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_INPUTS_H
