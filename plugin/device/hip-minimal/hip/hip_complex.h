//===- hip_complex.h - Complex numbers --------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_COMPLEX_H
#define GPUPERF_HIP_COMPLEX_H
#pragma GCC system_header
#include "../gpuperf_hip.h"

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;
#define GPUPERF_HD static inline __host__ __device__
#define GPUPERF_COMPLEX(Type, Part, Tail)                                      \
  GPUPERF_HD Part hipCreal##Tail(Type v) { return v.x; }                       \
  GPUPERF_HD Part hipCimag##Tail(Type v) { return v.y; }                       \
  GPUPERF_HD Type hipConj##Tail(Type v) { return {v.x, -v.y}; }                \
  GPUPERF_HD Type hipCadd##Tail(Type a, Type b) {                              \
    return {a.x + b.x, a.y + b.y};                                             \
  }                                                                            \
  GPUPERF_HD Type hipCsub##Tail(Type a, Type b) {                              \
    return {a.x - b.x, a.y - b.y};                                             \
  }                                                                            \
  GPUPERF_HD Type hipCmul##Tail(Type a, Type b) {                              \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                     \
  }                                                                            \
  GPUPERF_HD Type hipCdiv##Tail(Type a, Type b) {                              \
    const Part n = b.x * b.x + b.y * b.y;                                      \
    return {(a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n};         \
  }                                                                            \
  GPUPERF_HD Type hipCfma##Tail(Type a, Type b, Type c) {                      \
    return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};         \
  }
GPUPERF_COMPLEX(hipFloatComplex, float, f)
GPUPERF_COMPLEX(hipDoubleComplex, double, )
GPUPERF_HD float hipCabsf(hipFloatComplex v) {
  return sqrtf(v.x * v.x + v.y * v.y);
}
GPUPERF_HD double hipCabs(hipDoubleComplex v) {
  return sqrt(v.x * v.x + v.y * v.y);
}
GPUPERF_HD hipFloatComplex make_hipFloatComplex(float x, float y) {
  return {x, y};
}
GPUPERF_HD hipComplex make_hipComplex(float x, float y) { return {x, y}; }
GPUPERF_HD hipDoubleComplex make_hipDoubleComplex(double x, double y) {
  return {x, y};
}
#undef GPUPERF_COMPLEX
#undef GPUPERF_HD
#endif // GPUPERF_HIP_COMPLEX_H
