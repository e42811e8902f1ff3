// Streams over N doubles, one element per thread, beside a 6 KiB shared array
// that is used only if a flag no caller sets is true. Stands for dataset
// gpu_stream: init, read, scale, triad and stencil1d3pt kernels. Part of
// gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Doubles of the array that holds the number of resident blocks down.
constexpr int HeldDoubles = 768;

/// What the kernels share: the element of this thread (int, as measured), the
/// array, and the access to it that keeps it alive.
#define OWN_ELEMENT(OUTSIDE)                                                   \
  __shared__ double Held[HeldDoubles];                                         \
  int Own = threadIdx.x + blockIdx.x * blockDim.x;                             \
  if (OUTSIDE)                                                                 \
    return;                                                                    \
  if (secretlyFalse)                                                           \
  Held[threadIdx.x] = B[threadIdx.x]

template <typename T>
__global__ void init_kernel(T *A, const T *__restrict__ B,
                            const T *__restrict__ C, const T *__restrict__ D,
                            const size_t N, bool secretlyFalse) {
  OWN_ELEMENT(Own >= N);
  A[Own] = 0.23;
  if (secretlyFalse)
    A[Own] = Held[Own];
}

template <typename T>
__global__ void read_kernel(T *A, const T *__restrict__ B,
                            const T *__restrict__ C, const T *__restrict__ D,
                            const size_t N, bool secretlyFalse) {
  OWN_ELEMENT(Own >= N);
  double Value = B[Own];
  if (secretlyFalse || Value == 123.0)
    A[Own] = Value + Held[Own];
}

template <typename T>
__global__ void scale_kernel(T *A, const T *__restrict__ B,
                             const T *__restrict__ C, const T *__restrict__ D,
                             const size_t N, bool secretlyFalse) {
  OWN_ELEMENT(Own >= N);
  A[Own] = 1.2 * B[Own];
  if (secretlyFalse)
    A[Own] = Held[Own];
}

template <typename T>
__global__ void triad_kernel(T *A, const T *__restrict__ B,
                             const T *__restrict__ C, const T *__restrict__ D,
                             const size_t N, bool secretlyFalse) {
  OWN_ELEMENT(Own >= N);
  A[Own] = C[Own] + 1.2 * B[Own];
  if (secretlyFalse)
    A[Own] = Held[Own];
}

template <typename T>
__global__ void stencil1d3pt_kernel(T *A, const T *__restrict__ B,
                                    const T *__restrict__ C,
                                    const T *__restrict__ D, const size_t N,
                                    bool secretlyFalse) {
  OWN_ELEMENT(Own >= N - 1 || Own == 0);
  A[Own] = 0.5 * B[Own - 1] - 1.0 * B[Own] + 0.5 * B[Own + 1];
  if (secretlyFalse)
    A[Own] = Held[Own];
}

#define INSTANTIATE(KERNEL)                                                    \
  template __global__ void KERNEL<double>(                                     \
      double *, const double *__restrict__, const double *__restrict__,        \
      const double *__restrict__, const size_t, bool)
INSTANTIATE(init_kernel);
INSTANTIATE(read_kernel);
INSTANTIATE(scale_kernel);
INSTANTIATE(triad_kernel);
INSTANTIATE(stencil1d3pt_kernel);
