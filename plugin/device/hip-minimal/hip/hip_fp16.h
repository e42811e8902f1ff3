//===- hip_fp16.h - Half precision ------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_FP16_H
#define GPUPERF_HIP_FP16_H
#pragma GCC system_header
#include "../gpuperf_hip.h"

typedef _Float16 __half;
typedef _Float16 half;
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
};
typedef __half2 half2;
#define GPUPERF_HD static inline __host__ __device__
GPUPERF_HD __half __float2half(float v) { return (__half)v; }
GPUPERF_HD __half __float2half_rn(float v) { return (__half)v; }
GPUPERF_HD __half __double2half(double v) { return (__half)v; }
GPUPERF_HD __half __int2half_rn(int v) { return (__half)v; }
GPUPERF_HD float __half2float(__half v) { return (float)v; }
GPUPERF_HD __half2 __halves2half2(__half a, __half b) { return {a, b}; }
GPUPERF_HD __half2 make_half2(__half a, __half b) { return {a, b}; }
GPUPERF_HD __half2 __half2half2(__half v) { return {v, v}; }
GPUPERF_HD __half2 __float2half2_rn(float v) {
  return {(__half)v, (__half)v};
}
GPUPERF_HD __half2 __floats2half2_rn(float a, float b) {
  return {(__half)a, (__half)b};
}
GPUPERF_HD __half2 __float22half2_rn(float2 v) {
  return {(__half)v.x, (__half)v.y};
}
GPUPERF_HD float2 __half22float2(__half2 v) {
  return {(float)v.x, (float)v.y};
}
GPUPERF_HD __half __low2half(__half2 v) { return v.x; }
GPUPERF_HD __half __high2half(__half2 v) { return v.y; }
GPUPERF_HD float __low2float(__half2 v) { return (float)v.x; }
GPUPERF_HD float __high2float(__half2 v) { return (float)v.y; }
#define GPUPERF_HALF(Name, Op)                                                 \
  GPUPERF_HD __half Name(__half a, __half b) { return a Op b; }                \
  GPUPERF_HD __half2 Name##2(__half2 a, __half2 b) {                           \
    return {a.x Op b.x, a.y Op b.y};                                           \
  }                                                                            \
  GPUPERF_HD __half2 operator Op(__half2 a, __half2 b) {                       \
    return {a.x Op b.x, a.y Op b.y};                                           \
  }
GPUPERF_HALF(__hadd, +)
GPUPERF_HALF(__hsub, -)
GPUPERF_HALF(__hmul, *)
GPUPERF_HALF(__hdiv, /)
#undef GPUPERF_HALF
GPUPERF_HD __half __hneg(__half v) { return -v; }
GPUPERF_HD __half __hfma(__half a, __half b, __half c) { return a * b + c; }
GPUPERF_HD __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {a.x * b.x + c.x, a.y * b.y + c.y};
}
GPUPERF_HD bool __hlt(__half a, __half b) { return a < b; }
GPUPERF_HD bool __hle(__half a, __half b) { return a <= b; }
GPUPERF_HD bool __hgt(__half a, __half b) { return a > b; }
GPUPERF_HD bool __hge(__half a, __half b) { return a >= b; }
GPUPERF_HD bool __heq(__half a, __half b) { return a == b; }
GPUPERF_FN __half hexp(__half v) { return (__half)expf((float)v); }
GPUPERF_FN __half hlog(__half v) { return (__half)logf((float)v); }
GPUPERF_FN __half hsqrt(__half v) { return (__half)sqrtf((float)v); }
GPUPERF_FN __half hrcp(__half v) { return (__half)1 / v; }
#undef GPUPERF_HD
#endif // GPUPERF_HIP_FP16_H
