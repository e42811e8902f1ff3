//===- gpuperf_hip_warp.h - What lanes tell each other ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_WARP_H
#define GPUPERF_HIP_WARP_H

#pragma GCC system_header // not the user's code to be warned about

// Lanes of a wavefront. Host code has no number; it is taken to be 64, which
// ROCm's own headers took.
#if defined(__AMDGCN_WAVEFRONT_SIZE__)
#define GPUPERF_LANES __AMDGCN_WAVEFRONT_SIZE__
#elif defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define GPUPERF_LANES 32
#else
#define GPUPERF_LANES 64
#endif
static constexpr int warpSize = GPUPERF_LANES;

GPUPERF_FN unsigned int __lane_id() {
#if GPUPERF_LANES == 32
  return __builtin_amdgcn_mbcnt_lo(~0u, 0u);
#else
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
#endif
}

GPUPERF_FN unsigned long long __ballot(int p) {
#if GPUPERF_LANES == 32
  return __builtin_amdgcn_ballot_w32(p != 0);
#else
  return __builtin_amdgcn_ballot_w64(p != 0);
#endif
}
GPUPERF_FN unsigned long long __ballot64(int p) { return __ballot(p); }
GPUPERF_FN unsigned long long __activemask() { return __ballot(1); }
GPUPERF_FN int __any(int p) { return __ballot(p) != 0; }
GPUPERF_FN int __all(int p) { return __ballot(!p) == 0; }
GPUPERF_FN unsigned long long __lanemask_lt() {
  return ((unsigned long long)1 << __lane_id()) - 1;
}
GPUPERF_FN void __syncwarp() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
GPUPERF_FN void __syncwarp(unsigned long long) { __syncwarp(); }
template <class M> GPUPERF_FN unsigned long long __ballot_sync(M, int p) {
  return __ballot(p);
}
template <class M> GPUPERF_FN int __any_sync(M, int p) { return __any(p); }
template <class M> GPUPERF_FN int __all_sync(M, int p) { return __all(p); }

/// The value of lane \p from, word by word.
template <class T> GPUPERF_FN T gpuperf_from_lane(T v, int from) {
  struct words {
    int part[(sizeof(T) + 3) / 4];
  } w = {};
  __builtin_memcpy(&w, &v, sizeof(T));
  for (unsigned i = 0; i < sizeof(w.part) / sizeof(int); ++i)
    w.part[i] = __builtin_amdgcn_ds_bpermute(from << 2, w.part[i]);
  __builtin_memcpy(&v, &w, sizeof(T));
  return v;
}
template <class T>
GPUPERF_FN T __shfl(T v, int from, int width = warpSize) {
  const int self = (int)__lane_id();
  return gpuperf_from_lane(v, (from & (width - 1)) + (self & ~(width - 1)));
}
template <class T>
GPUPERF_FN T __shfl_up(T v, unsigned int by, int width = warpSize) {
  const int self = (int)__lane_id(), from = self - (int)by;
  return gpuperf_from_lane(v, from < (self & ~(width - 1)) ? self : from);
}
template <class T>
GPUPERF_FN T __shfl_down(T v, unsigned int by, int width = warpSize) {
  const int self = (int)__lane_id(), from = self + (int)by;
  return gpuperf_from_lane(
      v, (int)((self & (width - 1)) + by) >= width ? self : from);
}
template <class T>
GPUPERF_FN T __shfl_xor(T v, int mask, int width = warpSize) {
  const int self = (int)__lane_id(), from = self ^ mask;
  return gpuperf_from_lane(
      v, from >= ((self + width) & ~(width - 1)) ? self : from);
}
template <class M, class T>
GPUPERF_FN T __shfl_sync(M, T v, int from, int width = warpSize) {
  return __shfl(v, from, width);
}
template <class M, class T>
GPUPERF_FN T __shfl_up_sync(M, T v, unsigned int by, int width = warpSize) {
  return __shfl_up(v, by, width);
}
template <class M, class T>
GPUPERF_FN T __shfl_down_sync(M, T v, unsigned int by, int width = warpSize) {
  return __shfl_down(v, by, width);
}
template <class M, class T>
GPUPERF_FN T __shfl_xor_sync(M, T v, int mask, int width = warpSize) {
  return __shfl_xor(v, mask, width);
}
#define __hip_ds_bpermute(Place, Value)                                        \
  __builtin_amdgcn_ds_bpermute(Place, Value)
#define __hip_ds_permute(Place, Value)                                         \
  __builtin_amdgcn_ds_permute(Place, Value)
#define __hip_ds_swizzle_N(Value) __builtin_amdgcn_ds_swizzle(Value)

// Votes of a block: a word of shared memory that all threads add to.
GPUPERF_FN int __syncthreads_count(int p) {
  static __shared__ int sum;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    sum = 0;
  __syncthreads();
  if (p)
    __hip_atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  return sum;
}
GPUPERF_FN int __syncthreads_or(int p) { return __syncthreads_count(p) != 0; }
GPUPERF_FN int __syncthreads_and(int p) { return __syncthreads_count(!p) == 0; }

#endif // GPUPERF_HIP_WARP_H
