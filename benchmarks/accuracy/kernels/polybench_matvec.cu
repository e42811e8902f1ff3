// Matrix times vector, one thread per row (or column), sums kept in memory.
// Stands for dataset klaraptor: atax_kernel1/2 (ATAX), mvt_kernel1/2 (MVT),
// gesummv_kernel (GESUMMV). Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static __device__ int globalThread() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/// Every step goes through memory: the sum may alias what is read.
static __device__ void addProduct(float *Sum, float *Matrix, int Start,
                                  int Stride, float *Vector, int Length) {
  for (int Step = 0; Step < Length; ++Step)
    *Sum += Matrix[Start + Step * Stride] * Vector[Step];
}

__global__ void atax_kernel1(float *A, float *x, float *tmp, int NX, int NY) {
  int Line = globalThread();
  if (Line < NX)
    addProduct(&tmp[Line], A, Line * NY, 1, x, NY);
}

__global__ void atax_kernel2(float *A, float *y, float *tmp, int NX, int NY) {
  int Column = globalThread();
  if (Column < NY)
    addProduct(&y[Column], A, Column, NY, tmp, NX);
}

__global__ void mvt_kernel1(float *a, float *x1, float *y_1, int N) {
  int Line = globalThread();
  if (Line < N)
    addProduct(&x1[Line], a, Line * N, 1, y_1, N);
}

__global__ void mvt_kernel2(float *a, float *x2, float *y_2, int N) {
  int Column = globalThread();
  if (Column < N)
    addProduct(&x2[Column], a, Column, N, y_2, N);
}

/// y = Alpha * a * x + Beta * b * x, both products in one loop.
__global__ void gesummv_kernel(float *a, float *b, float *x, float *y,
                               float *tmp, int N) {
  const float Alpha = 43532.0f, Beta = 12313.0f;
  int Line = globalThread();
  if (Line >= N)
    return;
  for (int Column = 0; Column < N; ++Column) {
    tmp[Line] += a[Line * N + Column] * x[Column];
    y[Line] += b[Line * N + Column] * x[Column];
  }
  y[Line] = Alpha * tmp[Line] + Beta * y[Line];
}
