// Scales `size` doubles from one array to another, one element per thread, no
// aliasing. Stands for dataset gpu_small_kernels: scale<double>, launched back
// to back from sizes that fit in L2 to ones that do not. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T>
__global__ void scale(T *__restrict__ A, const T *__restrict__ B,
                      const int size) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own < size)
    A[Own] = 0.25 * B[Own];
}

template __global__ void scale<double>(double *__restrict__,
                                       const double *__restrict__, const int);
