//===- hip_bfloat16.h - Half precision with eight bits of exponent --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_BFLOAT16_H
#define GPUPERF_HIP_BFLOAT16_H
#pragma GCC system_header
#include "../gpuperf_hip.h"

// The upper half of a float, rounded to the nearest. Arithmetic is that of
// float, which is what today's GPUs do with it outside of matrix products.
struct hip_bfloat16 {
  unsigned short data;
  hip_bfloat16() = default;
  __host__ __device__ hip_bfloat16(float v) {
    unsigned int bits = __builtin_bit_cast(unsigned int, v);
    bits += 0x7fffu + (bits >> 16 & 1);
    data = (unsigned short)(bits >> 16);
  }
  __host__ __device__ static hip_bfloat16 round_to_bfloat16(float v) {
    return hip_bfloat16(v);
  }
  __host__ __device__ operator float() const {
    return __builtin_bit_cast(float, (unsigned int)data << 16);
  }
};
typedef hip_bfloat16 __hip_bfloat16;

#define GPUPERF_HD static inline __host__ __device__
#define GPUPERF_BFLOAT(Op)                                                     \
  GPUPERF_HD hip_bfloat16 operator Op(hip_bfloat16 a, hip_bfloat16 b) {        \
    return hip_bfloat16((float)a Op(float) b);                                 \
  }                                                                            \
  GPUPERF_HD hip_bfloat16 &operator Op##=(hip_bfloat16 &a, hip_bfloat16 b) {   \
    return a = a Op b;                                                         \
  }
GPUPERF_BFLOAT(+)
GPUPERF_BFLOAT(-)
GPUPERF_BFLOAT(*)
GPUPERF_BFLOAT(/)
#undef GPUPERF_BFLOAT
GPUPERF_HD hip_bfloat16 operator-(hip_bfloat16 v) { return -(float)v; }
GPUPERF_HD hip_bfloat16 __float2bfloat16(float v) { return v; }
GPUPERF_HD float __bfloat162float(hip_bfloat16 v) { return v; }
#undef GPUPERF_HD
#endif // GPUPERF_HIP_BFLOAT16_H
