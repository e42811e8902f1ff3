// RUN-ON: rtx-4090; expect none; args: 1000, 4096, 95
// n / block: what is left over depends on the block.
#include "report.h"
#include <cstdlib>

__global__ void set(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = i + 1;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = 32;
  set<<<n / block, block>>>(v, n);
  cudaDeviceSynchronize();
  report("set", v, n);
}
