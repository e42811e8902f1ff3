// The Laplacian of a field of n^3 points, seven of them each; a thread computes
// a point, and those on the border leave. Stands for dataset laplacian7. Part of
// gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hip/hip_runtime.h>

template <typename T>
__global__ void laplacian_kernel(T *Result, const T *Field, int nx, int ny,
                                 int nz, T OverXX, T OverYY, T OverZZ,
                                 T Centre) {
  const int X = blockIdx.x * blockDim.x + threadIdx.x;
  const int Y = blockIdx.y, Z = blockIdx.z;
  if (X == 0 || X >= nx - 1 || Y == 0 || Y >= ny - 1 || Z == 0 || Z >= nz - 1)
    return;
  const size_t Line = nx, Plane = Line * ny;
  const size_t At = X + Line * Y + Plane * Z;
  Result[At] = Centre * Field[At] + OverXX * (Field[At - 1] + Field[At + 1]) +
               OverYY * (Field[At - Line] + Field[At + Line]) +
               OverZZ * (Field[At - Plane] + Field[At + Plane]);
}
template __global__ void laplacian_kernel<float>(float *, const float *, int,
                                                 int, int, float, float, float,
                                                 float);
template __global__ void laplacian_kernel<double>(double *, const double *, int,
                                                  int, int, double, double,
                                                  double, double);
