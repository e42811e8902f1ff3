//===- gpuperf_hip_device.h - Indices, barriers, bits -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_DEVICE_H
#define GPUPERF_HIP_DEVICE_H

#pragma GCC system_header // not the user's code to be warned about

#define GPUPERF_FN static __device__ __forceinline__

// Functions of AMD's device libraries.
extern "C" {
__device__ __attribute__((const)) size_t __ockl_get_num_groups(unsigned int);
__device__ int printf(const char *, ...);
__device__ __attribute__((noreturn)) void
__assertfail(const char *, const char *, unsigned, const char *, size_t);
} // extern "C"
extern "C" __device__ __attribute__((noreturn, weak)) inline void
__assert_fail(const char *, const char *, unsigned, const char *) {
  __builtin_trap();
}

// An index reads a register, or what the launch has left in memory.
#define GPUPERF_INDEX(Name, X, Y, Z)                                           \
  struct gpuperf_##Name {                                                      \
    __declspec(property(get = get_x)) unsigned int x;                          \
    __declspec(property(get = get_y)) unsigned int y;                          \
    __declspec(property(get = get_z)) unsigned int z;                          \
    static __device__ __forceinline__ unsigned int get_x() { return X; }       \
    static __device__ __forceinline__ unsigned int get_y() { return Y; }       \
    static __device__ __forceinline__ unsigned int get_z() { return Z; }       \
    __device__ __forceinline__ operator dim3() const {                         \
      return dim3(get_x(), get_y(), get_z());                                  \
    }                                                                          \
    __device__ __forceinline__ operator uint3() const {                        \
      return {get_x(), get_y(), get_z()};                                      \
    }                                                                          \
  };                                                                           \
  extern const __device__ __attribute__((weak)) gpuperf_##Name Name;
GPUPERF_INDEX(threadIdx, __builtin_amdgcn_workitem_id_x(),
              __builtin_amdgcn_workitem_id_y(),
              __builtin_amdgcn_workitem_id_z())
GPUPERF_INDEX(blockIdx, __builtin_amdgcn_workgroup_id_x(),
              __builtin_amdgcn_workgroup_id_y(),
              __builtin_amdgcn_workgroup_id_z())
GPUPERF_INDEX(blockDim, __builtin_amdgcn_workgroup_size_x(),
              __builtin_amdgcn_workgroup_size_y(),
              __builtin_amdgcn_workgroup_size_z())
GPUPERF_INDEX(gridDim, (unsigned int)__ockl_get_num_groups(0),
              (unsigned int)__ockl_get_num_groups(1),
              (unsigned int)__ockl_get_num_groups(2))
#undef GPUPERF_INDEX
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

GPUPERF_FN void __threadfence() {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
}
GPUPERF_FN void __threadfence_block() {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
GPUPERF_FN void __threadfence_system() {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
}
GPUPERF_FN __attribute__((convergent)) void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

GPUPERF_FN long long clock64() {
  return (long long)__builtin_readcyclecounter();
}
GPUPERF_FN long long wall_clock64() {
  return (long long)__builtin_readcyclecounter();
}
GPUPERF_FN long long clock() { return clock64(); }
GPUPERF_FN long long __clock64() { return clock64(); }
GPUPERF_FN void abort() { __builtin_trap(); }

GPUPERF_FN int __popc(unsigned int v) { return __builtin_popcount(v); }
GPUPERF_FN int __popcll(unsigned long long v) {
  return __builtin_popcountll(v);
}
GPUPERF_FN int __clz(int v) {
  return v ? __builtin_clz((unsigned int)v) : 32;
}
GPUPERF_FN int __clzll(long long v) {
  return v ? __builtin_clzll((unsigned long long)v) : 64;
}
GPUPERF_FN int __ffs(int v) { return __builtin_ffs(v); }
GPUPERF_FN int __ffs(unsigned int v) { return __builtin_ffs((int)v); }
GPUPERF_FN int __ffsll(long long v) { return __builtin_ffsll(v); }
GPUPERF_FN int __ffsll(unsigned long long v) {
  return __builtin_ffsll((long long)v);
}
GPUPERF_FN unsigned int __brev(unsigned int v) {
  return __builtin_bitreverse32(v);
}
GPUPERF_FN unsigned long long __brevll(unsigned long long v) {
  return __builtin_bitreverse64(v);
}
GPUPERF_FN int __mul24(int a, int b) {
  return ((a << 8) >> 8) * ((b << 8) >> 8);
}
GPUPERF_FN unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
GPUPERF_FN int __mulhi(int a, int b) {
  return (int)(((long long)a * b) >> 32);
}
GPUPERF_FN unsigned int __umulhi(unsigned int a, unsigned int b) {
  return (unsigned int)(((unsigned long long)a * b) >> 32);
}
GPUPERF_FN unsigned long long __umul64hi(unsigned long long a,
                                         unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
GPUPERF_FN unsigned int __funnelshift_l(unsigned int lo, unsigned int hi,
                                        unsigned int by) {
  return __builtin_elementwise_fshl(hi, lo, by & 31);
}
GPUPERF_FN unsigned int __bitextract_u32(unsigned int v, unsigned int from,
                                         unsigned int bits) {
  return (v << (32 - from - bits)) >> (32 - bits);
}
GPUPERF_FN int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i)
    c += (int)(signed char)(a >> 8 * i) * (int)(signed char)(b >> 8 * i);
  return c;
}

#define GPUPERF_CAST(Name, To, From)                                           \
  GPUPERF_FN To Name(From v) {                                                 \
    static_assert(sizeof(To) == sizeof(From), "");                             \
    return __builtin_bit_cast(To, v);                                          \
  }
GPUPERF_CAST(__float_as_int, int, float)
GPUPERF_CAST(__float_as_uint, unsigned int, float)
GPUPERF_CAST(__int_as_float, float, int)
GPUPERF_CAST(__uint_as_float, float, unsigned int)
GPUPERF_CAST(__double_as_longlong, long long, double)
GPUPERF_CAST(__longlong_as_double, double, long long)
#undef GPUPERF_CAST
GPUPERF_FN int __float2int_rn(float v) { return (int)__builtin_rintf(v); }
GPUPERF_FN int __float2int_rz(float v) { return (int)v; }
GPUPERF_FN int __float2int_rd(float v) { return (int)__builtin_floorf(v); }
GPUPERF_FN int __float2int_ru(float v) { return (int)__builtin_ceilf(v); }
GPUPERF_FN unsigned int __float2uint_rz(float v) { return (unsigned int)v; }
GPUPERF_FN unsigned int __float2uint_rn(float v) {
  return (unsigned int)__builtin_rintf(v);
}
GPUPERF_FN float __int2float_rn(int v) { return (float)v; }
GPUPERF_FN float __uint2float_rn(unsigned int v) { return (float)v; }
GPUPERF_FN float __double2float_rn(double v) { return (float)v; }
GPUPERF_FN int __double2int_rn(double v) { return (int)__builtin_rint(v); }
GPUPERF_FN int __double2int_rz(double v) { return (int)v; }
GPUPERF_FN double __int2double_rn(int v) { return (double)v; }

template <class T> GPUPERF_FN T __ldg(const T *p) { return *p; }
template <class T> GPUPERF_FN T __builtin_nontemporal(const T *p) { return *p; }

// Textures and surfaces: known by name, not modelled.
template <class T> __device__ T tex1Dfetch(hipTextureObject_t, int);
template <class T> __device__ T tex1D(hipTextureObject_t, float);
template <class T> __device__ T tex2D(hipTextureObject_t, float, float);
template <class T> __device__ T tex3D(hipTextureObject_t, float, float, float);

#endif // GPUPERF_HIP_DEVICE_H
