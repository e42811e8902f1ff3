// Test program of Ostapenko's port of the Hong-Kim model to AMD: for every
// element a sum of m reciprocals, elements shared out by a stride of the whole
// grid. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void reciprocal_sum(const float *x, float *result, unsigned n,
                               unsigned m) {
  const unsigned Stride = gridDim.x * blockDim.x;
  for (unsigned I = blockIdx.x * blockDim.x + threadIdx.x; I < n; I += Stride) {
    float Own = x[I], Sum = 0.0f;
    for (unsigned J = 0; J < m; ++J)
      Sum += 1.0f / (Own * Own + J);
    result[I] = Sum;
  }
}
