// Matrix-vector and matrix-matrix products, plain and through tiles in dynamic
// shared memory. Stands for dataset pmpp_nvbench: mat_vec_mul[_tiles],
// mat_mat_mul[_rec_tiles] on unsigned int. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T>
__global__ void mat_vec_mul(T *out, T *in_mat, T *in_vec, int m, int n) {
  int Line = blockIdx.x * blockDim.x + threadIdx.x;
  if (Line >= m)
    return;
  T Sum = 0;
  for (int Column = 0; Column < n; ++Column)
    Sum += in_mat[Line * n + Column] * in_vec[Column];
  out[Line] = Sum;
}

/// The vector goes through shared memory, one block's width at a time. As
/// measured, the last store is not guarded.
template <typename T>
__global__ void mat_vec_mul_tiles(T *out, T *in_mat, T *in_vec, int m, int n) {
  extern __shared__ unsigned char Storage[];
  T *Piece = reinterpret_cast<T *>(Storage);
  int Line = blockIdx.x * blockDim.x + threadIdx.x;
  T Sum = 0;
  int Pieces = (n + blockDim.x - 1) / blockDim.x;
  for (int P = 0; P < Pieces; ++P) {
    int Mine = P * blockDim.x + threadIdx.x;
    Piece[threadIdx.x] = Mine < n ? in_vec[Mine] : 0;
    __syncthreads();
    if (Line < m)
      for (int K = 0; K < blockDim.x && P * blockDim.x + K < n; ++K)
        Sum += in_mat[Line * n + P * blockDim.x + K] * Piece[K];
    __syncthreads();
  }
  out[Line] = Sum;
}

template <typename T>
__global__ void mat_mat_mul(T *in_mat1, T *in_mat2, T *out_mat, int mat1_rows,
                            int mat1_cols, int mat2_rows, int mat2_cols) {
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  if (Line >= mat1_rows || Column >= mat2_cols)
    return;
  T Sum = 0;
  for (int K = 0; K < mat1_cols; ++K)
    Sum += in_mat1[Line * mat1_cols + K] * in_mat2[K * mat2_cols + Column];
  out_mat[Line * mat2_cols + Column] = Sum;
}

/// Each thread owns two elements, one tile apart. The pitch of the right tile
/// is one tile's width though it holds two, as measured.
template <typename T>
__global__ void mat_mat_mul_rec_tiles(T *in_mat1, T *in_mat2, T *out_mat,
                                      int mat1_rows, int mat1_cols,
                                      int mat2_rows, int mat2_cols) {
  extern __shared__ unsigned char Storage[];
  int Tile = blockDim.x;
  T *Left = reinterpret_cast<T *>(Storage);
  T *Right = reinterpret_cast<T *>(Storage + Tile * Tile * sizeof(T));
  int X = threadIdx.x, Y = threadIdx.y;
  int Line = blockIdx.y * Tile + Y;
  int Near = blockIdx.x * Tile * 2 + X;
  int Far = Near + Tile;
  T NearSum = 0, FarSum = 0;
  int Phases = (mat1_cols + Tile - 1) / Tile;
  for (int P = 0; P < Phases; ++P) {
    int FromColumn = P * Tile + X, FromLine = P * Tile + Y;
    Left[Y * Tile + X] = Line < mat1_rows && FromColumn < mat1_cols
                             ? in_mat1[Line * mat1_cols + FromColumn]
                             : 0;
    Right[Y * Tile + X] = FromLine < mat2_rows && Near < mat2_cols
                              ? in_mat2[FromLine * mat2_cols + Near]
                              : 0;
    Right[Y * Tile + Tile + X] = FromLine < mat2_rows && Far < mat2_cols
                                     ? in_mat2[FromLine * mat2_cols + Far]
                                     : 0;
    __syncthreads();
    for (int K = 0; K < Tile; ++K) {
      NearSum += Left[Y * Tile + K] * Right[K * Tile + X];
      FarSum += Left[Y * Tile + K] * Right[K * Tile + Tile + X];
    }
    __syncthreads();
  }
  if (Line < mat1_rows && Near < mat2_cols)
    out_mat[Line * mat2_cols + Near] = NearSum;
  if (Line < mat1_rows && Far < mat2_cols)
    out_mat[Line * mat2_cols + Far] = FarSum;
}

template __global__ void mat_vec_mul<unsigned>(unsigned *, unsigned *,
                                               unsigned *, int, int);
template __global__ void mat_vec_mul_tiles<unsigned>(unsigned *, unsigned *,
                                                     unsigned *, int, int);
template __global__ void mat_mat_mul<unsigned>(unsigned *, unsigned *,
                                               unsigned *, int, int, int, int);
template __global__ void mat_mat_mul_rec_tiles<unsigned>(unsigned *, unsigned *,
                                                         unsigned *, int, int,
                                                         int, int);
