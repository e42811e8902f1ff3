// RUN-ON: h200-sxm; expect fix
// The launch itself is a macro's argument.
#include "report.h"
#include <cstdlib>

#define CHECKED(...)                                                           \
  do {                                                                         \
    __VA_ARGS__;                                                               \
    cudaError_t error = cudaGetLastError();                                    \
    if (error != cudaSuccess) {                                                \
      std::printf("%s\n", cudaGetErrorString(error));                          \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

__global__ void halve(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 0.5f;
}

int main() {
  const int n = 1000003;
  float *v;
  CHECKED(cudaMallocManaged(&v, n * sizeof(float)));
  fillNoise(v, n);
  const int block = 32;
  const int grid = (n + block - 1) / block;
  CHECKED(halve<<<grid, block>>>(v, n));
  CHECKED(cudaDeviceSynchronize());
  report("half", v, n);
  cudaFree(v);
}
