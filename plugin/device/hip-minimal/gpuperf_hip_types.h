//===- gpuperf_hip_types.h - Attributes, vectors, dim3 ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_TYPES_H
#define GPUPERF_HIP_TYPES_H

#pragma GCC system_header // not the user's code to be warned about

#define __HIP_PLATFORM_AMD__ 1
#define __HIP_PLATFORM_HCC__ 1
#define __HIPCC__ 1
#ifdef __HIP_DEVICE_COMPILE__
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_VOTE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_3DGRID__ 1
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(Bytes) __attribute__((aligned(Bytes)))
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(X) X
#define HIP_DYNAMIC_SHARED(Type, Name) extern __shared__ Type Name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
// libstdc++ uses __noinline__ as an attribute's name: not a macro here.

// The second argument is how many wavefronts a SIMD holds at least.
#define GPUPERF_BOUNDS1(Threads)                                               \
  __attribute__((amdgpu_flat_work_group_size(1, Threads)))
#define GPUPERF_BOUNDS2(Threads, Waves)                                        \
  __attribute__((amdgpu_flat_work_group_size(1, Threads),                      \
                 amdgpu_waves_per_eu(Waves)))
#define GPUPERF_BOUNDS_OF(A, B, Name, ...) Name
#define __launch_bounds__(...)                                                 \
  GPUPERF_BOUNDS_OF(__VA_ARGS__, GPUPERF_BOUNDS2, GPUPERF_BOUNDS1, )           \
  (__VA_ARGS__)

// Vectors have arithmetic, element by element.
#define GPUPERF_EACH1(Do, Op) Do(x, Op)
#define GPUPERF_EACH2(Do, Op) Do(x, Op) Do(y, Op)
#define GPUPERF_EACH3(Do, Op) Do(x, Op) Do(y, Op) Do(z, Op)
#define GPUPERF_EACH4(Do, Op) Do(x, Op) Do(y, Op) Do(z, Op) Do(w, Op)
#define GPUPERF_BOTH(M, Op) a.M Op##= b.M;
#define GPUPERF_ONE(M, Op) a.M Op##= b;
#define GPUPERF_SAME(M, Op) Same = Same && a.M == b.M;
#define GPUPERF_OPERATOR(Vector, Type, N, Op)                                  \
  static inline __host__ __device__ Vector &operator Op##=(                    \
      Vector &a, const Vector &b) {                                            \
    GPUPERF_EACH##N(GPUPERF_BOTH, Op) return a;                                \
  }                                                                            \
  static inline __host__ __device__ Vector &operator Op##=(Vector &a,          \
                                                           Type b) {           \
    GPUPERF_EACH##N(GPUPERF_ONE, Op) return a;                                 \
  }                                                                            \
  static inline __host__ __device__ Vector operator Op(Vector a,               \
                                                       const Vector &b) {      \
    return a Op##= b;                                                          \
  }                                                                            \
  static inline __host__ __device__ Vector operator Op(Vector a, Type b) {     \
    return a Op##= b;                                                          \
  }
#define GPUPERF_OPERATORS(Vector, Type, N)                                     \
  GPUPERF_OPERATOR(Vector, Type, N, +)                                         \
  GPUPERF_OPERATOR(Vector, Type, N, -)                                         \
  GPUPERF_OPERATOR(Vector, Type, N, *)                                         \
  GPUPERF_OPERATOR(Vector, Type, N, /)                                         \
  static inline __host__ __device__ Vector operator*(Type b, Vector a) {       \
    return a *= b;                                                             \
  }                                                                            \
  static inline __host__ __device__ Vector operator+(Type b, Vector a) {       \
    return a += b;                                                             \
  }                                                                            \
  static inline __host__ __device__ bool operator==(const Vector &a,           \
                                                    const Vector &b) {         \
    bool Same = true;                                                          \
    GPUPERF_EACH##N(GPUPERF_SAME, ) return Same;                               \
  }                                                                            \
  static inline __host__ __device__ bool operator!=(const Vector &a,           \
                                                    const Vector &b) {         \
    return !(a == b);                                                          \
  }
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
  }                                                                            \
  GPUPERF_OPERATORS(Name##1, Type, 1)                                          \
  GPUPERF_OPERATORS(Name##2, Type, 2)                                          \
  GPUPERF_OPERATORS(Name##3, Type, 3)                                          \
  GPUPERF_OPERATORS(Name##4, Type, 4)

GPUPERF_VECTOR(char, signed char, 2, 4)
GPUPERF_VECTOR(uchar, unsigned char, 2, 4)
GPUPERF_VECTOR(short, short, 4, 8)
GPUPERF_VECTOR(ushort, unsigned short, 4, 8)
GPUPERF_VECTOR(int, int, 8, 16)
GPUPERF_VECTOR(uint, unsigned int, 8, 16)
GPUPERF_VECTOR(long, long, 16, 32)
GPUPERF_VECTOR(ulong, unsigned long, 16, 32)
GPUPERF_VECTOR(longlong, long long, 16, 32)
GPUPERF_VECTOR(ulonglong, unsigned long long, 16, 32)
GPUPERF_VECTOR(float, float, 8, 16)
GPUPERF_VECTOR(double, double, 16, 32)
#undef GPUPERF_VECTOR
#undef GPUPERF_OPERATORS
#undef GPUPERF_OPERATOR
#undef GPUPERF_SAME
#undef GPUPERF_ONE
#undef GPUPERF_BOTH
#undef GPUPERF_EACH1
#undef GPUPERF_EACH2
#undef GPUPERF_EACH3
#undef GPUPERF_EACH4

struct dim3 {
  unsigned int x, y, z;
  constexpr __host__ __device__ dim3(unsigned int x = 1, unsigned int y = 1,
                                     unsigned int z = 1)
      : x(x), y(y), z(z) {}
  constexpr __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr __host__ __device__ operator uint3() const { return {x, y, z}; }
};

#endif // GPUPERF_HIP_TYPES_H
