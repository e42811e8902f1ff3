// Copy, scale, sum and triad of long arrays, a thread an element. Stands for
// dataset babelstream. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hip/hip_runtime.h>

#define PLACE const int I = blockDim.x * blockIdx.x + threadIdx.x

template <typename T> __global__ void copy_kernel(const T *A, T *C) {
  PLACE;
  C[I] = A[I];
}
template <typename T> __global__ void mul_kernel(T *B, const T *C) {
  PLACE;
  B[I] = T(0.4) * C[I];
}
template <typename T>
__global__ void add_kernel(const T *A, const T *B, T *C) {
  PLACE;
  C[I] = A[I] + B[I];
}
template <typename T>
__global__ void triad_kernel(T *A, const T *B, const T *C) {
  PLACE;
  A[I] = B[I] + T(0.4) * C[I];
}
template __global__ void copy_kernel<double>(const double *, double *);
template __global__ void mul_kernel<double>(double *, const double *);
template __global__ void add_kernel<double>(const double *, const double *,
                                            double *);
template __global__ void triad_kernel<double>(double *, const double *,
                                              const double *);
