// RUN-ON: rtx-4090; expect none; args: 1000, 4000
// The grid follows m, the guard n: what lies between depends on the block.
#include "report.h"
#include <cstdlib>

__global__ void touch(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = 1;
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int n = 2 * m;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = 32;
  touch<<<(m + block - 1) / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("touched", v, n);
}
