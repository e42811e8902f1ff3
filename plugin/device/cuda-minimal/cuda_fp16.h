//===- cuda_fp16.h - Half precision, over _Float16 --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_CUDA_FP16_H
#define GPUPERF_CUDA_FP16_H

#include "gpuperf_cuda.h"

#define GPUPERF_FP16 static __host__ __device__ __forceinline__

struct __half {
  _Float16 v;
  __half() = default;
  __host__ __device__ __half(_Float16 f) : v(f) {}
  __host__ __device__ __half(float f) : v((_Float16)f) {}
  __host__ __device__ __half(double f) : v((_Float16)f) {}
  __host__ __device__ __half(int i) : v((_Float16)i) {}
  __host__ __device__ operator float() const { return v; }
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;

GPUPERF_FP16 __half __float2half(float f) { return __half(f); }
GPUPERF_FP16 __half __float2half_rn(float f) { return __half(f); }
GPUPERF_FP16 float __half2float(__half h) { return h.v; }
GPUPERF_FP16 __half2 __floats2half2_rn(float a, float b) {
  return {__half(a), __half(b)};
}
GPUPERF_FP16 __half2 __halves2half2(__half a, __half b) { return {a, b}; }
GPUPERF_FP16 __half2 make_half2(__half a, __half b) { return {a, b}; }
GPUPERF_FP16 __half2 __half2half2(__half a) { return {a, a}; }
GPUPERF_FP16 __half2 __float2half2_rn(float a) { return {__half(a), __half(a)}; }
GPUPERF_FP16 __half __low2half(__half2 a) { return a.x; }
GPUPERF_FP16 __half __high2half(__half2 a) { return a.y; }
GPUPERF_FP16 float __low2float(__half2 a) { return a.x.v; }
GPUPERF_FP16 float __high2float(__half2 a) { return a.y.v; }
GPUPERF_FP16 float2 __half22float2(__half2 a) { return {a.x.v, a.y.v}; }
GPUPERF_FP16 __half2 __float22half2_rn(float2 a) {
  return {__half(a.x), __half(a.y)};
}
#define GPUPERF_FP16_OP(Name, Op)                                              \
  GPUPERF_FP16 __half __h##Name(__half a, __half b) {                          \
    return __half((_Float16)(a.v Op b.v));                                     \
  }                                                                            \
  GPUPERF_FP16 __half2 __h##Name##2(__half2 a, __half2 b) {                    \
    return {__h##Name(a.x, b.x), __h##Name(a.y, b.y)};                         \
  }                                                                            \
  GPUPERF_FP16 __half operator Op(__half a, __half b) {                        \
    return __h##Name(a, b);                                                    \
  }                                                                            \
  GPUPERF_FP16 __half &operator Op##=(__half &a, __half b) {                   \
    return a = __h##Name(a, b);                                                \
  }                                                                            \
  GPUPERF_FP16 __half2 operator Op(__half2 a, __half2 b) {                     \
    return __h##Name##2(a, b);                                                 \
  }
GPUPERF_FP16_OP(add, +)
GPUPERF_FP16_OP(sub, -)
GPUPERF_FP16_OP(mul, *)
GPUPERF_FP16_OP(div, /)
#undef GPUPERF_FP16_OP
#define GPUPERF_FP16_COMPARE(Name, Op)                                         \
  GPUPERF_FP16 bool __h##Name(__half a, __half b) { return a.v Op b.v; }       \
  GPUPERF_FP16 bool operator Op(__half a, __half b) { return a.v Op b.v; }
GPUPERF_FP16_COMPARE(eq, ==)
GPUPERF_FP16_COMPARE(ne, !=)
GPUPERF_FP16_COMPARE(lt, <)
GPUPERF_FP16_COMPARE(le, <=)
GPUPERF_FP16_COMPARE(gt, >)
GPUPERF_FP16_COMPARE(ge, >=)
#undef GPUPERF_FP16_COMPARE
GPUPERF_FP16 __half __hneg(__half a) { return __half((_Float16)-a.v); }
GPUPERF_FP16 __half __hfma(__half a, __half b, __half c) {
  return __half((_Float16)(a.v * b.v + c.v));
}
GPUPERF_FP16 __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
GPUPERF_FP16 __half __hmax(__half a, __half b) { return a.v < b.v ? b : a; }
GPUPERF_FP16 __half __hmin(__half a, __half b) { return b.v < a.v ? b : a; }
#undef GPUPERF_FP16

#endif // GPUPERF_CUDA_FP16_H
