// Sums of vectors, one thread per element: VecAddX3 and the kernel of table 6
// of Qu et al. 2020. The vectors may overlap, so every step goes
// through memory: 150 steps in 32 us on a GPU of about 1 GHz are 213 cycles
// each, the latency of an L2. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void vector_add_x3(float *a, float *b, float *c, int n) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own < n)
    for (int Time = 0; Time < 3; ++Time)
      c[Own] = a[Own] + b[Own];
}

/// 50 additions, subtractions and products of every element.
__global__ void vector_arithmetic(float *a, float *b, float *c, int n) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own < n)
    for (int Time = 0; Time < 50; ++Time) {
      c[Own] = a[Own] + b[Own];
      c[Own] = a[Own] - b[Own];
      c[Own] = a[Own] * b[Own];
    }
}
