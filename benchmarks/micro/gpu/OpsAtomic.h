//===- OpsAtomic.h - Atomic and plain updates -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An update of one cell, in all the ways that are compared; and an atomic whose
// result is the address of the next one.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_OPSATOMIC_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_OPSATOMIC_H

#include "benchmarks/micro/gpu/Ops.h"

namespace gpuperf::micro {

enum class UpdateKind { Plain, Add, Max, Cas };

#if defined(GPUPERF_EMULATED)

template <typename T> T fetchAdd(T *P, T V) {
  T Old = *P;
  *P = Old + V;
  return Old;
}
template <typename T> T fetchMax(T *P, T V) {
  T Old = *P;
  *P = Old < V ? V : Old;
  return Old;
}
template <typename T> T fetchCas(T *P, T Expected, T V) {
  T Old = *P;
  if (Old == Expected)
    *P = V;
  return Old;
}
template <bool Shared, typename T> void addTo(T *P, T V) {
  (void)fetchAdd(P, V);
}
template <bool Shared, typename T> void raiseTo(T *P, T V) {
  (void)fetchMax(P, V);
}
inline void waitForUpdates() {}
template <typename T> uint32_t seenShared(const T *) { return 0; }
inline void chargeUpdate(bool Shared) {
  synthetic::operation(Shared ? "atomic_shared" : "atomic_global");
}

inline uint64_t chaseGlobalAtomic(uint64_t At, uint64_t Zero) {
  chargeUpdate(false);
  return fetchAdd(reinterpret_cast<uint64_t *>(At), Zero);
}
inline uint32_t firstSharedAtomic(uint32_t *) { return 0; }
inline uint32_t chaseSharedAtomic(uint32_t *Cells, uint32_t At, uint32_t Zero) {
  chargeUpdate(true);
  return fetchAdd(Cells + At, Zero);
}

#else

// CUDA's and HIP's functions are for unsigned long long; uint64_t is another
// type of the same width.
__device__ inline uint32_t fetchAdd(uint32_t *P, uint32_t V) {
  return atomicAdd(P, V);
}
__device__ inline uint64_t fetchAdd(uint64_t *P, uint64_t V) {
  return atomicAdd(reinterpret_cast<unsigned long long *>(P),
                   static_cast<unsigned long long>(V));
}
__device__ inline float fetchAdd(float *P, float V) { return atomicAdd(P, V); }
__device__ inline uint32_t fetchMax(uint32_t *P, uint32_t V) {
  return atomicMax(P, V);
}
__device__ inline uint64_t fetchMax(uint64_t *P, uint64_t V) {
  return atomicMax(reinterpret_cast<unsigned long long *>(P),
                   static_cast<unsigned long long>(V));
}
__device__ inline uint32_t fetchCas(uint32_t *P, uint32_t Expected,
                                    uint32_t V) {
  return atomicCAS(P, Expected, V);
}
__device__ inline uint64_t fetchCas(uint64_t *P, uint64_t Expected,
                                    uint64_t V) {
  return atomicCAS(reinterpret_cast<unsigned long long *>(P),
                   static_cast<unsigned long long>(Expected),
                   static_cast<unsigned long long>(V));
}

// Without a result. In a function that has a fence, ptxas makes of CUDA's
// functions for global memory the atomic that returns one (ATOMG): the
// reduction of ordinary kernels (RED) must be asked for.
#if !defined(GPUPERF_ON_AMD)
#define GPUPERF_REDUCE(Name, Operation, Type, Constraint)                      \
  __device__ inline void Name(Type *P, Type V) {                               \
    asm volatile("red.global." Operation " [%0], %1;" ::"l"(P), Constraint(V)  \
                 : "memory");                                                  \
  }
GPUPERF_REDUCE(reduceAdd, "add.u32", uint32_t, "r")
GPUPERF_REDUCE(reduceAdd, "add.u64", uint64_t, "l")
GPUPERF_REDUCE(reduceAdd, "add.f32", float, "f")
GPUPERF_REDUCE(reduceMax, "max.u32", uint32_t, "r")
GPUPERF_REDUCE(reduceMax, "max.u64", uint64_t, "l")
#undef GPUPERF_REDUCE
#else
template <typename T> __device__ void reduceAdd(T *P, T V) {
  (void)fetchAdd(P, V);
}
template <typename T> __device__ void reduceMax(T *P, T V) {
  (void)fetchMax(P, V);
}
#endif
template <bool Shared, typename T> __device__ void addTo(T *P, T V) {
  if constexpr (Shared)
    (void)fetchAdd(P, V);
  else
    reduceAdd(P, V);
}
template <bool Shared, typename T> __device__ void raiseTo(T *P, T V) {
  if constexpr (Shared)
    (void)fetchMax(P, V);
  else
    reduceMax(P, V);
}
/// Updates whose result nobody reads are on their way for some time.
__device__ inline void waitForUpdates() { __threadfence(); }
/// Something that is there once this warp's updates of shared memory are: it
/// does them in order.
template <typename T> __device__ uint32_t seenShared(const T *Cell) {
  return uint32_t(loadShared(Cell));
}
__device__ inline void chargeUpdate(bool) {}

#if defined(GPUPERF_ON_AMD)
__device__ inline uint64_t chaseGlobalAtomic(uint64_t At, uint64_t Zero) {
  return fetchAdd(reinterpret_cast<uint64_t *>(At), Zero);
}
__device__ inline uint32_t firstSharedAtomic(uint32_t *) { return 0; }
__device__ inline uint32_t chaseSharedAtomic(uint32_t *Cells, uint32_t At,
                                             uint32_t Zero) {
  return fetchAdd(Cells + At, Zero);
}
#else
/// The cell at \p At holds its own address: adding nothing gives where the next
/// one goes.
__device__ inline uint64_t chaseGlobalAtomic(uint64_t At, uint64_t Zero) {
  uint64_t Next;
  asm volatile("atom.global.add.u64 %0, [%1], %2;"
               : "=l"(Next)
               : "l"(At), "l"(Zero)
               : "memory");
  return Next;
}
/// Where in shared memory \p Cells lie.
__device__ inline uint32_t firstSharedAtomic(uint32_t *Cells) {
  uint32_t At;
  asm("{.reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a;}"
      : "=r"(At)
      : "l"(Cells));
  return At;
}
__device__ inline uint32_t chaseSharedAtomic(uint32_t *, uint32_t At,
                                             uint32_t Zero) {
  uint32_t Next;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;"
               : "=r"(Next)
               : "r"(At), "r"(Zero)
               : "memory");
  return Next;
}
#endif
#endif

/// Update number \p I of a cell. \p Seen: what compare-and-swap expects next;
/// \p Successes: how many of them found it.
template <UpdateKind Kind, bool Shared, typename T>
__device__ void update(T *Cell, T One, T Start, uint32_t I, T &Seen,
                       uint32_t &Successes) {
  if constexpr (Kind == UpdateKind::Plain) {
    if constexpr (Shared)
      storeShared(Cell, T(loadShared(Cell) + One));
    else
      storeGlobal(Cell, T(loadL2(Cell) + One));
  } else {
    chargeUpdate(Shared);
    if constexpr (Kind == UpdateKind::Add)
      addTo<Shared>(Cell, One);
    if constexpr (Kind == UpdateKind::Max)
      raiseTo<Shared>(Cell, T(Start + T(I)));
    if constexpr (Kind == UpdateKind::Cas) {
      T Old = fetchCas(Cell, Seen, T(Seen + One));
      bool Found = Old == Seen;
      Successes += Found;
      Seen = Found ? T(Seen + One) : Old;
    }
  }
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_OPSATOMIC_H
