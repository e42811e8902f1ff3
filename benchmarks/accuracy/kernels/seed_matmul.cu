// Dense matrix products, one thread per element of the result: plain, and
// through square tiles in shared memory. For the experiments of Kleimenov and
// Popova 2021 and MatMul of Qu et al. 2020. Part of
// gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// C (height x width) = A (height x inner) * B (inner x width).
__global__ void matmul_plain(const float *A, const float *B, float *C,
                             int height, int width, int inner) {
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  if (Line >= height || Column >= width)
    return;
  float Sum = 0.0f;
  for (int K = 0; K < inner; ++K)
    Sum += A[Line * inner + K] * B[K * width + Column];
  C[Line * width + Column] = Sum;
}

/// The same for sizes that are multiples of the tile; blocks are tile x tile.
template <int Tile>
__global__ void matmul_tiled(const float *A, const float *B, float *C,
                             int width, int inner) {
  __shared__ float Left[Tile][Tile];
  __shared__ float Right[Tile][Tile];
  const int X = threadIdx.x, Y = threadIdx.y;
  const int Line = blockIdx.y * Tile + Y, Column = blockIdx.x * Tile + X;
  float Sum = 0.0f;
  for (int First = 0; First < inner; First += Tile) {
    Left[Y][X] = A[Line * inner + First + X];
    Right[Y][X] = B[(First + Y) * width + Column];
    __syncthreads();
    for (int K = 0; K < Tile; ++K)
      Sum += Left[Y][K] * Right[K][X];
    __syncthreads();
  }
  C[Line * width + Column] = Sum;
}

template __global__ void matmul_tiled<16>(const float *, const float *, float *,
                                          int, int);
template __global__ void matmul_tiled<32>(const float *, const float *, float *,
                                          int, int);
