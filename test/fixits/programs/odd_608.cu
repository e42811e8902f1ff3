// RUN-ON: rtx-2080-ti; expect either
// One block of 608 fills 59 % of an SM of 1024 threads. Where DRAM is what a launch waits for, nobody has
// measured what the pause between such blocks costs: to say nothing is right, too.
#include "report.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

int main() {
  const int n = 1500007;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  fillNoise(a, n, 1);
  fillNoise(b, n, 2);
  const int threads = 608;
  add<<<(n + threads - 1) / threads, threads>>>(a, b, c, n);
  cudaDeviceSynchronize();
  report("sum", c, n);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
