// 3x3 convolution of an NI x NJ image with fixed weights, borders skipped; x
// runs along a row. Stands for the rows of dataset klaraptor with kernel
// Convolution2D_kernel (PolyBench 2DCONV). Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// One row of the window around \p Column: the weighted sum so far and on.
static __device__ __forceinline__ float addRow(float Sum, float *A, int NJ,
                                               int Line, int Column, float Left,
                                               float Middle, float Right) {
  Sum += Left * A[Line * NJ + (Column - 1)];
  Sum += Middle * A[Line * NJ + Column];
  return Sum + Right * A[Line * NJ + (Column + 1)];
}

__global__ void Convolution2D_kernel(float *A, float *B, int NI, int NJ) {
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line < NI - 1 && Column < NJ - 1 && Line > 0 && Column > 0) {
    float Sum = 0.0f;
    Sum = addRow(Sum, A, NJ, Line - 1, Column, 0.2f, 0.5f, -0.8f);
    Sum = addRow(Sum, A, NJ, Line, Column, -0.3f, 0.6f, -0.9f);
    Sum = addRow(Sum, A, NJ, Line + 1, Column, 0.4f, 0.7f, 0.1f);
    B[Line * NJ + Column] = Sum;
  }
}
