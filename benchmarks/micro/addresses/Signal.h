//===- Signal.h - Numbers to compute with --------------------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain C++: the host knows what the GPU was given.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_SIGNAL_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_SIGNAL_H

#include <cstdint>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define GPUPERF_HOST_DEVICE __host__ __device__
#else
#define GPUPERF_HOST_DEVICE
#endif

namespace gpuperf::micro {

/// Element \p Index of a sequence without a pattern, from -1 to 1 in steps that
/// a float has exactly.
GPUPERF_HOST_DEVICE inline float signalValue(uint64_t Index) {
  uint32_t Bits = uint32_t(Index) * 2654435761u + uint32_t(Index >> 32);
  Bits ^= Bits >> 15;
  Bits *= 2246822519u;
  Bits ^= Bits >> 13;
  return float(int32_t(Bits >> 16) - 32768) / 32768.0f;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_SIGNAL_H
