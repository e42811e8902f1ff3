// RUN-ON: rtx-4090; expect none
#include "report.h"

__global__ void countBlocks(int *v, int *blocks, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = 2 * i;
  if (i == 0)
    *blocks = gridDim.x;
}

int main() {
  const int n = 1000003;
  int *v, *blocks;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMallocManaged(&blocks, sizeof(int));
  const int block = 32;
  countBlocks<<<(n + block - 1) / block, block>>>(v, blocks, n);
  cudaDeviceSynchronize();
  report("doubled", v, n);
  report("blocks", blocks, 1);
}
