// RUN-ON: rtx-4090; expect either; args: 1001, 33
// The block has a name, the grid plain numbers.
#include "report.h"
#include <cstdlib>

__global__ void addFive(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 5;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int *v;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  const int threads = 32;
  const int blocks = (n + 31) / 32;
  addFive<<<blocks, threads>>>(v, n);
  cudaDeviceSynchronize();
  report("fives", v, n);
}
