// RUN-ON: rtx-4090; expect none
// The same grid serves a launch with another block.
#include "report.h"

__global__ void addIndex(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += i;
}

__global__ void markEven(int *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[2 * i] = -v[2 * i];
}

int main() {
  const int n = 1 << 20;
  const int threads = 32;
  const int blocks = (n + threads - 1) / threads;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 1, n * sizeof(int));
  addIndex<<<blocks, threads>>>(v, n);
  markEven<<<blocks, 16>>>(v);
  cudaDeviceSynchronize();
  report("marked", v, n);
}
