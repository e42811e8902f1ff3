// RUN-ON: rtx-4090; expect none
// The host walks over as many results as there are blocks.
#include "report.h"

__global__ void dimmed(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 0.5f;
}

int main() {
  const int n = 1000003;
  const int threads = 32;
  const int blocks = (n + threads - 1) / threads;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  dimmed<<<blocks, threads>>>(v, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int b = 0; b < blocks; ++b)
    sum += v[b];
  report("sum", &sum, 1);
}
