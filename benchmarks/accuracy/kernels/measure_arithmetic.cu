// Much arithmetic on each element: a chain of fused multiply-adds in single or
// double precision, special functions, and integer mixing. For dataset
// gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T>
__global__ void horner(const T *x, T *y, int n, int degree) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= n)
    return;
  T At = x[Own], Sum = 1;
  for (int I = 0; I < degree; ++I)
    Sum = Sum * At + T(0.5);
  y[Own] = Sum;
}

/// Sums of sines, exponentials and reciprocal roots, by the special function
/// unit.
__global__ void special_sums(const float *x, float *y, int n, int steps) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= n)
    return;
  float At = x[Own], Sum = 0.0f;
  for (int I = 0; I < steps; ++I) {
    Sum += __sinf(At) + __expf(-At) + rsqrtf(At);
    At += 0.015625f;
  }
  y[Own] = Sum;
}

__global__ void hash_rounds(const unsigned *in, unsigned *out, int n,
                            int rounds) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= n)
    return;
  unsigned V = in[Own];
  for (int I = 0; I < rounds; ++I) {
    V ^= V >> 16;
    V *= 0x7feb352du;
    V ^= V >> 15;
    V += I;
  }
  out[Own] = V;
}

template __global__ void horner<float>(const float *, float *, int, int);
template __global__ void horner<double>(const double *, double *, int, int);
