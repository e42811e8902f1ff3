//===- sm_70_rt.hpp - Named by clang's __clang_cuda_intrinsics.h ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_SM_70_RT_HPP
#define GPUPERF_SM_70_RT_HPP

// Inside clang's header __MATCH32 and __MATCH64 functions are there already.
#define GPUPERF_MATCH(Type, Bits)                                              \
  static __device__ __forceinline__ unsigned int __match_any_sync(             \
      unsigned int mask, Type value) {                                         \
    return __match##Bits##_any_sync(mask, value);                              \
  }                                                                            \
  static __device__ __forceinline__ unsigned int __match_all_sync(             \
      unsigned int mask, Type value, int *pred) {                              \
    return __match##Bits##_all_sync(mask, value, pred);                        \
  }
GPUPERF_MATCH(unsigned int, 32)
GPUPERF_MATCH(int, 32)
GPUPERF_MATCH(unsigned long long, 64)
GPUPERF_MATCH(long long, 64)
#undef GPUPERF_MATCH

static __device__ __forceinline__ void __nanosleep(unsigned int ns) {
  asm volatile("nanosleep.u32 %0;" ::"r"(ns));
}

#endif // GPUPERF_SM_70_RT_HPP
