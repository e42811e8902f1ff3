//===- GpuClock.h - The SM's clock, as it is now ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles of an SM over nanoseconds of the GPU, in a kernel that waits. Reads
// clocks, never changes them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_GPUCLOCK_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_GPUCLOCK_H

#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"

namespace gpuperf::measure {

#if !defined(GPUPERF_EMULATED)

/// Nanoseconds; on some GPUs it moves by a microsecond or more at a time.
__device__ inline uint64_t globalNanoseconds() {
#if defined(__HIP_DEVICE_COMPILE__)
  return __builtin_amdgcn_s_memrealtime() * 10; // 100 MHz
#elif defined(GPUPERF_ON_AMD)
  return 0; // of the host's half, which never runs
#else
  uint64_t Now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Now)::"memory");
  return Now;
#endif
}

/// From one step of the timer to another, \p Nanoseconds or more later; at most
/// \p MostTurns looks at it.
static __global__ void spin(uint64_t *Out, uint64_t Nanoseconds,
                            unsigned MostTurns) {
  unsigned Turns = 0;
  uint64_t Old = globalNanoseconds(), Begin = Old, End;
  while (Begin == Old && ++Turns < MostTurns)
    Begin = globalNanoseconds();
  uint64_t First = micro::readClock();
  do
    End = globalNanoseconds();
  while (End - Begin < Nanoseconds && ++Turns < MostTurns);
  Out[0] = micro::readClock() - First;
  Out[1] = End - Begin;
}

#endif

/// MHz; 0 if it cannot be told.
inline double smClockMhz() {
#if defined(GPUPERF_EMULATED)
  return synthetic::figures().ClockMhz;
#else
  micro::DeviceArray<uint64_t> Out(2);
  Out.clear();
  micro::LaunchConfig One;
  One.Grid = dim3(1);
  One.Block = dim3(1);
  micro::launch(spin, One, Out.data(), uint64_t(400000), 4000000u);
  std::vector<uint64_t> Found = Out.host();
  double Mhz = Found[1] > 0 ? 1e3 * double(Found[0]) / double(Found[1]) : 0;
  // A timer that hardly moves, or a clock that was reset, gives nonsense.
  return Mhz >= 100 && Mhz <= 6000 ? Mhz : 0;
#endif
}

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_GPUCLOCK_H
