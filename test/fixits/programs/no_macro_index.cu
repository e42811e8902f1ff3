// RUN-ON: rtx-4090; expect none
// The kernel's indices use the macro, not blockDim: 3 elements per thread.
#include "report.h"

#define BLOCK 32
#define PER_THREAD 3

__global__ void copyThree(const float *in, float *out, int n) {
  int base = blockIdx.x * BLOCK * PER_THREAD + threadIdx.x;
  for (int k = 0; k < PER_THREAD; ++k) {
    int i = base + k * BLOCK;
    if (i < n)
      out[i] = in[i] + k;
  }
}

int main() {
  const int n = 1000003;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int perBlock = BLOCK * PER_THREAD;
  copyThree<<<(n + perBlock - 1) / perBlock, BLOCK>>>(in, out, n);
  cudaDeviceSynchronize();
  report("copied", out, n);
}
