// Sums of an array, one partial sum per block: warps by shuffles behind a
// grid-stride loop, and a tree in shared memory over one element per thread.
// For dataset gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static __device__ __forceinline__ float warpSum(float Own) {
#pragma unroll
  for (int By = 16; By > 0; By /= 2)
    Own += __shfl_down_sync(0xffffffffu, Own, By);
  return Own;
}

/// Blocks of whole warps.
__global__ void block_sums(const float *in, float *partial, int n) {
  __shared__ float Sums[32];
  float Own = 0.0f;
  for (int At = blockIdx.x * blockDim.x + threadIdx.x; At < n;
       At += gridDim.x * blockDim.x)
    Own += in[At];
  Own = warpSum(Own);
  if (threadIdx.x % 32 == 0)
    Sums[threadIdx.x / 32] = Own;
  __syncthreads();
  if (threadIdx.x < 32) {
    Own = threadIdx.x < blockDim.x / 32 ? Sums[threadIdx.x] : 0.0f;
    Own = warpSum(Own);
    if (threadIdx.x == 0)
      partial[blockIdx.x] = Own;
  }
}

/// Blocks of a power of two.
__global__ void tree_sums(const float *in, float *partial, int n) {
  __shared__ float Sums[1024];
  int At = blockIdx.x * blockDim.x + threadIdx.x;
  Sums[threadIdx.x] = At < n ? in[At] : 0.0f;
  __syncthreads();
  for (unsigned Half = blockDim.x / 2; Half > 0; Half /= 2) {
    if (threadIdx.x < Half)
      Sums[threadIdx.x] += Sums[threadIdx.x + Half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    partial[blockIdx.x] = Sums[0];
}
