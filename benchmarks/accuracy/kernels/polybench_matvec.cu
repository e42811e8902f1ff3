// Matrix times vector, one thread per row (or column), sums kept in memory.
// Stands for dataset klaraptor: atax_kernel1/2 (ATAX), mvt_kernel1/2 (MVT),
// gesummv_kernel (GESUMMV). Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static __device__ int globalThread() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/// Adds row Line times Vector. Every step goes through memory: the sum may
/// alias what is read.
static __device__ __forceinline__ void
addRow(float *Sums, float *Matrix, float *Vector, int Line, int Length) {
  for (int Column = 0; Column < Length; ++Column)
    Sums[Line] += Matrix[Line * Length + Column] * Vector[Column];
}

/// Adds column Column, of a matrix with rows of Width, times Vector.
static __device__ __forceinline__ void addColumn(float *Sums, float *Matrix,
                                                 float *Vector, int Column,
                                                 int Width, int Length) {
  for (int Line = 0; Line < Length; ++Line)
    Sums[Column] += Matrix[Line * Width + Column] * Vector[Line];
}

__global__ void atax_kernel1(float *A, float *x, float *tmp, int NX, int NY) {
  int Line = globalThread();
  if (Line < NX)
    addRow(tmp, A, x, Line, NY);
}

__global__ void atax_kernel2(float *A, float *y, float *tmp, int NX, int NY) {
  int Column = globalThread();
  if (Column < NY)
    addColumn(y, A, tmp, Column, NY, NX);
}

__global__ void mvt_kernel1(float *a, float *x1, float *y_1, int N) {
  int Line = globalThread();
  if (Line < N)
    addRow(x1, a, y_1, Line, N);
}

__global__ void mvt_kernel2(float *a, float *x2, float *y_2, int N) {
  int Column = globalThread();
  if (Column < N)
    addColumn(x2, a, y_2, Column, N, N);
}

/// y = Alpha * a * x + Beta * b * x, both products in one loop.
__global__ void gesummv_kernel(float *a, float *b, float *x, float *y,
                               float *tmp, int N) {
  const float Alpha = 43532.0f, Beta = 12313.0f;
  int Line = globalThread();
  if (Line < N) {
    for (int Column = 0; Column < N; ++Column) {
      tmp[Line] += a[Line * N + Column] * x[Column];
      y[Line] += b[Line * N + Column] * x[Column];
    }
    y[Line] = Alpha * tmp[Line] + Beta * y[Line];
  }
}
