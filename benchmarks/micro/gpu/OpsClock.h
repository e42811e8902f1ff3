//===- OpsClock.h - Wall time on the GPU ------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A clock that all SMs share, for spreads between them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_OPSCLOCK_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_OPSCLOCK_H

#include "benchmarks/micro/gpu/Device.h"

namespace gpuperf::micro {

#if defined(GPUPERF_EMULATED)
/// The synthetic GPU has one clock.
inline uint64_t readWallClock() { return readClock(); }
#elif defined(GPUPERF_ON_AMD)
/// The clock of fixed rate has no name that all versions of HIP know.
__device__ inline uint64_t readWallClock() { return readClock(); }
#else
/// Nanoseconds; on some GPUs it moves once a microsecond only.
__device__ inline uint64_t readWallClock() {
  uint64_t Time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Time)::"memory");
  return Time;
}
#endif

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_OPSCLOCK_H
