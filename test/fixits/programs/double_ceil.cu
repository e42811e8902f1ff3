// RUN-ON: rtx-4090; expect fix; args: 4097, 31, 20011
#include "report.h"
#include <cmath>
#include <cstdlib>

__global__ void polynomial(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = x[i];
  y[i] = 1.0f + v * (0.5f + v * (0.25f + v * 0.125f));
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  fillNoise(x, n);
  const int block = 32;
  polynomial<<<std::ceil(double(n) / block), block>>>(x, y, n);
  cudaDeviceSynchronize();
  report("polynomial", y, n);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
