// RUN-ON: rtx-4090; expect none
// The buffer is padded to whole blocks, so the kernel has no guard.
#include "report.h"

#define THREADS 32

__global__ void inverse(float *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = 1.0f / (1.0f + v[i]);
}

int main() {
  const int n = 1000003;
  const int blocks = (n + THREADS - 1) / THREADS;
  const int padded = blocks * THREADS;
  float *v;
  cudaMallocManaged(&v, padded * sizeof(float));
  fillNoise(v, padded);
  inverse<<<blocks, THREADS>>>(v);
  cudaDeviceSynchronize();
  report("inverse", v, padded);
}
