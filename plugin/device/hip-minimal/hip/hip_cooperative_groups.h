//===- hip_cooperative_groups.h - Groups of threads -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_COOPERATIVE_GROUPS_H
#define GPUPERF_HIP_COOPERATIVE_GROUPS_H
#pragma GCC system_header
#include "../gpuperf_hip.h"

namespace cooperative_groups {
#define GPUPERF_MEMBER __device__ __forceinline__

struct thread_block {
  static GPUPERF_MEMBER unsigned thread_rank() {
    return threadIdx.x +
           blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static GPUPERF_MEMBER unsigned size() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  static GPUPERF_MEMBER unsigned num_threads() { return size(); }
  static GPUPERF_MEMBER dim3 group_index() { return blockIdx; }
  static GPUPERF_MEMBER dim3 thread_index() { return threadIdx; }
  static GPUPERF_MEMBER void sync() { __syncthreads(); }
  static GPUPERF_MEMBER bool is_valid() { return true; }
};
GPUPERF_FN thread_block this_thread_block() { return {}; }

/// What a grid waits for is not modelled: its blocks wait, and its memory is
/// ordered.
struct grid_group {
  static GPUPERF_MEMBER unsigned long long thread_rank() {
    const unsigned long long block =
        blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    return block * thread_block::size() + thread_block::thread_rank();
  }
  static GPUPERF_MEMBER unsigned long long size() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z *
           thread_block::size();
  }
  static GPUPERF_MEMBER void sync() {
    __threadfence();
    __syncthreads();
  }
  static GPUPERF_MEMBER bool is_valid() { return true; }
};
GPUPERF_FN grid_group this_grid() { return {}; }

template <unsigned N, class Parent = void> struct thread_block_tile {
  static GPUPERF_MEMBER unsigned thread_rank() {
    return thread_block::thread_rank() % N;
  }
  static GPUPERF_MEMBER unsigned meta_group_rank() {
    return thread_block::thread_rank() / N;
  }
  static GPUPERF_MEMBER unsigned meta_group_size() {
    return (thread_block::size() + N - 1) / N;
  }
  static GPUPERF_MEMBER unsigned size() { return N; }
  static GPUPERF_MEMBER unsigned num_threads() { return N; }
  static GPUPERF_MEMBER void sync() { __syncwarp(); }
  template <class T> static GPUPERF_MEMBER T shfl(T v, int from) {
    return __shfl(v, from, N);
  }
  template <class T> static GPUPERF_MEMBER T shfl_down(T v, unsigned by) {
    return __shfl_down(v, by, N);
  }
  template <class T> static GPUPERF_MEMBER T shfl_up(T v, unsigned by) {
    return __shfl_up(v, by, N);
  }
  template <class T> static GPUPERF_MEMBER T shfl_xor(T v, unsigned mask) {
    return __shfl_xor(v, mask, N);
  }
  static GPUPERF_MEMBER unsigned long long ballot(int p) {
    const unsigned first = __lane_id() / N * N;
    return (__ballot(p) >> first) & (N == 64 ? ~0ull : (1ull << N % 64) - 1);
  }
  static GPUPERF_MEMBER int any(int p) { return ballot(p) != 0; }
  static GPUPERF_MEMBER int all(int p) { return ballot(!p) == 0; }
};
template <unsigned N, class Parent>
GPUPERF_FN thread_block_tile<N, Parent> tiled_partition(const Parent &) {
  return {};
}
template <class Group> GPUPERF_FN void sync(const Group &g) { g.sync(); }
#undef GPUPERF_MEMBER
} // namespace cooperative_groups
#endif // GPUPERF_HIP_COOPERATIVE_GROUPS_H
