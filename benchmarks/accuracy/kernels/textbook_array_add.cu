// Sum of two n x m tables, once with x along a row (coalesced) and once with x
// down a column (not coalesced). Stands for datasets pmpp_nvbench:
// array_add_coalesced<float>, array_add_not_coalesced<float>. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T>
static __device__ void addCell(T *a, T *b, T *c, int Line, int Column, int m,
                               int n) {
  int Cell = Line * m + Column;
  if (Line < n && Column < m)
    c[Cell] = a[Cell] + b[Cell];
}

template <typename T>
__global__ void array_add_not_coalesced(T *a, T *b, T *c, int m, int n) {
  addCell(a, b, c, blockIdx.x * blockDim.x + threadIdx.x,
          blockIdx.y * blockDim.y + threadIdx.y, m, n);
}

template <typename T>
__global__ void array_add_coalesced(T *a, T *b, T *c, int m, int n) {
  addCell(a, b, c, blockIdx.y * blockDim.y + threadIdx.y,
          blockIdx.x * blockDim.x + threadIdx.x, m, n);
}

template __global__ void array_add_not_coalesced<float>(float *, float *,
                                                        float *, int, int);
template __global__ void array_add_coalesced<float>(float *, float *, float *,
                                                    int, int);
