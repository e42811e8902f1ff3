//===- gpuperf_hip_atomics.h - Atomic functions -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_ATOMICS_H
#define GPUPERF_HIP_ATOMICS_H

#pragma GCC system_header // not the user's code to be warned about

#define GPUPERF_ATOMIC(Name, Type, Fetch)                                      \
  GPUPERF_FN Type Name(Type *p, Type v) {                                      \
    return Fetch(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);            \
  }                                                                            \
  GPUPERF_FN Type Name##_system(Type *p, Type v) {                             \
    return Fetch(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);           \
  }
#define GPUPERF_ATOMIC_INT(Name, Fetch)                                        \
  GPUPERF_ATOMIC(Name, int, Fetch)                                             \
  GPUPERF_ATOMIC(Name, unsigned int, Fetch)                                    \
  GPUPERF_ATOMIC(Name, unsigned long, Fetch)                                   \
  GPUPERF_ATOMIC(Name, unsigned long long, Fetch)                              \
  GPUPERF_ATOMIC(Name, long long, Fetch)
GPUPERF_ATOMIC_INT(atomicAdd, __hip_atomic_fetch_add)
GPUPERF_ATOMIC(atomicAdd, float, __hip_atomic_fetch_add)
GPUPERF_ATOMIC(atomicAdd, double, __hip_atomic_fetch_add)
GPUPERF_ATOMIC(atomicAddNoRet_, float, __hip_atomic_fetch_add)
GPUPERF_ATOMIC_INT(atomicExch, __hip_atomic_exchange)
GPUPERF_ATOMIC(atomicExch, float, __hip_atomic_exchange)
GPUPERF_ATOMIC(atomicExch, double, __hip_atomic_exchange)
GPUPERF_ATOMIC_INT(atomicMin, __hip_atomic_fetch_min)
GPUPERF_ATOMIC_INT(atomicMax, __hip_atomic_fetch_max)
GPUPERF_ATOMIC(atomicMin, float, __hip_atomic_fetch_min)
GPUPERF_ATOMIC(atomicMax, float, __hip_atomic_fetch_max)
GPUPERF_ATOMIC(atomicMin, double, __hip_atomic_fetch_min)
GPUPERF_ATOMIC(atomicMax, double, __hip_atomic_fetch_max)
GPUPERF_ATOMIC_INT(atomicAnd, __hip_atomic_fetch_and)
GPUPERF_ATOMIC_INT(atomicOr, __hip_atomic_fetch_or)
GPUPERF_ATOMIC_INT(atomicXor, __hip_atomic_fetch_xor)
#undef GPUPERF_ATOMIC_INT
#undef GPUPERF_ATOMIC
template <class T> GPUPERF_FN T atomicSub(T *p, T v) {
  return atomicAdd(p, (T)-v);
}
GPUPERF_FN void atomicAddNoRet(float *p, float v) { atomicAdd(p, v); }
GPUPERF_FN double unsafeAtomicAdd(double *p, double v) {
  return atomicAdd(p, v);
}
GPUPERF_FN float unsafeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }
GPUPERF_FN float safeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }
GPUPERF_FN unsigned int atomicInc(unsigned int *p, unsigned int v) {
  return __builtin_amdgcn_atomic_inc32(p, v, __ATOMIC_RELAXED, "agent");
}
GPUPERF_FN unsigned int atomicDec(unsigned int *p, unsigned int v) {
  return __builtin_amdgcn_atomic_dec32(p, v, __ATOMIC_RELAXED, "agent");
}
#define GPUPERF_CAS(Type)                                                      \
  GPUPERF_FN Type atomicCAS(Type *p, Type c, Type v) {                         \
    __hip_atomic_compare_exchange_strong(p, &c, v, __ATOMIC_RELAXED,           \
                                         __ATOMIC_RELAXED,                     \
                                         __HIP_MEMORY_SCOPE_AGENT);            \
    return c;                                                                  \
  }
GPUPERF_CAS(int)
GPUPERF_CAS(unsigned int)
GPUPERF_CAS(unsigned long)
GPUPERF_CAS(unsigned long long)
GPUPERF_CAS(float)
GPUPERF_CAS(double)
#undef GPUPERF_CAS

#endif // GPUPERF_HIP_ATOMICS_H
