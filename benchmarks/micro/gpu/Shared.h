//===- Shared.h - Shared memory by its own addresses ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_SHARED_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_SHARED_H

#include "benchmarks/micro/gpu/Device.h"

namespace gpuperf::micro {

// A place in shared memory as the instruction takes it, so that a chase through
// shared memory is loads and nothing else.
#if defined(GPUPERF_EMULATED)

using SharedAddress = uint64_t;
inline SharedAddress sharedAddress(const void *P) {
  return reinterpret_cast<SharedAddress>(P);
}
inline SharedAddress loadSharedAt(SharedAddress A) {
  return synthetic::loadShared(reinterpret_cast<const SharedAddress *>(A));
}

#elif defined(GPUPERF_ON_AMD)

using SharedAddress = uint32_t;
#define GPUPERF_LDS __attribute__((address_space(3)))
__device__ inline SharedAddress sharedAddress(const void *P) {
  return uint32_t(reinterpret_cast<uint64_t>((const GPUPERF_LDS void *)P));
}
__device__ inline SharedAddress loadSharedAt(SharedAddress A) {
  return *reinterpret_cast<const volatile GPUPERF_LDS uint32_t *>(uint64_t(A));
}
#undef GPUPERF_LDS
// Two accesses of eight bytes.
__device__ inline uint4 loadShared(const uint4 *P) {
  const uint64_t *Half = reinterpret_cast<const uint64_t *>(P);
  return fromHalves(loadShared(Half), loadShared(Half + 1));
}

#else

using SharedAddress = uint32_t;
__device__ inline SharedAddress sharedAddress(const void *P) {
  return uint32_t(__cvta_generic_to_shared(P));
}
__device__ inline SharedAddress loadSharedAt(SharedAddress A) {
  uint32_t V;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(V) : "r"(A) : "memory");
  return V;
}
/// Volatile to ptxas too, or it loads a place once that is read again and
/// again.
__device__ inline uint4 loadShared(const uint4 *P) {
  uint4 V;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(V.x), "=r"(V.y), "=r"(V.z), "=r"(V.w)
               : "r"(sharedAddress(P))
               : "memory");
  return V;
}

#endif

/// Cycles from the first thread's \p Begin to the last one's \p End; thread 0
/// has it. For all threads of a block of at most 1,024.
__device__ inline uint64_t blockSpan(uint64_t Begin, uint64_t End) {
#if defined(GPUPERF_EMULATED)
  constexpr unsigned Group = 1; // there each lane has its own clock
#else
  constexpr unsigned Group = 32; // one clock, as a warp waits for all its lanes
#endif
  constexpr unsigned Slots = 1024 / Group;
  __shared__ uint64_t First[Slots], Last[Slots];
  __syncthreads();
  if (threadIdx.x % Group == 0) {
    First[threadIdx.x / Group] = Begin;
    Last[threadIdx.x / Group] = End;
  }
  __syncthreads();
  if (threadIdx.x > 0)
    return 0;
  uint64_t Earliest = First[0], Latest = Last[0];
  for (unsigned I = 1; I < (blockDim.x + Group - 1) / Group; ++I) {
    Earliest = First[I] < Earliest ? First[I] : Earliest;
    Latest = Last[I] > Latest ? Last[I] : Latest;
  }
  return Latest - Earliest;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_SHARED_H
