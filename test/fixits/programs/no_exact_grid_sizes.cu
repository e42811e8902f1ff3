// RUN-ON: rtx-4090; expect none; args: 96, 3232
// No guard: whoever calls it gives whole blocks of 32.
#include "report.h"
#include <cstdlib>

__global__ void addFour(int *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] += 4;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int block = 32;
  addFour<<<(n + block - 1) / block, block>>>(v);
  cudaDeviceSynchronize();
  report("fours", v, n);
}
