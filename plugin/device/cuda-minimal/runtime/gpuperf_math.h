//===- gpuperf_math.h - Overloads of math functions for float -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What crt/math_functions.hpp of the toolkit defines for device code and clang's
// headers do not: most of the overloads for float that clang's
// __clang_cuda_math_forward_declares.h declares, and those that nvcc has for
// functions of its own. Without the latter a float would be converted, and the
// function of double precision called.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_MATH_H
#define GPUPERF_MATH_H

#pragma GCC system_header // not the user's code to be warned about

#define GPUPERF_MATH1(Result, Name)                                            \
  static __device__ __forceinline__ Result Name(float x) {                     \
    return ::Name##f(x);                                                       \
  }
#define GPUPERF_MATH2(Name)                                                    \
  static __device__ __forceinline__ float Name(float x, float y) {             \
    return ::Name##f(x, y);                                                    \
  }
GPUPERF_MATH1(float, acosh)
GPUPERF_MATH1(float, asinh)
GPUPERF_MATH1(float, atanh)
GPUPERF_MATH1(float, cbrt)
GPUPERF_MATH1(float, erf)
GPUPERF_MATH1(float, erfc)
GPUPERF_MATH1(float, exp2)
GPUPERF_MATH1(float, expm1)
GPUPERF_MATH1(float, lgamma)
GPUPERF_MATH1(float, log1p)
GPUPERF_MATH1(float, log2)
GPUPERF_MATH1(float, logb)
GPUPERF_MATH1(float, nearbyint)
GPUPERF_MATH1(float, rint)
GPUPERF_MATH1(float, round)
GPUPERF_MATH1(float, tgamma)
GPUPERF_MATH1(float, trunc)
GPUPERF_MATH1(int, ilogb)
GPUPERF_MATH1(long, lrint)
GPUPERF_MATH1(long, lround)
GPUPERF_MATH1(long long, llrint)
GPUPERF_MATH1(long long, llround)
GPUPERF_MATH2(copysign)
GPUPERF_MATH2(fdim)
GPUPERF_MATH2(fmax)
GPUPERF_MATH2(fmin)
GPUPERF_MATH2(hypot)
GPUPERF_MATH2(nextafter)
GPUPERF_MATH2(remainder)

static __device__ __forceinline__ float fma(float x, float y, float z) {
  return ::fmaf(x, y, z);
}
static __device__ __forceinline__ float remquo(float x, float y, int *quo) {
  return ::remquof(x, y, quo);
}
static __device__ __forceinline__ float scalbn(float x, int n) {
  return ::scalbnf(x, n);
}
static __device__ __forceinline__ float scalbln(float x, long n) {
  return ::scalblnf(x, n);
}
// libdevice makes one constant of them, too.
static __device__ __forceinline__ double nan(const char *) {
  return __builtin_nan("");
}
static __device__ __forceinline__ float nanf(const char *) {
  return __builtin_nanf("");
}

// Functions that only CUDA has.
GPUPERF_MATH1(float, cospi)
GPUPERF_MATH1(float, erfcinv)
GPUPERF_MATH1(float, erfcx)
GPUPERF_MATH1(float, erfinv)
GPUPERF_MATH1(float, exp10)
GPUPERF_MATH1(float, j0)
GPUPERF_MATH1(float, j1)
GPUPERF_MATH1(float, normcdf)
GPUPERF_MATH1(float, normcdfinv)
GPUPERF_MATH1(float, rcbrt)
GPUPERF_MATH1(float, rsqrt)
GPUPERF_MATH1(float, sinpi)
GPUPERF_MATH1(float, y0)
GPUPERF_MATH1(float, y1)
static __device__ __forceinline__ float jn(int n, float x) {
  return ::jnf(n, x);
}
static __device__ __forceinline__ float yn(int n, float x) {
  return ::ynf(n, x);
}
static __device__ __forceinline__ void sincos(float x, float *s, float *c) {
  ::sincosf(x, s, c);
}
static __device__ __forceinline__ void sincospi(float x, float *s, float *c) {
  ::sincospif(x, s, c);
}

#undef GPUPERF_MATH1
#undef GPUPERF_MATH2

#endif // GPUPERF_MATH_H
