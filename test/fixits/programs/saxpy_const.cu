// RUN-ON: h200-sxm; expect fix
#include "report.h"
#include <vector>

__global__ void saxpy(int n, float a, const float *__restrict__ x,
                      float *__restrict__ y) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    y[i] += a * x[i];
}

int main() {
  const int n = 1 << 20;
  const int blockSize = 32;
  const int gridSize = (n + blockSize - 1) / blockSize;
  std::vector<float> host(n);
  float *x, *y;
  cudaMalloc((void **)&x, n * sizeof(float));
  cudaMalloc((void **)&y, n * sizeof(float));
  fillNoise(host.data(), n);
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(y, 0, n * sizeof(float));
  for (int step = 0; step < 3; ++step)
    saxpy<<<gridSize, blockSize>>>(n, 0.5f + step, x, y);
  cudaDeviceSynchronize();
  cudaMemcpy(host.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  report("y", host.data(), n);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
