//===- gpuperf_types.h - Attributes, vector types, dim3 ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TYPES_H
#define GPUPERF_TYPES_H

#pragma GCC system_header // not the user's code to be warned about

// The version whose interface these declarations follow.
#define CUDA_VERSION 12080
#define CUDART_VERSION CUDA_VERSION
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(Bytes) __attribute__((aligned(Bytes)))
#define __builtin_align__(Bytes) __align__(Bytes)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
// libstdc++ uses __noinline__ as an attribute's name: not a macro here.

#define GPUPERF_VECTOR(Name, Type, Align2, Align4)                             \
  struct Name##1 {                                                             \
    Type x;                                                                    \
  };                                                                           \
  struct __attribute__((aligned(Align2))) Name##2 {                            \
    Type x, y;                                                                 \
  };                                                                           \
  struct Name##3 {                                                             \
    Type x, y, z;                                                              \
  };                                                                           \
  struct __attribute__((aligned(Align4))) Name##4 {                            \
    Type x, y, z, w;                                                           \
  };                                                                           \
  static inline __host__ __device__ Name##1 make_##Name##1(Type x) {           \
    return {x};                                                                \
  }                                                                            \
  static inline __host__ __device__ Name##2 make_##Name##2(Type x, Type y) {   \
    return {x, y};                                                             \
  }                                                                            \
  static inline __host__ __device__ Name##3 make_##Name##3(Type x, Type y,     \
                                                           Type z) {           \
    return {x, y, z};                                                          \
  }                                                                            \
  static inline __host__ __device__ Name##4 make_##Name##4(                    \
      Type x, Type y, Type z, Type w) {                                        \
    return {x, y, z, w};                                                       \
  }

GPUPERF_VECTOR(char, signed char, 2, 4)
GPUPERF_VECTOR(uchar, unsigned char, 2, 4)
GPUPERF_VECTOR(short, short, 4, 8)
GPUPERF_VECTOR(ushort, unsigned short, 4, 8)
GPUPERF_VECTOR(int, int, 8, 16)
GPUPERF_VECTOR(uint, unsigned int, 8, 16)
GPUPERF_VECTOR(long, long, 16, 16)
GPUPERF_VECTOR(ulong, unsigned long, 16, 16)
GPUPERF_VECTOR(longlong, long long, 16, 16)
GPUPERF_VECTOR(ulonglong, unsigned long long, 16, 16)
GPUPERF_VECTOR(float, float, 8, 16)
GPUPERF_VECTOR(double, double, 16, 16)
#undef GPUPERF_VECTOR

typedef unsigned int cuuint32_t;

struct dim3 {
  unsigned int x, y, z;
  constexpr __host__ __device__ dim3(unsigned int x = 1, unsigned int y = 1,
                                     unsigned int z = 1)
      : x(x), y(y), z(z) {}
  constexpr __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr __host__ __device__ operator uint3() const { return {x, y, z}; }
};

#endif // GPUPERF_TYPES_H
