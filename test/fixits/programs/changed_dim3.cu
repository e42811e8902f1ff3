// RUN-ON: rtx-4090; expect either; args: 999, 2001
// Another block for small sizes.
#include "report.h"
#include <cstdlib>

__global__ void addNine(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 9;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  dim3 block(32), grid((n + 31) / 32);
  if (n < 1000) {
    block.x = 64;
    grid.x = (n + 63) / 64;
  }
  addNine<<<grid, block>>>(v, n);
  cudaDeviceSynchronize();
  report("nines", v, n);
}
