// RUN-ON: rtx-4090,h200-sxm; expect fix
#include "report.h"

__global__ void mixed(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] > b[i] ? a[i] - b[i] : b[i];
}

int main() {
  const int n = 1000003;
  float *a, *b, *out;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(a, n, 1);
  fillNoise(b, n, 2);
  const int block = 32;
  mixed<<<(n + block - 1) / block, block>>>(a, b, out, n);
  cudaDeviceSynchronize();
  report("mixed", out, n);
}
