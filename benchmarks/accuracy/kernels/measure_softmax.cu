// Softmax of every row of a table, one block per row: three passes over the row
// (largest, sum, result). For dataset gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The largest or the sum over the block, to every thread. Blocks of whole
/// warps.
template <bool IsSum>
static __device__ float combined(float Own, float *Warps) {
#pragma unroll
  for (int By = 16; By > 0; By /= 2) {
    float Other = __shfl_xor_sync(0xffffffffu, Own, By);
    Own = IsSum ? Own + Other : fmaxf(Own, Other);
  }
  if (threadIdx.x % 32 == 0)
    Warps[threadIdx.x / 32] = Own;
  __syncthreads();
  float All = Warps[0];
  for (int I = 1; I < blockDim.x / 32; ++I)
    All = IsSum ? All + Warps[I] : fmaxf(All, Warps[I]);
  __syncthreads();
  return All;
}

__global__ void softmax_rows(const float *in, float *out, int columns) {
  __shared__ float Warps[32];
  const float *Row = in + blockIdx.x * columns;
  float *To = out + blockIdx.x * columns;
  float Largest = Row[threadIdx.x % columns];
  for (int At = threadIdx.x; At < columns; At += blockDim.x)
    Largest = fmaxf(Largest, Row[At]);
  Largest = combined<false>(Largest, Warps);
  float Sum = 0.0f;
  for (int At = threadIdx.x; At < columns; At += blockDim.x)
    Sum += expf(Row[At] - Largest);
  Sum = combined<true>(Sum, Warps);
  for (int At = threadIdx.x; At < columns; At += blockDim.x)
    To[At] = expf(Row[At] - Largest) / Sum;
}
