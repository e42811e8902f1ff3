//===- gpuperf_minmax.h - min and max of host code, as nvcc has them ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit's headers declare min and max for host code, without std::, but
// only for nvcc. Clang has those of device code alone, so that one call in main
// would lose the whole file. This header is included first into CUDA files,
// after clang's own CUDA wrapper.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_MINMAX_H
#define GPUPERF_MINMAX_H
#pragma GCC system_header

#if defined(__CUDA__) && defined(__clang__)
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

// Code that is built with clang may define these functions itself: a condition
// that always holds makes the two overloads instead of two definitions of one
// function. Both compute the same.
#define GPUPERF_HOST                                                           \
  static inline __attribute__((host)) __attribute__((enable_if(true, "")))
#define GPUPERF_MINMAX(RESULT, A, B)                                           \
  GPUPERF_HOST RESULT min(A X, B Y) {                                          \
    return (RESULT)X < (RESULT)Y ? (RESULT)X : (RESULT)Y;                      \
  }                                                                            \
  GPUPERF_HOST RESULT max(A X, B Y) {                                          \
    return (RESULT)X < (RESULT)Y ? (RESULT)Y : (RESULT)X;                      \
  }
GPUPERF_MINMAX(int, int, int)
GPUPERF_MINMAX(unsigned, unsigned, unsigned)
GPUPERF_MINMAX(unsigned, int, unsigned)
GPUPERF_MINMAX(unsigned, unsigned, int)
GPUPERF_MINMAX(long, long, long)
GPUPERF_MINMAX(unsigned long, unsigned long, unsigned long)
GPUPERF_MINMAX(unsigned long, long, unsigned long)
GPUPERF_MINMAX(unsigned long, unsigned long, long)
GPUPERF_MINMAX(long long, long long, long long)
GPUPERF_MINMAX(unsigned long long, unsigned long long, unsigned long long)
GPUPERF_MINMAX(unsigned long long, long long, unsigned long long)
GPUPERF_MINMAX(unsigned long long, unsigned long long, long long)
GPUPERF_MINMAX(float, float, float)
GPUPERF_MINMAX(double, double, double)
GPUPERF_MINMAX(double, float, double)
GPUPERF_MINMAX(double, double, float)
#undef GPUPERF_MINMAX
#undef GPUPERF_HOST

#pragma pop_macro("max")
#pragma pop_macro("min")
#endif // defined(__CUDA__) && defined(__clang__)
#endif // GPUPERF_MINMAX_H
