//===- Async.h - Matrix loads, asynchronous copies, clusters ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVIDIA's GPUs have of it from compute capability 7.5, 8.0 and 9.0 on.
// Where the code is compiled for less, or for AMD, there is nothing; the host
// does not run it there. The emulation does each copy at once, by the thread
// that asks for it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_ASYNC_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_ASYNC_H

#include "benchmarks/micro/gpu/Ops.h"
#include "benchmarks/micro/gpu/Shared.h"

#if !defined(GPUPERF_EMULATED) && !defined(GPUPERF_ON_AMD)
#define GPUPERF_PTX(MinSm, ...)                                                \
  if constexpr (CompiledSm >= (MinSm))                                         \
  asm volatile(__VA_ARGS__)
#else
#define GPUPERF_PTX(MinSm, ...) (void)0
#endif

namespace gpuperf::micro {

constexpr unsigned LeastSmOfMatrixLoads = 75, LeastSmOfCopies = 80,
                   LeastSmOfClusters = 90;

/// Four matrices of 8 x 8 halves: each lane names the 16 bytes of one row.
/// \returns this thread's part of the first one.
__device__ inline uint32_t loadMatrices(const uint4 *Row) {
#if defined(GPUPERF_EMULATED)
  return loadShared(Row).x;
#else
  uint32_t X = 0, Y = 0, Z = 0, W = 0;
  GPUPERF_PTX(LeastSmOfMatrixLoads,
              "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
              "[%4];" : "=r"(X),
              "=r"(Y), "=r"(Z), "=r"(W) : "r"(sharedAddress(Row)) : "memory");
  return X ^ Y ^ Z ^ W;
#endif
}

/// 16 bytes from global to shared memory, past L1 and the registers.
__device__ inline void copyAsync(uint4 *To, const uint4 *From) {
#if defined(GPUPERF_EMULATED)
  storeShared(To, loadL2(From));
#else
  GPUPERF_PTX(
      LeastSmOfCopies,
      "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(To)),
      "l"(From) : "memory");
#endif
}
/// Closes a group of copies.
__device__ inline void commitCopies() {
  GPUPERF_PTX(LeastSmOfCopies, "cp.async.commit_group;" :: : "memory");
}
/// Waits for all groups of this thread.
__device__ inline void waitForCopies() {
  GPUPERF_PTX(LeastSmOfCopies, "cp.async.wait_all;" :: : "memory");
}

/// A barrier in shared memory that one thread arrives at with the bytes that it
/// has asked a copy for.
__device__ inline void beginBarrier(uint64_t *Barrier) {
  GPUPERF_PTX(LeastSmOfClusters, "mbarrier.init.shared.b64 [%0], 1;" ::"r"(
                                     sharedAddress(Barrier)) : "memory");
}
/// \p Bytes, a multiple of 16, from global to shared memory.
__device__ inline void copyBulk(void *To, const void *From, uint32_t Bytes,
                                uint64_t *Barrier) {
#if defined(GPUPERF_EMULATED)
  for (uint32_t I = 0; I < Bytes / sizeof(uint4); ++I)
    storeShared(static_cast<uint4 *>(To) + I,
                loadL2(static_cast<const uint4 *>(From) + I));
#else
  GPUPERF_PTX(LeastSmOfClusters,
              "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                  sharedAddress(Barrier)),
              "r"(Bytes) : "memory");
  GPUPERF_PTX(
      LeastSmOfClusters,
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
      "[%1], %2, [%3];" ::"r"(sharedAddress(To)),
      "l"(From), "r"(Bytes), "r"(sharedAddress(Barrier)) : "memory");
#endif
}
/// Waits until phase \p Phase, 0 or 1 by turns, of the barrier has ended.
__device__ inline void waitAtBarrier(uint64_t *Barrier, uint32_t Phase) {
  GPUPERF_PTX(LeastSmOfClusters,
              "{\n\t.reg .pred p;\n\t"
              "again:\n\t"
              "mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n\t"
              "@!p bra again;\n\t}" ::"r"(sharedAddress(Barrier)),
              "r"(Phase) : "memory");
}

/// The place of \p A in the shared memory of block \p Rank of the cluster.
__device__ inline SharedAddress addressInCluster(SharedAddress A,
                                                 uint32_t Rank) {
#if !defined(GPUPERF_EMULATED)
  GPUPERF_PTX(LeastSmOfClusters,
              "mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(A) : "r"(A),
              "r"(Rank));
#endif
  return A;
}
__device__ inline SharedAddress loadClusterAt(SharedAddress A) {
#if defined(GPUPERF_EMULATED)
  return loadSharedAt(A);
#else
  GPUPERF_PTX(LeastSmOfClusters,
              "ld.shared::cluster.u32 %0, [%1];" : "=r"(A) : "r"(A) : "memory");
  return A;
#endif
}
/// All threads of all blocks of the cluster.
__device__ inline void syncCluster() {
#if defined(GPUPERF_EMULATED)
  __syncthreads();
#else
  GPUPERF_PTX(LeastSmOfClusters, "barrier.cluster.arrive.aligned;\n\t"
                                 "barrier.cluster.wait.aligned;" :: : "memory");
#endif
}

} // namespace gpuperf::micro

#undef GPUPERF_PTX

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_ASYNC_H
