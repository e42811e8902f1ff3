// Transpose without shared memory: rows are read, columns are written. For
// dataset gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void transpose_naive(const float *in, float *out, int width,
                                int height) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X < width && Y < height)
    out[X * height + Y] = in[Y * width + X];
}
