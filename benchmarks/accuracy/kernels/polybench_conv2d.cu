// 3x3 convolution of an NI x NJ image with fixed weights, borders skipped; x
// runs along a row. Stands for the rows of dataset klaraptor with kernel
// Convolution2D_kernel (PolyBench 2DCONV). Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Adds one row of the window: left, middle and right neighbour of \p At.
static __device__ float addRow(float Sum, const float *At, float Left,
                               float Middle, float Right) {
  Sum += Left * At[-1];
  Sum += Middle * At[0];
  return Sum + Right * At[1];
}

__global__ void Convolution2D_kernel(float *A, float *B, int NI, int NJ) {
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Line <= 0 || Line >= NI - 1 || Column <= 0 || Column >= NJ - 1)
    return;
  float Sum = 0.0f;
  Sum = addRow(Sum, &A[(Line - 1) * NJ + Column], 0.2f, 0.5f, -0.8f);
  Sum = addRow(Sum, &A[Line * NJ + Column], -0.3f, 0.6f, -0.9f);
  Sum = addRow(Sum, &A[(Line + 1) * NJ + Column], 0.4f, 0.7f, 0.1f);
  B[Line * NJ + Column] = Sum;
}
