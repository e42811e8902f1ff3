// RUN-ON: rtx-4090; expect none
// The first half of each block does one thing, the rest another.
#include "report.h"

__global__ void halves(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (threadIdx.x < 16)
    v[i] = v[i] * 2.0f;
  else
    v[i] = v[i] * 3.0f;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  halves<<<(n + 31) / 32, 32>>>(v, n);
  cudaDeviceSynchronize();
  report("halves", v, n);
}
