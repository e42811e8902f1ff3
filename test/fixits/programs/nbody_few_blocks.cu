// RUN-ON: t4; expect either
// Three blocks for a GPU of 40 SMs.
#include "report.h"

__global__ void forces(const float *x, const float *m, float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    float d = x[j] - x[i];
    float r2 = d * d + 0.01f;
    sum += m[j] * d * rsqrtf(r2) / r2;
  }
  f[i] = sum;
}

int main() {
  const int n = 3001;
  float *x, *m, *f;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&m, n * sizeof(float));
  cudaMallocManaged(&f, n * sizeof(float));
  fillNoise(x, n, 1);
  fillNoise(m, n, 2);
  const int block = 1024;
  forces<<<(n + block - 1) / block, block>>>(x, m, f, n);
  cudaDeviceSynchronize();
  report("forces", f, n);
  cudaFree(x);
  cudaFree(m);
  cudaFree(f);
}
