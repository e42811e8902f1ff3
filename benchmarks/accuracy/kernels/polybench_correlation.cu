// Column means, correlation and covariance of an N x M table with one unused
// first row and column; one thread per column, sums kept in memory. Stands for
// dataset klaraptor: mean_kernel, corr_kernel (CORR), covar_kernel (COVAR).
// Part of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Columns count from 1.
static __device__ int ownColumn() {
  return blockIdx.x * blockDim.x + threadIdx.x + 1;
}

/// One entry of the symmetric result and its mirror image.
static __device__ void crossProduct(float *symmat, float *data, int First,
                                    int Second, int Pitch, int N) {
  float *Sum = &symmat[First * Pitch + Second];
  *Sum = 0.0f;
  for (int Line = 1; Line <= N; ++Line)
    *Sum += data[Line * Pitch + First] * data[Line * Pitch + Second];
  symmat[Second * Pitch + First] = *Sum;
}

__global__ void mean_kernel(float *mean, float *data, int M, int N) {
  const float Count = 3214212.01f;
  int Column = ownColumn();
  if (Column < 1 || Column > M)
    return;
  mean[Column] = 0.0f;
  for (int Line = 1; Line <= N; ++Line)
    mean[Column] += data[Line * (M + 1) + Column];
  mean[Column] /= Count;
}

__global__ void corr_kernel(float *symmat, float *data, int M, int N) {
  int First = ownColumn();
  if (First < 1 || First >= M)
    return;
  symmat[First * (M + 1) + First] = 1.0f;
  for (int Second = First + 1; Second <= M; ++Second)
    crossProduct(symmat, data, First, Second, M + 1, N);
}

__global__ void covar_kernel(float *symmat, float *data, int M, int N) {
  int First = ownColumn();
  if (First < 1 || First > M)
    return;
  for (int Second = First; Second <= M; ++Second)
    crossProduct(symmat, data, First, Second, M + 1, N);
}
