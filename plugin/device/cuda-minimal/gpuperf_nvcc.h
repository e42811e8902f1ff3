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

#include "gpuperf_compiler.h"
#include "gpuperf_minmax.h"

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
