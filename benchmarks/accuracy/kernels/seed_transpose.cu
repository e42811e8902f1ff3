// Transpose through a square tile in shared memory, one element per thread:
// Transpose of Qu et al. 2020. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Blocks are tile x tile; the extra column keeps the banks apart.
template <int Tile>
__global__ void transpose_tile(const float *in, float *out, int width,
                               int height) {
  __shared__ float Square[Tile][Tile + 1];
  int X = blockIdx.x * Tile + threadIdx.x, Y = blockIdx.y * Tile + threadIdx.y;
  if (X < width && Y < height)
    Square[threadIdx.y][threadIdx.x] = in[Y * width + X];
  __syncthreads();
  X = blockIdx.y * Tile + threadIdx.x;
  Y = blockIdx.x * Tile + threadIdx.y;
  if (X < height && Y < width)
    out[Y * height + X] = Square[threadIdx.x][threadIdx.y];
}

template __global__ void transpose_tile<16>(const float *, float *, int, int);
template __global__ void transpose_tile<32>(const float *, float *, int, int);
