//===- Signal.h - Numbers to compute with -----------------------*- C++ -*-===//
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

#include "benchmarks/micro/addresses/HostDevice.h"
#include <cstdint>

namespace gpuperf::micro {

/// Element \p Index of a sequence without a pattern, from -1 to 1 in steps that
/// a float has exactly.
GPUPERF_EVERYWHERE inline float signalValue(uint64_t Index) {
  uint32_t Bits = uint32_t(Index) * 2654435761u + uint32_t(Index >> 32);
  Bits ^= Bits >> 15;
  Bits *= 2246822519u;
  Bits ^= Bits >> 13;
  return float(int32_t(Bits >> 16) - 32768) / 32768.0f;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_SIGNAL_H
