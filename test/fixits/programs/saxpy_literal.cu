// RUN-ON: rtx-4090; expect fix
#include "report.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1000003;
  std::vector<float> x(n), y(n);
  fillNoise(x.data(), n);
  fillNoise(y.data(), n, 7);
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 31) / 32, 32>>>(n, 2.5f, dx, dy);
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  report("y", y.data(), n);
  cudaFree(dx);
  cudaFree(dy);
}
