//===- Device.h - Clocks and accesses that no compiler removes --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX for NVIDIA, builtins for AMD, counted accesses for the emulation.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_DEVICE_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_DEVICE_H

#include "benchmarks/micro/gpu/Portable.h"
#include <cstdint>

namespace gpuperf::micro {

#if defined(GPUPERF_EMULATED)

// test/micro/SyntheticGpu.h: each costs what the synthetic GPU says.
inline uint64_t readClock() { return synthetic::clock(); }
inline uint64_t readClockAfter(uint32_t) { return synthetic::clock(); }
inline unsigned smId() { return synthetic::smId(); }
template <typename T> T loadL1(const T *P) { return synthetic::load(P, 1); }
template <typename T> T loadL2(const T *P) { return synthetic::load(P, 2); }
template <typename T> void storeGlobal(T *P, T V) { synthetic::store(P, V); }
template <typename T> T loadShared(const T *P) {
  return synthetic::loadShared(P);
}
template <typename T> void storeShared(T *P, T V) {
  synthetic::storeShared(P, V);
}
template <typename T> T loadConstant(const T *P) {
  return synthetic::loadConstant(P);
}
inline uint32_t loadConstantAt(const uint32_t *Base, uint32_t Bytes) {
  return synthetic::loadConstant(Base + Bytes / 4);
}
inline void keep(uint32_t) {}

#elif defined(GPUPERF_ON_AMD)

__device__ inline uint64_t readClock() { return clock64(); }
__device__ inline uint64_t readClockAfter(uint32_t Value) {
  asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)" ::"v"(Value) : "memory");
  return clock64();
}
__device__ inline unsigned smId() { return 0; } // no portable register
// Atomic accesses of no order: the compiler neither removes nor merges them,
// and unlike volatile ones they wait for nothing and may hit in L1 (scope of a
// wavefront) or pass it (scope of the device). The address space is named, or a
// pointer out of a chase might lead anywhere and take the slower flat load.
#define GPUPERF_GLOBAL __attribute__((address_space(1)))
template <typename T> __device__ T loadL1(const T *P) {
  return __hip_atomic_load((const GPUPERF_GLOBAL T *)P, __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_WAVEFRONT);
}
template <typename T> __device__ T loadL2(const T *P) {
  return __hip_atomic_load((const GPUPERF_GLOBAL T *)P, __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_AGENT);
}
template <typename T> __device__ void storeGlobal(T *P, T V) {
  __hip_atomic_store((GPUPERF_GLOBAL T *)P, V, __ATOMIC_RELAXED,
                     __HIP_MEMORY_SCOPE_WAVEFRONT);
}
#undef GPUPERF_GLOBAL
// There are no atomic accesses of 16 bytes: two of eight.
__device__ inline uint4 fromHalves(uint64_t Low, uint64_t High) {
  return make_uint4(uint32_t(Low), uint32_t(Low >> 32), uint32_t(High),
                    uint32_t(High >> 32));
}
__device__ inline uint4 loadL1(const uint4 *P) {
  const uint64_t *Half = reinterpret_cast<const uint64_t *>(P);
  return fromHalves(loadL1(Half), loadL1(Half + 1));
}
__device__ inline uint4 loadL2(const uint4 *P) {
  const uint64_t *Half = reinterpret_cast<const uint64_t *>(P);
  return fromHalves(loadL2(Half), loadL2(Half + 1));
}
__device__ inline void storeGlobal(uint4 *P, uint4 V) {
  uint64_t *Half = reinterpret_cast<uint64_t *>(P);
  storeGlobal(Half, V.x | uint64_t(V.y) << 32);
  storeGlobal(Half + 1, V.z | uint64_t(V.w) << 32);
}
__device__ inline void keep(uint32_t V) { asm volatile("" ::"v"(V)); }

#else

/// Cycles of this SM. The barrier for the compiler is `volatile` with a memory
/// clobber: no access moves across it.
__device__ inline uint64_t readClock() {
  uint64_t Clock;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(Clock)::"memory");
  return Clock;
}
/// The clock once \p Value is there: instructions issue in order, so one that
/// needs the value holds up the reading behind it. The trap is never taken
/// where values stay below 2^32 - 1, and the compiler cannot know.
__device__ inline uint64_t readClockAfter(uint32_t Value) {
  uint64_t Clock;
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.eq.u32 p, %1, 0xffffffff;\n\t"
               "@p trap;\n\t"
               "mov.u64 %0, %%clock64;\n\t}"
               : "=l"(Clock)
               : "r"(Value)
               : "memory");
  return Clock;
}
__device__ inline unsigned smId() {
  unsigned Id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(Id));
  return Id;
}

// Loads that may stay in L1 and loads that only L2 may serve; by width. To
// ptxas they are plain loads: what nobody uses it removes, word by word, and
// two of one address may become one. Use all words (keep), and walk.
#define GPUPERF_LOAD(Type, Suffix, Constraint)                                 \
  __device__ inline Type loadL1(const Type *P) {                               \
    Type V;                                                                    \
    asm volatile("ld.global.ca." Suffix " %0, [%1];"                           \
                 : Constraint(V)                                               \
                 : "l"(P)                                                      \
                 : "memory");                                                  \
    return V;                                                                  \
  }                                                                            \
  __device__ inline Type loadL2(const Type *P) {                               \
    Type V;                                                                    \
    asm volatile("ld.global.cg." Suffix " %0, [%1];"                           \
                 : Constraint(V)                                               \
                 : "l"(P)                                                      \
                 : "memory");                                                  \
    return V;                                                                  \
  }
GPUPERF_LOAD(uint32_t, "u32", "=r")
GPUPERF_LOAD(uint64_t, "u64", "=l")
GPUPERF_LOAD(float, "f32", "=f")
#undef GPUPERF_LOAD
#define GPUPERF_LOAD_VECTOR(Operation)                                         \
  uint4 V;                                                                     \
  asm volatile("ld.global." Operation ".v4.u32 {%0, %1, %2, %3}, [%4];"        \
               : "=r"(V.x), "=r"(V.y), "=r"(V.z), "=r"(V.w)                    \
               : "l"(P)                                                        \
               : "memory");                                                    \
  return V
__device__ inline uint4 loadL1(const uint4 *P) { GPUPERF_LOAD_VECTOR("ca"); }
__device__ inline uint4 loadL2(const uint4 *P) { GPUPERF_LOAD_VECTOR("cg"); }
#undef GPUPERF_LOAD_VECTOR
template <typename T> __device__ void storeGlobal(T *P, T V) {
  *const_cast<volatile T *>(P) = V;
}
__device__ inline void storeGlobal(uint4 *P, uint4 V) {
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(P), "r"(V.x),
               "r"(V.y), "r"(V.z), "r"(V.w)
               : "memory");
}
/// \p V must have been computed here, and whatever follows waits for it. An
/// empty asm would not do: it is nothing to ptxas, which then removes what V
/// came from. A nanosecond's sleep in one case of 2^32 is something.
__device__ inline void keep(uint32_t V) {
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.eq.u32 p, %0, 0x5bd1e995;\n\t"
               "@p nanosleep.u32 1;\n\t}" ::"r"(V)
               : "memory");
}

#endif

#if !defined(GPUPERF_EMULATED)

/// \p P points to shared memory, \p V is read from there.
template <typename T> __device__ T loadShared(const T *P) {
  return *const_cast<const volatile T *>(P);
}
template <typename T> __device__ void storeShared(T *P, T V) {
  *const_cast<volatile T *>(P) = V;
}
/// \p P points into a __constant__ variable.
template <typename T> __device__ T loadConstant(const T *P) { return *P; }
/// The word \p Bytes behind the begin of a __constant__ array.
__device__ inline uint32_t loadConstantAt(const uint32_t *Base,
                                          uint32_t Bytes) {
  return *reinterpret_cast<const uint32_t *>(
      reinterpret_cast<const char *>(Base) + Bytes);
}

#endif

/// Index of this thread in the grid (one-dimensional launches).
__device__ inline uint64_t globalThread() {
  return uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline uint64_t globalThreads() {
  return uint64_t(gridDim.x) * blockDim.x;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_DEVICE_H
