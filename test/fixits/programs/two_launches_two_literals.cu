// RUN-ON: rtx-4090; expect fix
// Two launches of one kernel, each with its own numbers.
#include "report.h"

__global__ void accumulate(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] += from[i];
}

int main() {
  const int n = 800011;
  float *a, *b;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  fillNoise(a, n, 1);
  fillNoise(b, n, 2);
  accumulate<<<(n + 31) / 32, 32>>>(a, b, n);
  accumulate<<<(n + 63) / 64, 64>>>(b, a, n);
  cudaDeviceSynchronize();
  report("a", a, n);
  report("b", b, n);
  cudaFree(a);
  cudaFree(b);
}
