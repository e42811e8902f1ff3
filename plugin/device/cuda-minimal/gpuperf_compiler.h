//===- gpuperf_compiler.h - What nvcc says of itself ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Macros by which code asks whether nvcc is new enough. Clang does not define
// them, and much code is left out without them, such as all that CUTLASS has for
// sm_90 and later. Included first into CUDA files, after clang's own CUDA
// wrapper and the toolkit's headers.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_COMPILER_H
#define GPUPERF_COMPILER_H
#pragma GCC system_header

#if defined(__CUDA__) && defined(__clang__)

// nvcc includes them (crt/common_functions.h), stdio.h and assert.h at least in
// the half for the GPU, so that programs call printf(), time(), clock() and
// assert() without a header.
#include <assert.h>
#include <stdio.h>
#include <time.h>

#if !defined(__CUDACC_VER_MAJOR__) && defined(CUDART_VERSION)
#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

// Clang knows variables that host and GPU share in HIP only; without this, a
// kernel that uses one has an error.
#undef __managed__
#define __managed__ __attribute__((device))

// Cache hints that clang's headers do not have: plain loads and stores.
#define GPUPERF_LOAD(NAME)                                                     \
  template <class T>                                                           \
  static inline __attribute__((device)) T NAME(const T *Address) {             \
    return *Address;                                                           \
  }
#define GPUPERF_STORE(NAME)                                                    \
  template <class T, class V>                                                  \
  static inline __attribute__((device)) void NAME(T *Address, V Value) {       \
    *Address = Value;                                                          \
  }
GPUPERF_LOAD(__ldca)
GPUPERF_LOAD(__ldlu)
GPUPERF_STORE(__stwb)
GPUPERF_STORE(__stcg)
GPUPERF_STORE(__stcs)
#undef GPUPERF_LOAD
#undef GPUPERF_STORE

// nvcc says so where the code is for one architecture only ("sm_90a").
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_FEAT_SM100_ALL) || \
    defined(__CUDA_ARCH_FEAT_SM103_ALL) || defined(__CUDA_ARCH_FEAT_SM110_ALL) || \
    defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL)
#ifndef __CUDA_ARCH_SPECIFIC__
#define __CUDA_ARCH_SPECIFIC__ __CUDA_ARCH__
#endif
#ifndef __CUDA_ARCH_FAMILY_SPECIFIC__
#define __CUDA_ARCH_FAMILY_SPECIFIC__ __CUDA_ARCH__
#endif
#endif

// Without it cooperative_groups.h leaves groups of clusters to nvcc alone;
// clang's headers have what they need.
#ifndef _CG_CLUSTER_INTRINSICS_AVAILABLE
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
#endif

// nvcc's built-in atomics (12.8 and later) are called like those that clang has,
// with the scope behind, which may be left out.
#ifndef __NV_ATOMIC_RELAXED
#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
#define __nv_atomic_load_n(P, ORDER, ...) __atomic_load_n(P, ORDER)
#define __nv_atomic_load(P, TO, ORDER, ...) __atomic_load(P, TO, ORDER)
#define __nv_atomic_store_n(P, V, ORDER, ...) __atomic_store_n(P, V, ORDER)
#define __nv_atomic_store(P, V, ORDER, ...) __atomic_store(P, V, ORDER)
#define __nv_atomic_exchange_n(P, V, ORDER, ...)                               \
  __atomic_exchange_n(P, V, ORDER)
#define __nv_atomic_compare_exchange_n(P, OLD, V, WEAK, ORDER, FAILS, ...)     \
  __atomic_compare_exchange_n(P, OLD, V, WEAK, ORDER, FAILS)
#define __nv_atomic_fetch_add(P, V, ORDER, ...) __atomic_fetch_add(P, V, ORDER)
#define __nv_atomic_add(P, V, ORDER, ...) ((void)__atomic_fetch_add(P, V, ORDER))
#define __nv_atomic_fetch_sub(P, V, ORDER, ...) __atomic_fetch_sub(P, V, ORDER)
#define __nv_atomic_fetch_min(P, V, ORDER, ...) __atomic_fetch_min(P, V, ORDER)
#define __nv_atomic_fetch_max(P, V, ORDER, ...) __atomic_fetch_max(P, V, ORDER)
#define __nv_atomic_fetch_and(P, V, ORDER, ...) __atomic_fetch_and(P, V, ORDER)
#define __nv_atomic_fetch_or(P, V, ORDER, ...) __atomic_fetch_or(P, V, ORDER)
#define __nv_atomic_fetch_xor(P, V, ORDER, ...) __atomic_fetch_xor(P, V, ORDER)
#endif

// CUTLASS's arch/config.h leaves these out where clang compiles, for clang cannot
// assemble what they use. Here it only reads it.
#define CUTLASS_ARCH_MMA_SM100_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM100F_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM103_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM103F_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM120_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM120F_SUPPORTED 1
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ == 1000
#define CUTLASS_ARCH_MMA_SM100_ENABLED 1
#define CUTLASS_ARCH_MMA_SM100F_ENABLED 1
#ifdef __CUDA_ARCH_FEAT_SM100_ALL
#define CUTLASS_ARCH_MMA_SM100A_ENABLED 1
#endif
#elif __CUDA_ARCH__ == 1030
#define CUTLASS_ARCH_MMA_SM103_ENABLED 1
#define CUTLASS_ARCH_MMA_SM103F_ENABLED 1
#define CUTLASS_ARCH_MMA_SM100F_ENABLED 1
#ifdef __CUDA_ARCH_FEAT_SM103_ALL
#define CUTLASS_ARCH_MMA_SM103A_ENABLED 1
#endif
#elif __CUDA_ARCH__ == 1200
#define CUTLASS_ARCH_MMA_SM120_ENABLED 1
#define CUTLASS_ARCH_MMA_SM120F_ENABLED 1
#ifdef __CUDA_ARCH_FEAT_SM120_ALL
#define CUTLASS_ARCH_MMA_SM120A_ENABLED 1
#endif
#endif
#endif

#endif // defined(__CUDA__) && defined(__clang__)
#endif // GPUPERF_COMPILER_H
