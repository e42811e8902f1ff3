// Column means, correlation and covariance of an N x M table with one unused
// first row and column; one thread per column, sums kept in memory. Stands for
// dataset klaraptor: mean_kernel, corr_kernel (CORR), covar_kernel (COVAR).
// Part of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Columns count from 1.
static __device__ int ownColumn() {
  return blockIdx.x * blockDim.x + threadIdx.x + 1;
}

/// One entry of the symmetric result, and its mirror image.
static __device__ __forceinline__ void
crossProduct(float *symmat, float *data, int First, int Second, int M, int N) {
  symmat[First * (M + 1) + Second] = 0.0f;
  for (int Line = 1; Line < N + 1; ++Line)
    symmat[First * (M + 1) + Second] +=
        data[Line * (M + 1) + First] * data[Line * (M + 1) + Second];
  symmat[Second * (M + 1) + First] = symmat[First * (M + 1) + Second];
}

__global__ void mean_kernel(float *mean, float *data, int M, int N) {
  const float Count = 3214212.01f;
  int Column = ownColumn();
  if (Column >= 1 && Column < M + 1) {
    mean[Column] = 0.0f;
    for (int Line = 1; Line < N + 1; ++Line)
      mean[Column] += data[Line * (M + 1) + Column];
    mean[Column] /= Count;
  }
}

__global__ void corr_kernel(float *symmat, float *data, int M, int N) {
  int First = ownColumn();
  if (First >= 1 && First < M) {
    symmat[First * (M + 1) + First] = 1.0f;
    for (int Second = First + 1; Second < M + 1; ++Second)
      crossProduct(symmat, data, First, Second, M, N);
  }
}

__global__ void covar_kernel(float *symmat, float *data, int M, int N) {
  int First = ownColumn();
  if (First >= 1 && First < M + 1)
    for (int Second = First; Second < M + 1; ++Second)
      crossProduct(symmat, data, First, Second, M, N);
}
