// RUN-ON: rtx-4090; expect none
// The host goes another way for another block.
#include "report.h"

__global__ void eighth(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 0.125f;
}

int main() {
  const int n = 1000003;
  const int block = 32;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  eighth<<<(n + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  if (block != 32)
    v[0] = -1.0f;
  report("eighths", v, n);
}
