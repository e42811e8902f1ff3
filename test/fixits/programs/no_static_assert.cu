// RUN-ON: rtx-4090; expect none
// The code says on what its block size rests.
#include "report.h"

constexpr int WarpsPerBlock = 1;
constexpr int BlockThreads = 32;
static_assert(BlockThreads == WarpsPerBlock * 32, "whole warps");

__global__ void decay(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 0.99f;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  decay<<<(n + BlockThreads - 1) / BlockThreads, BlockThreads>>>(v, n);
  cudaDeviceSynchronize();
  report("decay", v, n);
}
