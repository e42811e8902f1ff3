//===- gpuperf_device.h - Device functions that the toolkit has -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_DEVICE_H
#define GPUPERF_DEVICE_H

#pragma GCC system_header // not the user's code to be warned about

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ int printf(const char *, ...);
__device__ void __assertfail(const char *, const char *, unsigned, const char *,
                             size_t);
__device__ static inline void __assert_fail(const char *Message,
                                            const char *File, unsigned Line,
                                            const char *Function) {
  __assertfail(Message, File, Line, Function, sizeof(char));
}
} // extern "C"

namespace std {
__device__ static inline void free(void *P) { ::free(P); }
__device__ static inline void *malloc(size_t Bytes) { return ::malloc(Bytes); }
} // namespace std

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const {
  return {x, y, z};
}

// Atomics, over the typed ones that clang's headers define.
#define GPUPERF_ATOMIC(Name, Type, Typed)                                      \
  static __device__ __forceinline__ Type Name(Type *p, Type v) {               \
    return Typed(p, v);                                                        \
  }                                                                            \
  static __device__ __forceinline__ Type Name##_block(Type *p, Type v) {       \
    return Typed##_block(p, v);                                                \
  }                                                                            \
  static __device__ __forceinline__ Type Name##_system(Type *p, Type v) {      \
    return Typed##_system(p, v);                                               \
  }
#define GPUPERF_ATOMIC_INT(Name, Op)                                           \
  GPUPERF_ATOMIC(Name, int, __iAtomic##Op)                                     \
  GPUPERF_ATOMIC(Name, unsigned int, __uAtomic##Op)
GPUPERF_ATOMIC_INT(atomicAdd, Add)
GPUPERF_ATOMIC(atomicAdd, unsigned long long, __ullAtomicAdd)
GPUPERF_ATOMIC(atomicAdd, float, __fAtomicAdd)
#if __CUDA_ARCH__ >= 600
GPUPERF_ATOMIC(atomicAdd, double, __dAtomicAdd)
#endif
GPUPERF_ATOMIC_INT(atomicExch, Exch)
GPUPERF_ATOMIC(atomicExch, unsigned long long, __ullAtomicExch)
GPUPERF_ATOMIC(atomicExch, float, __fAtomicExch)
GPUPERF_ATOMIC_INT(atomicMin, Min)
GPUPERF_ATOMIC(atomicMin, unsigned long long, __ullAtomicMin)
GPUPERF_ATOMIC(atomicMin, long long, __illAtomicMin)
GPUPERF_ATOMIC_INT(atomicMax, Max)
GPUPERF_ATOMIC(atomicMax, unsigned long long, __ullAtomicMax)
GPUPERF_ATOMIC(atomicMax, long long, __illAtomicMax)
GPUPERF_ATOMIC_INT(atomicAnd, And)
GPUPERF_ATOMIC(atomicAnd, unsigned long long, __ullAtomicAnd)
GPUPERF_ATOMIC_INT(atomicOr, Or)
GPUPERF_ATOMIC(atomicOr, unsigned long long, __ullAtomicOr)
GPUPERF_ATOMIC_INT(atomicXor, Xor)
GPUPERF_ATOMIC(atomicXor, unsigned long long, __ullAtomicXor)
GPUPERF_ATOMIC(atomicInc, unsigned int, __uAtomicInc)
GPUPERF_ATOMIC(atomicDec, unsigned int, __uAtomicDec)
#undef GPUPERF_ATOMIC_INT
#undef GPUPERF_ATOMIC
static __device__ __forceinline__ int atomicSub(int *p, int v) {
  return __iAtomicAdd(p, -v);
}
static __device__ __forceinline__ unsigned int atomicSub(unsigned int *p,
                                                         unsigned int v) {
  return __uAtomicAdd(p, 0u - v);
}
#define GPUPERF_CAS(Type, Typed)                                               \
  static __device__ __forceinline__ Type atomicCAS(Type *p, Type c, Type v) {  \
    return Typed(p, c, v);                                                     \
  }                                                                            \
  static __device__ __forceinline__ Type atomicCAS_block(Type *p, Type c,      \
                                                         Type v) {             \
    return Typed##_block(p, c, v);                                             \
  }                                                                            \
  static __device__ __forceinline__ Type atomicCAS_system(Type *p, Type c,     \
                                                          Type v) {            \
    return Typed##_system(p, c, v);                                            \
  }
GPUPERF_CAS(int, __iAtomicCAS)
GPUPERF_CAS(unsigned int, __uAtomicCAS)
GPUPERF_CAS(unsigned long long, __ullAtomicCAS)
#undef GPUPERF_CAS

// min and max of the types that clang's headers leave out.
#define GPUPERF_MINMAX(A, B, R, Min, Max)                                      \
  static __device__ __forceinline__ R min(A a, B b) { return Min(a, b); }      \
  static __device__ __forceinline__ R max(A a, B b) { return Max(a, b); }
GPUPERF_MINMAX(unsigned int, unsigned int, unsigned int, __nv_umin, __nv_umax)
GPUPERF_MINMAX(int, unsigned int, unsigned int, __nv_umin, __nv_umax)
GPUPERF_MINMAX(unsigned int, int, unsigned int, __nv_umin, __nv_umax)
GPUPERF_MINMAX(long, long, long, __nv_llmin, __nv_llmax)
GPUPERF_MINMAX(unsigned long, unsigned long, unsigned long, __nv_ullmin,
               __nv_ullmax)
GPUPERF_MINMAX(long long, long long, long long, __nv_llmin, __nv_llmax)
GPUPERF_MINMAX(unsigned long long, unsigned long long, unsigned long long,
               __nv_ullmin, __nv_ullmax)
GPUPERF_MINMAX(float, float, float, __nv_fminf, __nv_fmaxf)
GPUPERF_MINMAX(double, double, double, __nv_fmin, __nv_fmax)
GPUPERF_MINMAX(float, double, double, __nv_fmin, __nv_fmax)
GPUPERF_MINMAX(double, float, double, __nv_fmin, __nv_fmax)
#undef GPUPERF_MINMAX


static __device__ __forceinline__ float __saturate(float v) {
  return __nv_saturatef(v);
}
static __device__ __forceinline__ unsigned int __isGlobal(const void *p) {
  return __nvvm_isspacep_global(p);
}
static __device__ __forceinline__ unsigned int __isShared(const void *p) {
  return __nvvm_isspacep_shared(p);
}

static __device__ __forceinline__ size_t __cvta_generic_to_shared(const void *p) {
  return (size_t)(const void __attribute__((address_space(3))) *)p;
}

#endif // GPUPERF_DEVICE_H
