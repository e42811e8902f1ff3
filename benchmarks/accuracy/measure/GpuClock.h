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

// HIP 5.6 surely has both the clock and the attribute for its rate.
#if defined(GPUPERF_ON_AMD) && HIP_VERSION >= 50600000
#define GPUPERF_HIP_WALL_CLOCK
#endif

/// Ticks; on some GPUs it moves by a microsecond or more at a time.
__device__ inline uint64_t globalTimer() {
#if defined(GPUPERF_HIP_WALL_CLOCK)
  return uint64_t(wall_clock64());
#elif defined(__HIP_DEVICE_COMPILE__)
  return __builtin_amdgcn_s_memrealtime();
#elif defined(GPUPERF_ON_AMD)
  // Of the host's half, which never runs.
  return 0;
#else
  uint64_t Now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Now)::"memory");
  return Now;
#endif
}

/// Kilohertz of globalTimer() if the runtime does not tell.
__device__ inline uint64_t usualTimerKhz() {
#if defined(__gfx90a__) || defined(__gfx908__) || defined(__gfx906__)
  return 25000;
#elif defined(GPUPERF_ON_AMD)
  return 100000;
#else
  return 1000000; // nanoseconds
#endif
}

/// What the runtime tells of it; 0: nothing.
inline uint64_t toldTimerKhz() {
#if defined(GPUPERF_HIP_WALL_CLOCK)
  int Device = 0, Khz = 0;
  if (hipGetDevice(&Device) == hipSuccess &&
      hipDeviceGetAttribute(&Khz, hipDeviceAttributeWallClockRate, Device) ==
          hipSuccess &&
      Khz > 0)
    return uint64_t(Khz);
  (void)hipGetLastError(); // one that it lacks is no failure
#endif
  return 0;
}

/// From one step of the timer to another, \p Microseconds or more later; at
/// most \p MostTurns looks at it. Writes cycles and nanoseconds.
static __global__ void spin(uint64_t *Out, uint64_t Microseconds,
                            uint64_t TimerKhz, unsigned MostTurns) {
  if (TimerKhz == 0)
    TimerKhz = usualTimerKhz();
  const uint64_t Ticks = Microseconds * TimerKhz / 1000;
  unsigned Turns = 0;
  uint64_t Old = globalTimer(), Begin = Old, End;
  while (Begin == Old && ++Turns < MostTurns)
    Begin = globalTimer();
  uint64_t First = micro::readClock();
  do
    End = globalTimer();
  while (End - Begin < Ticks && ++Turns < MostTurns);
  Out[0] = micro::readClock() - First;
  Out[1] = (End - Begin) * 1000000 / TimerKhz;
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
  micro::launch(spin, One, Out.data(), uint64_t(400), toldTimerKhz(), 4000000u);
  std::vector<uint64_t> Found = Out.host();
  double Mhz = Found[1] > 0 ? 1e3 * double(Found[0]) / double(Found[1]) : 0;
  // A timer that hardly moves, or a clock that was reset, gives nonsense.
  return Mhz >= 100 && Mhz <= 6000 ? Mhz : 0;
#endif
}

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_GPUCLOCK_H
