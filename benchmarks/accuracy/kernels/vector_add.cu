// Sums of two vectors: one guarded by n, one without a guard and with a scalar
// added. Stands for datasets h100_vecadd (vectorAdd) and ktt_vecadd
// (vectorAddition). Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int Own = blockDim.x * blockIdx.x + threadIdx.x;
  if (Own < n)
    c[Own] = a[Own] + b[Own];
}

__global__ void vectorAddition(const float *a, const float *b, float *result,
                               const float scalar) {
  int Own = blockDim.x * blockIdx.x + threadIdx.x;
  result[Own] = a[Own] + b[Own] + scalar;
}
