//===- gpuperf_nvcc.h - What nvcc has and clang's CUDA headers lack -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included first into a file that a build compiles with nvcc (plugin/nvcc),
// after clang's own CUDA wrapper and the toolkit's headers.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_NVCC_H
#define GPUPERF_NVCC_H
#pragma GCC system_header

// nvcc's own macro, but for the user's code only: with it the toolkit's runtime
// header takes in <functional> before clang has a device malloc.
#ifdef __GPUPERF_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif

#if defined(__CUDA__) &&                                                       \
    (defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) || defined(GPUPERF_CUDA_H))

// Clang has min and max of mixed types for the device; nvcc has them for the
// host, too.
#define GPUPERF_MIN_MAX(RESULT, A, B)                                          \
  static inline __attribute__((host)) RESULT min(A X, B Y) {                   \
    return (RESULT)X < (RESULT)Y ? (RESULT)X : (RESULT)Y;                      \
  }                                                                            \
  static inline __attribute__((host)) RESULT max(A X, B Y) {                   \
    return (RESULT)X < (RESULT)Y ? (RESULT)Y : (RESULT)X;                      \
  }
GPUPERF_MIN_MAX(unsigned, int, unsigned)
GPUPERF_MIN_MAX(unsigned, unsigned, int)
GPUPERF_MIN_MAX(unsigned long, long, unsigned long)
GPUPERF_MIN_MAX(unsigned long, unsigned long, long)
GPUPERF_MIN_MAX(unsigned long long, long long, unsigned long long)
GPUPERF_MIN_MAX(unsigned long long, unsigned long long, long long)
GPUPERF_MIN_MAX(double, float, double)
GPUPERF_MIN_MAX(double, double, float)
#ifndef GPUPERF_CUDA_H // the bundled declarations have these
GPUPERF_MIN_MAX(int, int, int)
GPUPERF_MIN_MAX(unsigned, unsigned, unsigned)
GPUPERF_MIN_MAX(long, long, long)
GPUPERF_MIN_MAX(unsigned long, unsigned long, unsigned long)
GPUPERF_MIN_MAX(long long, long long, long long)
GPUPERF_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
GPUPERF_MIN_MAX(float, float, float)
GPUPERF_MIN_MAX(double, double, double)
#endif
#undef GPUPERF_MIN_MAX

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

#endif
#endif
