// RUN-ON: rtx-4090; expect none
// The macro also picks code.
#include "report.h"

#define BLOCK_DIM 32

__global__ void weigh(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if BLOCK_DIM > 64
  const float weight = 0.5f;
#else
  const float weight = 0.25f;
#endif
  if (i < n)
    v[i] *= weight;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  weigh<<<(n + BLOCK_DIM - 1) / BLOCK_DIM, BLOCK_DIM>>>(v, n);
  cudaDeviceSynchronize();
  report("weighed", v, n);
}
