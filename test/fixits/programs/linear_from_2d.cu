// RUN-ON: rtx-4090; expect either
// A linear index over a 2D block and grid.
#include "report.h"

__global__ void linear(int *v, int n) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int i = block * (blockDim.x * blockDim.y) + thread;
  if (i < n)
    v[i] = 2 * i;
}

int main() {
  const int n = 600011;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  dim3 block(8, 4);
  dim3 grid(64, (n + 64 * 32 - 1) / (64 * 32));
  linear<<<grid, block>>>(v, n);
  cudaDeviceSynchronize();
  report("linear", v, n);
}
